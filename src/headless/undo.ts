import type { JournalSummary } from "../core/journal";
import { ToolError } from "../core/toolError";
import type { Machine } from "./machine";
import type { Options } from "./options";

const line = ({ id, time, title, files }: JournalSummary) =>
  `${id}  ${new Date(time).toISOString()}  ${title}  (${files.join(", ")})`;

/** `toolcrib undo`: lists what can be taken back, or takes back the last change, one call, or all. @returns lines to print. */
export async function undo({ crib }: Machine, { list, call, all }: Options): Promise<string[]> {
  const undoable = await crib.journal.undoable();
  if (list) return undoable.length > 0 ? undoable.map(line) : ["There is nothing to undo."];
  const printed: string[] = [];
  do {
    const { entry, restored } = await crib.journal.undo(call);
    printed.push(`Undone: ${entry.title} (${restored.join(", ") || "nothing had been changed"})`);
  } while (all && (await isLeft(crib.journal)));
  return printed;
}

async function isLeft(journal: Machine["crib"]["journal"]): Promise<boolean> {
  try {
    return (await journal.undoable()).length > 0;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
