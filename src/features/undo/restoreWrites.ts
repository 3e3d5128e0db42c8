/** The writes by which a plan of taking changes back is carried out (D-17). */

import type { JournaledWrite } from "../../core/journal/callJournal";
import type { JournalChange } from "../../core/journal/journalEntry";
import { entryAfter, entryBefore, sameEntry } from "../../core/vocabulary/fileEntry";
import type { RestoredFile } from "./restorePlan";

/** Whether a file holds already what it should. */
export const isAsWanted = ({ now, wanted, kinds, modes, conflict }: RestoredFile): boolean => {
  const change = { before: now, after: wanted, kinds, modes };
  return !conflict && sameEntry(entryBefore(change), entryAfter(change));
};

/** What goes, the deepest first, makes room for what comes, each folder before what lies in it. */
export function inOrder(one: RestoredFile, other: RestoredFile): number {
  const goes = one.wanted === undefined;
  if (goes !== (other.wanted === undefined)) return goes ? -1 : 1;
  return one.target.real < other.target.real === goes ? 1 : -1;
}

/** What gives it that, on record as taking back what it takes back. */
export const writeOf = ({
  target,
  now,
  wanted,
  mode,
  kinds,
  modes,
  createdDirectories,
  undoes,
}: RestoredFile): JournaledWrite => ({
  kind: "write",
  target,
  before: now,
  after: wanted,
  ...(mode !== undefined && { mode }),
  ...(kinds && { kinds }),
  ...(modes && { modes }),
  undoes,
  emptied: createdDirectories,
});

/** A file that holds already what it should; on record so that it counts as taken back. */
export const unchanged = ({ target: { path, real, shown }, now, kinds, undoes }: RestoredFile): JournalChange => ({
  path,
  real,
  shown,
  before: now,
  after: now,
  ...(kinds && { kinds }),
  createdDirectories: [],
  undoes,
});
