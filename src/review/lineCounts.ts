import { encodingOfHead, looksBinary, textOf } from "../edits/encoding";
import { splitLines } from "../edits/lines";
import { unifiedDiff } from "../edits/unifiedDiff";

/** How many lines a change adds and takes away; a changed line is one of each. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

const everyLine = { lines: Number.POSITIVE_INFINITY, columns: 1 };

function linesIn(bytes: Uint8Array, encoding: string | undefined): number {
  const lines = splitLines(textOf(bytes, encodingOfHead(bytes, encoding)));
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

function countsOfDiff(before: Uint8Array, after: Uint8Array, encoding: string | undefined): LineCounts | undefined {
  const lines = unifiedDiff(before, after, everyLine, encoding).split("\n");
  if (lines[0]?.startsWith("(")) return undefined;
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { added: count("+"), removed: count("-") };
}

/**
 * The counts of one file's change.
 * @param before undefined for a new file; @param after undefined for a deleted one.
 * @param encoding label of the encoding, where it is known.
 * @returns undefined where lines say nothing: binary contents, and texts too different to compare line by line.
 */
export function lineCounts(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  encoding?: string,
): LineCounts | undefined {
  if (before && after) return countsOfDiff(before, after, encoding);
  const only = before ?? after ?? new Uint8Array();
  if (looksBinary(only)) return undefined;
  const lines = linesIn(only, encoding);
  return before ? { added: 0, removed: lines } : { added: lines, removed: 0 };
}

/** The counts of several changes together; those that have none count for nothing. */
export const sumOfCounts = (counts: readonly (LineCounts | undefined)[]): LineCounts => ({
  added: counts.reduce((sum, count) => sum + (count?.added ?? 0), 0),
  removed: counts.reduce((sum, count) => sum + (count?.removed ?? 0), 0),
});

/** As people read them beside a name: `+3 −1`. */
export const countsText = ({ added, removed }: LineCounts): string => `+${added} −${removed}`;
