/** What came into a folder after it was moved to its place, and would go with it (D-17). */

import type { FilePort } from "../../core/ports/files";
import { isInside, parentOf, relativeInside } from "../../core/vocabulary/paths";
import type { WholeChain } from "./changeChain";

/** A change that a later entry of the journal made below a folder. */
export interface LaterChange {
  readonly real: string;
  readonly shown: string;
  /** Of its entry. */
  readonly title: string;
  /** See JournalEntry. */
  readonly recorded: number | undefined;
  readonly isWhole: boolean;
  /** True where it stands, and is not taken back with the folder. */
  readonly isLeft: boolean;
}

/** Where files are, and what the journal keeps as it is. */
export interface WholePorts {
  readonly files: FilePort;
  /** See JournalStore. */
  wholeAt?(kept: string): string;
}

/** What planning needs of its surroundings. */
export interface RestorePorts extends WholePorts {
  /** Milliseconds since 1970. */
  now(): number;
  /** @param id of the entry after which they were made. */
  laterBelow(folder: string, id: string): readonly LaterChange[];
}

/**
 * Looks for what would be lost with a folder.
 * @param at where it is now. @returns in a few words what happened to it; undefined: nothing did.
 */
export async function changeIn(
  { files, laterBelow }: RestorePorts,
  { real, shown, entry }: WholeChain,
  subject: string,
  at: string,
): Promise<string | undefined> {
  const later = laterBelow(real, entry.id);
  const left = later.find(({ isLeft }) => isLeft);
  if (left) return `was changed by the later "${left.title}" (${left.shown})`;
  // Earlier versions did not record it.
  if (entry.recorded === undefined) return undefined;
  const changed = await files.wholes?.changedSince(at, timesBelow(real, entry.recorded, later));
  if (!changed || changed.length === 0) return undefined;
  const names = changed.map((below) => (below === "" ? shown : `${shown}/${below}`));
  return `has changed since "${subject}" (${names.join(", ")})`;
}

/** What our own later writes changed, and the lists of names that they changed, counts from these on. */
function timesBelow(real: string, recorded: number, later: readonly LaterChange[]): (below: string) => number {
  const times = new Map<string, number>();
  const wholes: (readonly [string, number])[] = [];
  for (const { real: changed, recorded: time = Number.POSITIVE_INFINITY, isWhole } of later) {
    if (isWhole) wholes.push([relativeInside(real, changed), time]);
    for (let at = changed; at !== parentOf(real); at = parentOf(at)) {
      const below = relativeInside(real, at);
      times.set(below, Math.max(times.get(below) ?? 0, time));
    }
  }
  return (below) => {
    const around = wholes.filter(([whole]) => isInside(whole, below)).map(([, time]) => time);
    return Math.max(recorded, times.get(below) ?? 0, ...around);
  };
}
