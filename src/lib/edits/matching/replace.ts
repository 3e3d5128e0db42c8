/** Replacing what an edit means in a file's bytes; nothing outside a match changes (ED-5, ED-13, ED-15). */
import { countLineFeeds } from "../text/countLineFeeds";
import { bomLength, type Encoding, encodePiece, textOf } from "../text/encoding";
import { withLineEnding } from "../text/lines";
import { matchInText, type TextChange } from "./matchStages";
import { occurrences } from "./occurrences";

/** Bytes [start, end) of a file to replace. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** What was found, and what to put there. */
export interface Match {
  /** In order and without overlap; empty when nothing was found. */
  readonly changes: readonly Change[];
  /** 1-based line of each change, counted by line feeds (ED-6). */
  readonly lines: readonly number[];
  /** The new text as the places need it, for checking that the encoding can hold it. */
  readonly texts: readonly string[];
  /** How the match differs from the given text; undefined when it is exact. */
  readonly inexact?: string;
}

/**
 * Finds an edit's old text, by the first stage that finds it (see stages.ts).
 * @param inexact false: only exactly, or with other line endings (C-17).
 */
export function findMatch(file: Buffer, encoding: Encoding, oldText: string, newText: string, inexact: boolean): Match {
  const quick =
    encoding === "utf8" || encoding === "utf8bom" ? matchInBytes(file, encoding, oldText, newText) : undefined;
  if (quick) return quick;
  const text = textOf(file, encoding);
  const match = matchInText(text, { oldText, newText }, inexact);
  return {
    changes: toBytes(text, encoding, match.changes),
    lines: linesOf(text, match.changes),
    texts: [...new Set(match.changes.map((change) => change.text))],
    ...(match.inexact && { inexact: match.inexact }),
  };
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * An exact match in UTF-8, or one with the file's line endings, without decoding the file: most edits are one (D-9).
 * @returns undefined where nothing is found in this way, or the text may also stand there with other line endings.
 */
function matchInBytes(file: Buffer, encoding: Encoding, oldText: string, newText: string): Match | undefined {
  if (oldText.includes("\n") && hasMixedEndings(file)) return undefined;
  const exact = placesOf(file, encoding, oldText);
  if (exact.length > 0) {
    const single = !/[\r\n]/.test(oldText) && newText.includes("\n") && !newText.includes("\r");
    return asMatch(file, exact, oldText, single && isAllCrlf(file) ? withLineEnding(newText, "\r\n") : newText);
  }
  if (/\r(?!\n)/.test(oldText)) return undefined;
  for (const [ending, name] of [
    ["\r\n", "CRLF"],
    ["\n", "LF"],
  ] as const) {
    const styled = withLineEnding(oldText, ending);
    const places = styled === oldText ? [] : placesOf(file, encoding, styled);
    if (places.length > 0)
      return {
        ...asMatch(file, places, styled, withLineEnding(newText, ending)),
        inexact: `the file's ${name} line endings were used`,
      };
  }
  return undefined;
}

/** Where the text stands without beginning or ending in the middle of a CRLF. */
function placesOf(file: Buffer, encoding: Encoding, text: string): number[] {
  const mark = bomLength(encoding);
  const body = file.subarray(mark);
  const accept = (start: number, end: number) =>
    !(text.startsWith("\n") && body[start - 1] === CR) && !(text.endsWith("\r") && body[end] === LF);
  return occurrences(body, Buffer.from(text), accept).map((at) => at + mark);
}

function isAllCrlf(file: Buffer): boolean {
  let feed = file.indexOf(LF);
  if (feed === -1) return false;
  for (; feed !== -1; feed = file.indexOf(LF, feed + 1)) if (file[feed - 1] !== CR) return false;
  return true;
}

const hasMixedEndings = (file: Buffer) => file.includes("\r\n") && !isAllCrlf(file);

function asMatch(file: Buffer, places: readonly number[], found: string, replacement: string): Match {
  const length = Buffer.byteLength(found);
  const bytes = Buffer.from(replacement);
  const changes = places.map((start) => ({ start, end: start + length, bytes }));
  return { changes, lines: linesOf(file, changes), texts: [replacement] };
}

/** Places of a text as places in its bytes: the bytes in between are counted, each once. */
export function toBytes(text: string, encoding: Encoding, changes: readonly TextChange[]): Change[] {
  let unit = 0;
  let byte = bomLength(encoding);
  const advance = (to: number) => {
    byte += sizeOf(text.slice(unit, to), encoding);
    unit = to;
    return byte;
  };
  return changes.map((change) => ({
    start: advance(change.start),
    end: advance(change.end),
    bytes: encodePiece(change.text, encoding),
  }));
}

const sizeOf = (text: string, encoding: Encoding) =>
  encoding === "utf8" || encoding === "utf8bom" ? Buffer.byteLength(text) : encodePiece(text, encoding).length;

/** 1-based line of each place, in order. */
export function linesOf(text: Buffer | string, changes: readonly { readonly start: number }[]): number[] {
  const feedsUpTo =
    typeof text === "string"
      ? feedCounter(text)
      : (from: number, to: number) => countLineFeeds(text.subarray(from, to));
  let line = 1;
  let from = 0;
  return changes.map(({ start }) => {
    line += feedsUpTo(from, start);
    from = start;
    return line;
  });
}

/** Counts line feeds from where it stopped; a feed far ahead is looked for once. */
function feedCounter(text: string): (from: number, to: number) => number {
  let feed = text.indexOf("\n");
  return (_from, to) => {
    let count = 0;
    for (; feed !== -1 && feed < to; feed = text.indexOf("\n", feed + 1)) count++;
    return count;
  };
}

/** The file with every change made; changes are in order and do not overlap. */
export function splice(file: Uint8Array, changes: readonly Change[]): Buffer {
  const growth = changes.reduce((sum, { start, end, bytes }) => sum + bytes.length - (end - start), 0);
  const result = Buffer.allocUnsafeSlow(file.length + growth);
  let from = 0;
  let to = 0;
  for (const { start, end, bytes } of changes) {
    result.set(file.subarray(from, start), to);
    to += start - from;
    result.set(bytes, to);
    to += bytes.length;
    from = end;
  }
  result.set(file.subarray(from), to);
  return result;
}
