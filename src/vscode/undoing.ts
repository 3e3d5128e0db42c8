import type { Journal } from "../core/journal";
import { ToolError } from "../core/toolError";
import type { Undoing } from "./changeActions";

/** What the tree takes back, through the journal (D-17). */
export const undoing = (journal: Journal): Undoing => ({
  async turns(turns) {
    for (const { entries } of turns) for (const { id } of entries.toReversed()) await journal.undo(id);
  },
  async file({ entries }, { effect: { target } }) {
    const calls = entries.filter(({ files }) => files.includes(target.shown));
    const shared = calls.find(({ files }) => files.length > 1);
    if (shared)
      throw new ToolError(
        "unavailable",
        `${target.shown} was changed by one call together with other files ("${shared.title}"): undo the turn as a whole.`,
      );
    for (const { id } of calls.toReversed()) await journal.undo(id);
  },
});
