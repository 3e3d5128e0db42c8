/** Turns that a chat no longer holds while their changes are still in the files (D-17). */
import { type JournalSummary, turnOf } from "../../core/journal/journalEntry";
import { type ChangedTurn, turnsOf } from "./changesByTurn";

/** What a chat still holds, as its host hands it over. */
export interface HeldTurns {
  readonly chat: string;
  /** Ids of the turns whose answers name them. */
  readonly ids: ReadonlySet<string>;
  /** Titles of the requests whose answers name no turn, as those of a cancelled request. */
  readonly titles: readonly string[];
}

/**
 * The turns of a chat that are gone from it, the latest first.
 * @param entries calls whose changes stand, oldest first.
 */
export function removedTurns(entries: readonly JournalSummary[], { chat, ids, titles }: HeldTurns): ChangedTurn[] {
  const missing = turnsOf(entries.filter((entry) => turnOf(entry).chat === chat)).filter(({ id }) => !ids.has(id));
  const left = [...titles];
  return missing.filter(({ title }) => {
    const at = left.lastIndexOf(title);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
