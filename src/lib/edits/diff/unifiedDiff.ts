/** Showing a change, at a cost that follows the change and not the file. */
import { type StructuredPatchHunk, structuredPatch } from "diff";
import { changedBytes } from "../../../core/text/changedBytes";
import { countLineFeeds } from "../text/countLineFeeds";
import { decoderOf, encodingOfHead, looksBinary } from "../text/encoding";

/** How much of a change is shown. */
export interface DiffLimits {
  readonly lines: number;
  /** Longer lines are cut. */
  readonly columns: number;
}

/** Enough for a confirmation or a message. */
export const shortDiff: DiffLimits = { lines: 60, columns: 200 };

/** All of it, for whoever can read a change nowhere else before it is made. */
export const wholeDiff: DiffLimits = { lines: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };

/** Unchanged lines shown around a change. */
const context = 3;

/** The lines of a text; a line break at its end begins no other. */
export const diffLinesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** The unchanged lines around what differs need no comparing. */
function changedRegion(before: readonly string[], after: readonly string[]) {
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
 * @param encoding label of the encoding, where it is known.
 */
export function unifiedDiff(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  limits: DiffLimits = shortDiff,
  encoding?: string,
): string {
  const texts = changedTexts(before, after, encoding);
  if (texts) return textDiff(texts.before, texts.after, limits, texts.linesAbove);
  const kind = isBinary(before, after) ? "binary" : "too large to show by lines";
  return `(${kind}: ${before?.length ?? 0} bytes before, ${after?.length ?? 0} after)`;
}

const isBinary = (before: Uint8Array | undefined, after: Uint8Array | undefined): boolean =>
  (before !== undefined && looksBinary(before)) || (after !== undefined && looksBinary(after));

/** Bytes of what differs that are made text at most: as lines they take many times their room, and nobody reads them. */
const maxCompared = 8 * 1024 * 1024;

/**
 * What differs between two contents, as texts with whole lines around it; undefined for binary contents, and where more
 * than 8 MiB differ. See {@link unifiedDiff}.
 */
export function changedTexts(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  encoding?: string,
): { before: string; after: string; linesAbove: number } | undefined {
  if (isBinary(before, after)) return undefined;
  const how = encodingOfHead((before ?? after ?? new Uint8Array()).subarray(0, head), encoding);
  const shown = (bytes: Uint8Array | undefined) => {
    if (!bytes) return "";
    const decoder = decoderOf(how);
    return (decoder.write(bytes) + decoder.end()).replace(/^\ufeff/, "");
  };
  const region =
    before && after && !how.startsWith("utf16") ? changedLines(before, after) : { before, after, linesAbove: 0 };
  if ((region.before?.length ?? 0) + (region.after?.length ?? 0) > maxCompared) return undefined;
  return { before: shown(region.before), after: shown(region.after), linesAbove: region.linesAbove };
}

/** Bytes by which the encoding is told. */
const head = 64 * 1024;

const lineFeed = 0x0a;

/** Where the line begins that lies so many lines above the one a byte is in. */
function lineAbove(bytes: Uint8Array, at: number, lines: number): number {
  const feed = at === 0 ? -1 : bytes.lastIndexOf(lineFeed, at - 1);
  return feed < 0 || lines === 0 ? feed + 1 : lineAbove(bytes, feed, lines - 1);
}

/** Where the line ends that lies so many lines below the one a byte is in, its line break included. */
function lineBelow(bytes: Uint8Array, at: number, lines: number): number {
  const feed = bytes.indexOf(lineFeed, at);
  if (feed < 0) return bytes.length;
  return lines === 0 ? feed + 1 : lineBelow(bytes, feed + 1, lines - 1);
}

/** The changed stretch of two contents, in any encoding but UTF-16, with some whole lines around it, so that only these are made text. */
function changedLines(before: Uint8Array, after: Uint8Array) {
  const { start, endBefore } = changedBytes(before, after);
  const from = lineAbove(before, start, context);
  const to = lineBelow(before, endBefore, context);
  const end = after.length - (before.length - to);
  const linesAbove = countLineFeeds(before.subarray(0, from));
  return { before: before.subarray(from, to), after: after.subarray(from, end), linesAbove };
}

/** {@link unifiedDiff} of two texts. @param linesAbove lines of the files that stand before both. */
export function textDiff(before: string, after: string, limits: DiffLimits = shortDiff, linesAbove = 0): string {
  const region = changedRegion(diffLinesOf(before), diffLinesOf(after));
  const out: string[] = [];
  for (const hunk of hunksOf(region.before, region.after)) {
    // Of no lines the format names the line before them.
    const place = (start: number, lines: number) =>
      `${start + linesAbove + region.from - (lines === 0 ? 1 : 0)},${lines}`;
    out.push(`@@ -${place(hunk.oldStart, hunk.oldLines)} +${place(hunk.newStart, hunk.newLines)} @@`);
    for (const line of hunk.lines) out.push(line);
  }
  if (out.length === 0 && before !== after) return "(only the line break at the end of the file differs)";
  const cut = out.slice(0, limits.lines).map((line) => shorten(line.replace(/\r$/, "␍"), limits.columns));
  if (out.length > limits.lines) cut.push(`… ${out.length - limits.lines} more lines`);
  return cut.join("\n");
}

/** Lines that differ beyond which none are looked for that stayed the same. */
const maxDifferent = 4000;

type Hunk = Pick<StructuredPatchHunk, "oldStart" | "oldLines" | "newStart" | "newLines" | "lines">;

/** One that takes away all lines and puts in all others. */
const replacing = (before: readonly string[], after: readonly string[]): Hunk => ({
  oldStart: 1,
  oldLines: before.length,
  newStart: 1,
  newLines: after.length,
  lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
});

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0 || after.length === 0) return [replacing(before, after)];
  const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  const limits = { context, maxEditLength: maxDifferent };
  const patch = structuredPatch("", "", joined(before), joined(after), "", "", limits);
  return patch?.hunks ?? [replacing(before, after)];
}

const shorten = (line: string, columns: number) => (line.length > columns ? `${line.slice(0, columns)}…` : line);
