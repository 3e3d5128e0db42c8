import type { Journal } from "../core/journal";
import type { Undoing } from "./changeActions";
import { carryOut } from "./undoConflict";

/** What the tree takes back, through the journal (D-17). */
export const undoing = (journal: Journal): Undoing => ({
  async turns(turns) {
    const subject = turns.length === 1 ? turns[0]?.title : `${turns.length} turns`;
    const calls = turns.flatMap(({ entries }) => entries.map(({ id }) => id));
    await carryOut(journal, await journal.planUndo(calls, subject));
  },
  async file({ title, entries }, { effect: { target }, from }) {
    const calls = entries.map(({ id }) => id);
    const reals = new Set([target.real, ...(from ? [from.real] : [])]);
    await carryOut(journal, await journal.planUndo(calls, title, reals));
  },
});
