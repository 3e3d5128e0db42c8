/** Bytes to text and back without losing any (D-9). */
import { ToolError } from "../core/toolError";

/** How a file's text is stored. */
export type Encoding = "utf8" | "utf8bom" | "utf16le" | "utf16be";

const boms: Readonly<Record<Encoding, readonly number[]>> = {
  utf8: [],
  utf8bom: [0xef, 0xbb, 0xbf],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
};

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.length > 0 && mark.every((byte, index) => bytes[index] === byte);

/** The encoding that the byte order mark names; UTF-8 without one. */
export const detectEncoding = (bytes: Uint8Array): Encoding =>
  (["utf8bom", "utf16le", "utf16be"] as const).find((name) => startsWith(bytes, boms[name])) ?? "utf8";

/** Length of the byte order mark. */
export const bomLength = (encoding: Encoding): number => boms[encoding].length;

/** The mark of UTF-32, which starts as that of UTF-16 LE does. */
const utf32 = [0xff, 0xfe, 0, 0];

/** Whether bytes are better not shown as text: a NUL in the first 4,096, unless a mark says UTF-16 (RD-9, C-12). */
export const looksBinary = (head: Uint8Array): boolean => {
  const encoding = detectEncoding(head);
  if (encoding === "utf16le") return startsWith(head, utf32);
  return encoding !== "utf16be" && head.subarray(0, 4096).includes(0);
};

const decoderLabel = { utf8: "utf-8", utf8bom: "utf-8", utf16le: "utf-16le", utf16be: "utf-16be" } as const;

/** Text and how it was stored; the mark is not part of the text. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * Decodes a file's bytes.
 * @param shown the file's name for the message.
 * @throws ToolError `not_text` when the text could not be written back as the same bytes.
 */
export function decode(bytes: Uint8Array, shown: string): DecodedText {
  const encoding = detectEncoding(bytes);
  if (looksBinary(bytes))
    throw new ToolError("not_text", `${shown} is a binary file: it cannot be changed as text.`, { shown });
  try {
    const decoder = new TextDecoder(decoderLabel[encoding], { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(bomLength(encoding)));
    return { text, encoding };
  } catch {
    throw new ToolError(
      "not_text",
      `${shown} is not valid ${encoding.startsWith("utf16") ? "UTF-16" : "UTF-8"} text: it is left alone because changing it would damage it.`,
      { shown },
    );
  }
}

/** Decodes for showing only: what is not valid becomes U+FFFD. */
export const decodeLoosely = (bytes: Uint8Array): string => {
  const encoding = detectEncoding(bytes);
  return new TextDecoder(decoderLabel[encoding], { ignoreBOM: true }).decode(bytes.subarray(bomLength(encoding)));
};

/** Encodes text without a mark, as a piece of a file in this encoding. Lone surrogates become U+FFFD in UTF-8. */
export function encodePiece(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf8" || encoding === "utf8bom") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf16be" ? bytes.swap16() : bytes;
}

/** Encodes a whole file's text, mark included. */
export const encode = (text: string, encoding: Encoding): Buffer =>
  Buffer.concat([Uint8Array.from(boms[encoding]), encodePiece(text, encoding)]);
