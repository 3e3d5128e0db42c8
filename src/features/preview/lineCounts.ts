import { lineHunks } from "../../lib/edits/diff/lineHunks";
import { changedTexts, diffLinesOf } from "../../lib/edits/diff/unifiedDiff";

/** How many lines a change adds and takes away; a changed line is one of each. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/**
 * The counts of one file's change.
 * @param before undefined for a new file; @param after undefined for a deleted one.
 * @param encoding label of the encoding, where it is known.
 * @returns undefined for binary contents, and for changes of more than 8 MiB.
 */
export function lineCounts(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  encoding?: string,
): LineCounts | undefined {
  const texts = changedTexts(before, after, encoding);
  if (!texts) return undefined;
  const hunks = lineHunks(diffLinesOf(texts.before), diffLinesOf(texts.after));
  const count = (side: "before" | "after") => hunks.reduce((sum, hunk) => sum + hunk[side].end - hunk[side].start, 0);
  return { added: count("after"), removed: count("before") };
}

/** The counts of several changes together; those that have none count for nothing. */
export const sumOfCounts = (counts: readonly (LineCounts | undefined)[]): LineCounts => ({
  added: counts.reduce((sum, count) => sum + (count?.added ?? 0), 0),
  removed: counts.reduce((sum, count) => sum + (count?.removed ?? 0), 0),
});

/** As people read them beside a name: `+3 −1`. */
export const countsText = ({ added, removed }: LineCounts): string => `+${added} −${removed}`;
