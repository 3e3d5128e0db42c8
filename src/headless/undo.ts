import type { JournalSummary } from "../core/journal";
import { ToolError } from "../core/toolError";
import type { Machine } from "./machine";
import type { Options } from "./options";

const described = ({ id, time, title, files }: JournalSummary) =>
  `${id}  ${new Date(time).toISOString()}  ${title}  (${files.join(", ")})`;

/**
 * `toolcrib undo`: lists what can be taken back, or takes back the last change, one call, or all. Each is told when it
 * is done, so that a later refusal hides nothing.
 */
export async function undo(
  { crib }: Machine,
  { list, call, all }: Options,
  print: (line: string) => void,
): Promise<void> {
  if (all && call !== undefined)
    throw new ToolError("invalid_input", "--all and --call exclude each other: give one of them.");
  const undoable = await crib.journal.undoable();
  if (list) {
    for (const line of undoable.length > 0 ? undoable.map(described) : ["There is nothing to undo."]) print(line);
    return;
  }
  for (let undone = 0; all || undone === 0; undone++) {
    try {
      const { entry, restored } = await crib.journal.undo(call);
      print(`Undone: ${entry.title} (${restored.join(", ") || "nothing had been changed"})`);
    } catch (error) {
      if (undone > 0 && error instanceof ToolError && error.code === "not_found") return;
      throw error;
    }
  }
}
