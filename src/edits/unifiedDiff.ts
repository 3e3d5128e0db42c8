/** Showing a change, at a cost that follows the change and not the file. */
import { structuredPatch } from "diff";
import { decodeLoosely, looksBinary } from "./encoding";

/** How much of a change is shown. */
export interface DiffLimits {
  readonly lines: number;
  /** Longer lines are cut. */
  readonly columns: number;
}

/** Enough for a confirmation or a message. */
export const shortDiff: DiffLimits = { lines: 60, columns: 200 };

const split = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** The unchanged lines around what differs need no comparing. */
function changedRegion(before: readonly string[], after: readonly string[], context: number) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const from = Math.max(0, head - context);
  const end = (lines: readonly string[]) => Math.min(lines.length, lines.length - tail + context);
  return { from, before: before.slice(from, end(before)), after: after.slice(from, end(after)) };
}

/**
 * The hunks of a change in unified form, without file headers; an empty text when nothing differs.
 * @param before undefined for a new file; @param after undefined for a deleted one.
 */
export function unifiedDiff(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  limits: DiffLimits = shortDiff,
): string {
  if ((before && looksBinary(before)) || (after && looksBinary(after)))
    return `(binary: ${before?.length ?? 0} bytes before, ${after?.length ?? 0} after)`;
  return textDiff(before ? decodeLoosely(before) : "", after ? decodeLoosely(after) : "", limits);
}

/** {@link unifiedDiff} of two texts. */
export function textDiff(before: string, after: string, limits: DiffLimits = shortDiff): string {
  const region = changedRegion(split(before), split(after), 3);
  const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  const patch = structuredPatch("", "", joined(region.before), joined(region.after), "", "", {
    context: 3,
    maxEditLength: 4000,
  });
  if (!patch)
    return `(${region.before.length} lines become ${region.after.length}: too different to show line by line)`;
  const out: string[] = [];
  for (const hunk of patch.hunks) {
    // Of no lines the format names the line before them.
    const place = (start: number, lines: number) => `${start + region.from - (lines === 0 ? 1 : 0)},${lines}`;
    out.push(`@@ -${place(hunk.oldStart, hunk.oldLines)} +${place(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines);
  }
  if (out.length === 0 && before !== after) return "(only the line break at the end of the file differs)";
  const cut = out.slice(0, limits.lines).map((line) => shorten(line.replace(/\r$/, "␍"), limits.columns));
  if (out.length > limits.lines) cut.push(`… ${out.length - limits.lines} more lines`);
  return cut.join("\n");
}

const shorten = (line: string, columns: number) => (line.length > columns ? `${line.slice(0, columns)}…` : line);
