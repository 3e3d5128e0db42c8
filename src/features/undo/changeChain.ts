/** What each name went through in some changes of the journal (D-17). */

import type { JournalChange, JournalEntry } from "../../core/journal/journalEntry";
import {
  entryAfter,
  entryBefore,
  type FileEntry,
  isOddChange,
  sameEntry,
} from "../../core/vocabulary/changes/fileEntry";
import { isTorn } from "../../core/vocabulary/changes/tornFile";
import type { KeptWhole } from "../../core/vocabulary/changes/wholeChange";

/** The place of a change in the journal. */
export interface ChangePlace {
  readonly id: string;
  /** Among the entry's changes. */
  readonly index: number;
}

/** Which changes are taken back: those of an entry in some files. */
export interface Selection {
  readonly entry: JournalEntry;
  readonly reals: ReadonlySet<string>;
}

/** What a name went through, as far as it was moved as it is. */
export interface WholeChain {
  readonly real: string;
  readonly shown: string;
  /** The entry of the last change. */
  readonly entry: Pick<JournalEntry, "id" | "recorded">;
  /** The first change; absent where that was one of bytes. */
  readonly first: KeptWhole | undefined;
  /** The last one; absent likewise. */
  readonly last: KeptWhole | undefined;
  /** What the last change left, where that was one of bytes. */
  readonly leaves: readonly (FileEntry | undefined)[];
  /** True when nobody knows whether the last one happened. */
  readonly isPending: boolean;
  /** True when somebody else changed it in between. */
  readonly isBroken: boolean;
  /** The place of the first and the last of these changes among all that are taken back. */
  readonly from: number;
  readonly to: number;
}

/** What one file went through in the changes that are taken back. */
export interface ChangeChain {
  readonly change: JournalChange;
  readonly mode: number | undefined;
  /** What the name gets; undefined: nothing. */
  readonly wanted: FileEntry | undefined;
  /** True when not all of it is about the bytes of a file. */
  readonly isOdd: boolean;
  readonly createdDirectories: readonly string[];
  readonly undoes: readonly string[];
  readonly first: ChangePlace;
  readonly last: ChangePlace;
  /** What it may hold when nobody else changed it: of a write that a crash cut off nobody knows whether it happened. */
  readonly possible: readonly (FileEntry | undefined)[];
  /** Writes into the file itself of which a crash may have left a part. */
  readonly cutOff: readonly JournalChange[];
  /** False when somebody else changed it in between. */
  readonly isUnbroken: boolean;
  /** Where it was moved as it is. */
  readonly whole?: WholeChain;
  /** Its first and its last change among all that are taken back. */
  readonly from: number;
  readonly to: number;
}

/** Whether a file holds what it does when nobody else changed it. */
export const mayHold = ({ possible, cutOff }: ChangeChain, now: FileEntry | undefined): boolean =>
  possible.some((entry) => sameEntry(entry, now)) || cutOff.some((change) => isTorn(now, change));

function linked(
  chain: ChangeChain | undefined,
  change: JournalChange,
  entry: JournalEntry,
  [index, at]: readonly [number, number],
): ChangeChain {
  const { id, state } = entry;
  const { mode, createdDirectories } = change;
  const whole = linkedWhole(chain, change, entry, at);
  const [before, after] = [entryBefore(change), entryAfter(change)];
  const place = { id, index };
  const earlier = chain?.possible ?? [before];
  const fits = chain === undefined || mayHold(chain, before);
  const isPending = state === "pending";
  return {
    change: chain?.change ?? change,
    mode: mode ?? chain?.mode,
    wanted: chain ? withMode(chain.wanted, before) : before,
    isOdd: (chain?.isOdd ?? false) || isOddChange(change),
    createdDirectories: [...new Set([...(chain?.createdDirectories ?? []), ...createdDirectories])],
    undoes: [...new Set([...(chain?.undoes ?? []), id])],
    first: chain?.first ?? place,
    last: place,
    possible: isPending ? [...earlier, after] : [after],
    cutOff: [...(isPending && chain ? chain.cutOff : []), ...(change.inPlace ? [change] : [])],
    isUnbroken: (chain?.isUnbroken ?? true) && fits,
    ...(whole && { whole }),
    from: chain?.from ?? at,
    to: at,
  };
}

/** The chain of a name of which at least one change moved it as it is. */
function linkedWhole(
  chain: ChangeChain | undefined,
  change: JournalChange,
  { id, recorded, state }: JournalEntry,
  at: number,
): WholeChain | undefined {
  const { real, shown, before, whole } = change;
  if (!whole && !chain?.whole) return undefined;
  const after = entryAfter(change);
  const earlier = chain?.whole;
  const there = earlier?.last ? earlier.last.put !== undefined : chain?.possible.some((entry) => entry !== undefined);
  return {
    real,
    shown,
    entry: { id, ...(recorded !== undefined && { recorded }) },
    first: chain ? earlier?.first : whole,
    last: whole,
    leaves: whole ? [] : [after],
    isPending: state === "pending",
    isBroken: (earlier?.isBroken ?? false) || (chain !== undefined && there !== (before !== undefined)),
    from: chain?.from ?? at,
    to: at,
  };
}

/** Only a later change may know the permissions that an earlier one left as they were. */
const withMode = (wanted: FileEntry | undefined, later: FileEntry | undefined): FileEntry | undefined =>
  wanted && wanted.mode === undefined && later?.mode !== undefined && later.kind === wanted.kind
    ? { ...wanted, mode: later.mode }
    : wanted;

/** In the order of their first changes. @param selections oldest first. */
export async function chainsOf(selections: AsyncIterable<Selection>): Promise<ChangeChain[]> {
  const chains = new Map<string, ChangeChain>();
  let at = 0;
  for await (const { entry, reals } of selections)
    for (const [index, change] of entry.changes.entries())
      if (reals.has(change.real))
        chains.set(change.real, linked(chains.get(change.real), change, entry, [index, at++]));
  return [...chains.values()];
}
