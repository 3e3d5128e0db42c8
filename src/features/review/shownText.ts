import type { WriteEffect } from "../../core/vocabulary/effect";
import {
  detectEncoding,
  type Encoding,
  encode,
  losslessEncoding,
  mustHold,
  textOf,
} from "../../lib/edits/text/encoding";
import { isLegacy } from "../../lib/edits/text/legacyEncoding";
import { keepGivenEndings } from "../../lib/edits/text/lineEndings";

/** How the texts of a write are shown to somebody who may change what is proposed. */
export interface ShownText {
  /** True for contents that would not be stored as they were once they are shown as text. */
  readonly isBinary: boolean;
  /** The encoding of files that are shown in another one, since VS Code may know nothing of theirs. */
  readonly storedAs?: Encoding;
}

/**
 * Tells what must be done so that typing into a proposal changes nothing but what is typed. An editor that knows no encoding
 * takes a text for UTF-8, and stores U+FFFD in the place of every letter that it cannot read.
 */
export function shownText({ target, before, after, encoding }: WriteEffect): ShownText {
  const encodings = new Set<Encoding>();
  try {
    for (const bytes of [before, after]) if (bytes) encodings.add(losslessEncoding(bytes, target.shown, encoding));
  } catch {
    return { isBinary: true };
  }
  const storedAs = [...encodings].find(isLegacy);
  return { isBinary: false, ...(storedAs && { storedAs }) };
}

/** A stored text in UTF-8 with a mark, which comes before every setting. */
export const toShown = (stored: Uint8Array, storedAs: Encoding): Uint8Array =>
  encode(textOf(stored, storedAs), "utf8bom");

/**
 * What was typed into a proposal as the file is to be stored: lines that nobody changed keep their endings, of which an editor
 * knows one for all.
 * @param text as the editor stores it. @param storedAs see {@link ShownText}.
 * @throws ToolError `invalid_input` when the encoding has not all of its letters.
 */
export function fromShown(text: Uint8Array, { target, before, after }: WriteEffect, storedAs?: Encoding): Uint8Array {
  const shownAs = detectEncoding(text);
  const encoding = storedAs ?? shownAs;
  const stored = (bytes: Uint8Array = new Uint8Array()) => textOf(bytes, storedAs ?? detectEncoding(bytes));
  const typed = textOf(text, shownAs);
  const characters = keepGivenEndings(typed, stored(after), stored(before));
  mustHold(encoding, characters, target.shown);
  return encode(characters, encoding);
}
