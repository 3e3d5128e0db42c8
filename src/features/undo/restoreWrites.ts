/** The writes by which a plan of taking changes back is carried out (D-17). */

import type { JournaledWrite } from "../../core/journal/callJournal";
import type { JournalChange } from "../../core/journal/journalEntry";
import { entryAfter, entryBefore, sameEntry } from "../../core/vocabulary/changes/fileEntry";
import { isInside } from "../../core/vocabulary/paths";
import type { RestoredFile } from "./restorePlan";

/** Whether a file holds already what it should. */
export const isAsWanted = ({ now, wanted, kinds, modes, conflict, whole }: RestoredFile): boolean => {
  if (whole) return false;
  const change = { before: now, after: wanted, kinds, modes };
  return !conflict && sameEntry(entryBefore(change), entryAfter(change));
};

/** What goes, the deepest first, makes room for what comes, each folder before what lies in it. */
function byPlace(one: RestoredFile, other: RestoredFile): number {
  const goes = one.wanted === undefined;
  if (goes !== (other.wanted === undefined)) return goes ? -1 : 1;
  return one.target.real < other.target.real === goes ? 1 : -1;
}

/** An order in which they can be restored: what is moved as it is may bring the folders of other files, and needs its own. */
export function inOrder(files: readonly RestoredFile[]): RestoredFile[] {
  const sorted = [...files].sort(byPlace);
  const wholes = sorted
    .filter(({ whole }) => whole)
    .sort((one, other) => (one.target.real < other.target.real ? -1 : 1));
  const isAround = ({ whole, wanted, kinds, target }: RestoredFile) =>
    !whole &&
    wanted !== undefined &&
    kinds?.after === "folder" &&
    wholes.some((inner) => isInside(target.real, inner.target.real));
  const around = sorted.filter(isAround);
  return [...around, ...wholes, ...sorted.filter((file) => !file.whole && !around.includes(file))];
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
  whole,
}: RestoredFile): JournaledWrite => ({
  kind: "write",
  target,
  before: now,
  after: wanted,
  ...(mode !== undefined && { mode }),
  ...(kinds && { kinds }),
  ...(modes && { modes }),
  ...(whole && { whole }),
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
