/** Bytes to text and back without losing any (D-9). */
import { isUtf8 } from "node:buffer";
import { ToolError } from "../../../core/vocabulary/toolError";
import {
  decodeLegacy,
  encodeLegacy,
  isLegacy,
  type LegacyEncoding,
  legacyDecoder,
  likelyLegacy,
  losslessLegacy,
} from "./legacyEncoding";

type UnicodeEncoding = "utf8" | "utf8bom" | "utf16le" | "utf16be";

/** How a file's text is stored: Unicode with or without a mark, or what VS Code's `files.encoding` calls it. */
export type Encoding = UnicodeEncoding | LegacyEncoding;

const boms: Readonly<Record<UnicodeEncoding, readonly number[]>> = {
  utf8: [],
  utf8bom: [0xef, 0xbb, 0xbf],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
};

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.length > 0 && mark.every((byte, index) => bytes[index] === byte);

/** The encoding that the byte order mark names; UTF-8 without one. */
export const detectEncoding = (bytes: Uint8Array): UnicodeEncoding =>
  (["utf8bom", "utf16le", "utf16be"] as const).find((name) => startsWith(bytes, boms[name])) ?? "utf8";

/** The byte order mark; empty where there is none. */
const markOf = (encoding: Encoding): readonly number[] => (isLegacy(encoding) ? [] : boms[encoding]);

/** Length of the byte order mark. */
export const bomLength = (encoding: Encoding): number => markOf(encoding).length;

/** The mark of UTF-32, which starts as that of UTF-16 LE does. */
const utf32 = [0xff, 0xfe, 0, 0];

/**
 * Whether bytes are better not shown as text: a NUL in the first 4,096, unless a mark says UTF-16 (RD-9, C-12).
 * @param nulBytes how many of the first bytes are looked at for a NUL.
 */
export const looksBinary = (head: Uint8Array, nulBytes = 4096): boolean => {
  const encoding = detectEncoding(head);
  if (encoding === "utf16le") return startsWith(head, utf32);
  return encoding !== "utf16be" && head.subarray(0, nulBytes).includes(0);
};

const decoderLabel = { utf8: "utf-8", utf8bom: "utf-8", utf16le: "utf-16le", utf16be: "utf-16be" } as const;

/** Decodes what a file holds after its mark in pieces; a character across two pieces comes out whole. */
export interface TextDecoding {
  /** What is not valid becomes U+FFFD. */
  write(piece: Uint8Array): string;
  /** What an unfinished character at the end becomes. */
  end(): string;
}

/** A decoder for showing a stream; it takes no mark off, so begin {@link bomLength} bytes into the file. */
export function decoderOf(encoding: Encoding): TextDecoding {
  if (isLegacy(encoding)) return legacyDecoder(encoding);
  const decoder = new TextDecoder(decoderLabel[encoding], { ignoreBOM: true });
  return { write: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}

/** True when bytes begin as UTF-8 does; a character may be cut off at the end. */
export function beginsAsUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 with a fault here and there, which no other encoding should be guessed for: most of its characters are whole. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = textOf(bytes, "utf8");
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) broken++;
    else if (unit >= 0x80) whole++;
  }
  return whole > broken;
}

/**
 * How a file is best shown, from its first bytes: its mark, else what is configured for it, else UTF-8, else what its
 * bytes look like. More bytes make a better guess; where it matters, {@link decode} judges the whole.
 * @param configured label of `FilePort.encodingOf`.
 */
export function encodingOfHead(head: Uint8Array, configured?: string): Encoding {
  const marked = detectEncoding(head);
  if (marked !== "utf8" || looksBinary(head)) return marked;
  if (configured !== undefined && isLegacy(configured)) return configured;
  return beginsAsUtf8(head) || isDamagedUtf8(head) ? "utf8" : (likelyLegacy(head)[0] ?? "utf8");
}

/** Text and how it was stored; the mark is not part of the text. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

const notText = (message: string, shown: string) => new ToolError("not_text", message, { shown });

/**
 * How a file is stored, such that its text could be written back as the same bytes: by its mark, else as configured, else
 * UTF-8, else what its bytes look like.
 * @param shown the file's name for the message. @param configured label of `FilePort.encodingOf`.
 * @throws ToolError `not_text` when there is no such encoding.
 */
export function losslessEncoding(bytes: Uint8Array, shown: string, configured?: string): Encoding {
  if (looksBinary(bytes)) throw notText(`${shown} is a binary file: it cannot be changed as text.`, shown);
  const marked = detectEncoding(bytes);
  if (marked.startsWith("utf16")) {
    if (!isUtf16(bytes, marked)) throw notText(damaging(shown, "valid UTF-16 text"), shown);
    return marked;
  }
  if (
    marked === "utf8" &&
    configured !== undefined &&
    isLegacy(configured) &&
    losslessLegacy(bytes, configured) !== undefined
  )
    return configured;
  if (isUtf8(bytes)) return marked;
  const candidates = marked === "utf8bom" || isDamagedUtf8(bytes) ? [] : likelyLegacy(bytes);
  const legacy = candidates.find((name) => losslessLegacy(bytes, name) !== undefined);
  if (!legacy) throw notText(damaging(shown, "valid UTF-8 text, nor text in a recognisable encoding"), shown);
  return legacy;
}

const damaging = (shown: string, what: string) =>
  `${shown} is not ${what}: it is left alone because changing it would damage it.`;

function isUtf16(bytes: Uint8Array, encoding: UnicodeEncoding): boolean {
  try {
    new TextDecoder(decoderLabel[encoding], { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** {@link losslessEncoding}, and the text. */
export function decode(bytes: Uint8Array, shown: string, configured?: string): DecodedText {
  const encoding = losslessEncoding(bytes, shown, configured);
  return { text: textOf(bytes, encoding), encoding };
}

/** The text of a file whose encoding is known; what is not valid becomes U+FFFD. */
export function textOf(bytes: Uint8Array, encoding: Encoding): string {
  if (isLegacy(encoding)) return decodeLegacy(bytes, encoding);
  return new TextDecoder(decoderLabel[encoding], { ignoreBOM: true }).decode(bytes.subarray(bomLength(encoding)));
}

/** Encodes text without a mark, as a piece of a file in this encoding. Lone surrogates become U+FFFD in UTF-8. */
export function encodePiece(text: string, encoding: Encoding): Buffer {
  if (isLegacy(encoding)) return encodeLegacy(text, encoding);
  if (encoding === "utf8" || encoding === "utf8bom") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf16be" ? bytes.swap16() : bytes;
}

/** Encodes a whole file's text, mark included. */
export const encode = (text: string, encoding: Encoding): Buffer =>
  Buffer.concat([Uint8Array.from(markOf(encoding)), encodePiece(text, encoding)]);

/**
 * Refuses text that a file's encoding cannot hold.
 * @throws ToolError `invalid_input` with the characters.
 */
export function mustHold(encoding: Encoding, text: string, shown: string): void {
  if (!isLegacy(encoding)) return;
  const lost = [...new Set(text)].filter((char) => decodeLegacy(encodeLegacy(char, encoding), encoding) !== char);
  if (lost.length === 0) return;
  const named = lost.slice(0, 10).map((char) => `${JSON.stringify(char)} (U+${hex(char)})`);
  const more = lost.length > 10 ? ` and ${lost.length - 10} more` : "";
  throw new ToolError(
    "invalid_input",
    `${shown} is stored as ${encoding}, which has no ${named.join(", ")}${more}: leave that out, or ask the person to store the file as UTF-8.`,
    { shown, encoding, characters: lost },
  );
}

const hex = (char: string) => (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
