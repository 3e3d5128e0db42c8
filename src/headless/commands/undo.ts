import { turnOf } from "../../core/journal/journalEntry";
import { oneLine } from "../../core/text/oneLine";
import { ToolError } from "../../core/vocabulary/toolError";
import { changedTogether, wholeAround } from "../../features/undo/changesByTurn";
import type { Journal, JournalSummary, UndoOutcome } from "../../features/undo/journal";
import type { Machine } from "../machine";
import type { Options } from "../options";

/** What the command line chooses from; one at most. */
const choices = ["list", "call", "turn", "file", "all", "redo"] as const;

/**
 * `toolcrib undo`: lists what can be taken back; takes back the last change, one call, one turn, or what was changed in
 * one file, each as a whole or not at all; takes all back, one by one; or brings back what was taken back last.
 */
export async function undo(
  { crib, features }: Machine,
  options: Options,
  print: (line: string) => void,
): Promise<void> {
  const chosen = choices.filter((choice) => options[choice] !== undefined && options[choice] !== false);
  if (chosen.length > 1)
    throw new ToolError(
      "invalid_input",
      `${chosen.map((choice) => `--${choice}`).join(" and ")} cannot be combined: give one of them.`,
    );
  const { journal } = features;
  if (options.list) return list(journal, print);
  if (options.redo) return tell("Redone", await journal.redo(), print);
  if (options.file !== undefined) {
    const { real } = await crib.host.files.resolve(options.file);
    return tell("Undone", await undoFile(journal, real, options.file), print);
  }
  if (options.all) return undoAll(journal, print);
  if (options.turn !== undefined) return tell("Undone", await undoTurn(journal, options.turn), print);
  tell("Undone", await journal.undo(options.call), print);
}

const tell = (done: string, { subject, restored }: UndoOutcome, print: (line: string) => void) =>
  print(`${done}: ${oneLine(subject)} (${restored.join(", ") || "nothing had been changed"})`);

async function list(journal: Journal, print: (line: string) => void): Promise<void> {
  const undoable = await journal.undoable();
  for (const line of undoable.length > 0 ? undoable.map(described) : ["There is nothing to undo."]) print(line);
}

const described = ({ id, time, title, files, turn }: JournalSummary) =>
  `${id}  ${new Date(time).toISOString()}  ${oneLine(title)}  (${files.join(", ")})${turn ? `  turn ${turn.id}` : ""}`;

/** Each is told when it is done, so that a later refusal hides nothing. */
async function undoAll(journal: Journal, print: (line: string) => void): Promise<void> {
  for await (const outcome of journal.undoAll()) tell("Undone", outcome, print);
}

async function undoTurn(journal: Journal, turn: string): Promise<UndoOutcome> {
  const calls = (await journal.undoable()).filter((call) => turnOf(call).id === turn);
  const [last] = calls;
  if (!last) throw new ToolError("not_found", `No change of a turn with the id ${turn} can be undone.`);
  return journal.apply(
    await journal.planUndo(
      calls.map(({ id }) => id),
      turnOf(last).title,
    ),
  );
}

async function undoFile(journal: Journal, real: string, named: string): Promise<UndoOutcome> {
  const { calls, reals } = await changedTogether(journal, real);
  if (calls.length === 0) throw new ToolError("not_found", await noneOf(journal, real, named));
  return journal.apply(
    await journal.planUndo(
      calls.map(({ id }) => id),
      `all changes of ${named}`,
      reals,
    ),
  );
}

async function noneOf(journal: Journal, real: string, named: string): Promise<string> {
  const around = await wholeAround(journal, real);
  if (!around) return `No change of ${named} can be undone.`;
  const { folder, call } = around;
  return `No change of ${named} can be undone by itself: "${call.title}" replaced ${folder} as a whole. Undo that with --call ${call.id}.`;
}
