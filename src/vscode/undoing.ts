import type { Journal } from "../core/journal";
import type { RestorePlan } from "../core/restorePlan";
import type { Turn } from "../review/turns";
import type { Undoing } from "./changeActions";
import { carryOut } from "./undoConflict";

/** Plans to take back what the calls of turns wrote, as far as it stands. @throws ToolError `not_found` when nothing does. */
export function planTurns(journal: Journal, turns: readonly Turn[]): Promise<RestorePlan> {
  const subject = turns.length === 1 ? turns[0]?.title : `${turns.length} turns`;
  return journal.planUndo(
    turns.flatMap(({ entries }) => entries.map(({ id }) => id)),
    subject,
  );
}

/** What the tree takes back, through the journal (D-17). */
export const undoing = (journal: Journal): Undoing => ({
  async turns(turns) {
    await carryOut(journal, await planTurns(journal, turns));
  },
  async file({ title, entries }, { effect: { target }, from }) {
    const calls = entries.map(({ id }) => id);
    const reals = new Set([target.real, ...(from ? [from.real] : [])]);
    await carryOut(journal, await journal.planUndo(calls, title, reals));
  },
});
