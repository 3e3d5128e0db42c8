/** Finding and replacing exact text in a file's bytes; nothing outside a match changes (ED-5, ED-13, ED-15). */
import { bomLength, type Encoding, encodePiece } from "./encoding";

/** A match as [start, end) in bytes. */
export type ByteRange = readonly [start: number, end: number];

/** All places of a text, left to right without overlap. */
export function findAll(file: Buffer, text: string, encoding: Encoding): ByteRange[] {
  const needle = encodePiece(text, encoding);
  const unit = encoding.startsWith("utf16") ? 2 : 1;
  const found: ByteRange[] = [];
  if (needle.length === 0) return found;
  let at = file.indexOf(needle, bomLength(encoding));
  while (at !== -1) {
    const aligned = (at - bomLength(encoding)) % unit === 0;
    if (aligned) found.push([at, at + needle.length]);
    at = file.indexOf(needle, aligned ? at + needle.length : at + 1);
  }
  return found;
}

/** What was found, and the new text in the form the place needs. */
export interface Match {
  readonly ranges: readonly ByteRange[];
  readonly replacement: string;
  /** How the match differs from the given text; undefined when it is exact. */
  readonly inexact?: string;
}

/** Matches that do not begin or end in the middle of a CRLF: replacing half of a line ending would leave the other half. */
function findWhole(file: Buffer, text: string, encoding: Encoding): ByteRange[] {
  const found = findAll(file, text, encoding);
  const cr = encodePiece("\r", encoding);
  const lf = encodePiece("\n", encoding);
  const splitsBefore = ([start]: ByteRange) =>
    text.startsWith("\n") && file.subarray(start - cr.length, start).equals(cr);
  const splitsAfter = ([, end]: ByteRange) => text.endsWith("\r") && file.subarray(end, end + lf.length).equals(lf);
  return found.filter((range) => !splitsBefore(range) && !splitsAfter(range));
}

/**
 * Finds `oldText` exactly, or else with the file's line endings in place of the given ones (ED-7).
 */
export function findMatch(file: Buffer, encoding: Encoding, oldText: string, newText: string): Match {
  const exact = findWhole(file, oldText, encoding);
  if (exact.length > 0) return { ranges: exact, replacement: inStyleOf(file, encoding, oldText, newText) };
  // A lone CR is no line ending here, and taking it for half of one would change what is matched.
  if (/\r(?!\n)/.test(oldText)) return { ranges: [], replacement: newText };
  for (const [style, name] of [
    ["\r\n", "CRLF"],
    ["\n", "LF"],
  ] as const) {
    const ranges = findWhole(file, withLineEnding(oldText, style), encoding);
    if (ranges.length > 0)
      return {
        ranges,
        replacement: withLineEnding(newText, style),
        inexact: `the file's ${name} line endings were used`,
      };
  }
  return { ranges: [], replacement: newText };
}

/** A one-line match says nothing about line endings: new lines put into a CRLF file are CRLF too. */
function inStyleOf(file: Buffer, encoding: Encoding, oldText: string, newText: string): string {
  if (/[\r\n]/.test(oldText) || !newText.includes("\n") || newText.includes("\r")) return newText;
  const crlf = file.indexOf(encodePiece("\r\n", encoding)) !== -1;
  const bareLf = hasBareLineFeed(file, encoding);
  return crlf && !bareLf ? withLineEnding(newText, "\r\n") : newText;
}

const hasBareLineFeed = (file: Buffer, encoding: Encoding) =>
  findAll(file, "\n", encoding).length > findAll(file, "\r\n", encoding).length;

/** The text with every line ending replaced. */
export const withLineEnding = (text: string, ending: "\n" | "\r\n"): string => text.replace(/\r\n|\n/g, () => ending);

/** The file with every range replaced; ranges are in order and do not overlap. */
export function splice(file: Buffer, ranges: readonly ByteRange[], replacement: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    pieces.push(file.subarray(from, start), replacement);
    from = end;
  }
  pieces.push(file.subarray(from));
  return Buffer.concat(pieces);
}

/** 1-based line of each range, counted by line feeds (ED-6). */
export function linesOf(file: Buffer, encoding: Encoding, ranges: readonly ByteRange[]): number[] {
  const feeds = findAll(file, "\n", encoding).map(([start]) => start);
  let passed = 0;
  return ranges.map(([start]) => {
    while (passed < feeds.length && (feeds[passed] as number) < start) passed++;
    return passed + 1;
  });
}
