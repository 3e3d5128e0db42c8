import type { Journal } from "../../undo/journal";
import { planTurns } from "../../undo/planTurns";
import { carryOut } from "../../undo/vscode/undoConflict";
import type { Undoing } from "./changeActions";

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
