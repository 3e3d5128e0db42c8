/** Random texts as files hold them. */
import fc from "fast-check";
import { type Encoding, encode } from "../../../src/lib/edits/text/encoding";

export const encodings = ["utf8", "utf8bom", "utf16le", "utf16be"] as const;

/** Characters that make trouble: of every UTF-8 length, every line ending, replacement patterns, a mark in the middle. */
const character = fc.constantFrom(
  "a",
  "b",
  " ",
  "\t",
  "é",
  "€",
  "😀",
  "\n",
  "\r\n",
  "\r",
  "$",
  "&",
  "\\",
  "\ufeff",
  "\u2028",
);

export const text = fc.array(character, { maxLength: 40 }).map((pieces) => pieces.join(""));
/** Short, so that it occurs often. */
export const needle = fc.array(character, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
export const encoding = fc.constantFrom(...encodings);

/** A text, how it is stored, and the bytes. A text that starts with a mark would be taken for its own. */
export const file = fc
  .tuple(text, encoding)
  .filter(([content]) => !content.startsWith("\ufeff"))
  .map(([content, how]: [string, Encoding]) => ({ content, how, bytes: encode(content, how) }));

/** Cuts bytes at random places. */
export const cuts = (bytes: Uint8Array): fc.Arbitrary<Uint8Array[]> =>
  fc.array(fc.nat(bytes.length), { maxLength: 10 }).map((places) => {
    const sorted = [...places].sort((a, b) => a - b);
    return [...sorted, bytes.length].map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
  });
