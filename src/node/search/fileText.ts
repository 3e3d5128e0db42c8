/** The text of a file, as ripgrep takes it. */
import { isUtf8 } from "node:buffer";

/** Stands for bytes that are no UTF-8: no pattern matches it, as none matches such bytes (patternTree.ts). */
const noText = "\udfff";
const replacement = "\ufffd";
const replacementBytes = Buffer.from(replacement);

/** Undefined for a binary file. A mark names the encoding; without one it is UTF-8, and a NUL makes the file binary. */
export function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  if (marked) {
    const text = new TextDecoder(marked).decode(bytes);
    return text.includes("\0") ? undefined : withoutMark(text);
  }
  if (bytes.includes(0)) return undefined;
  return withoutMark(isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : withReplacements(Buffer.from(bytes)));
}

const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

/** Keeps what decoding replaces apart from what was a replacement character all along. */
function withReplacements(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = bytes.indexOf(replacementBytes); at !== -1; at = bytes.indexOf(replacementBytes, from)) {
    parts.push(bytes.toString("utf8", from, at));
    from = at + replacementBytes.length;
  }
  parts.push(bytes.toString("utf8", from));
  return parts.map((part) => part.replaceAll(replacement, noText)).join(replacement);
}

/** A line as it is shown. */
export const shownLine = (line: string): string => line.replaceAll(noText, replacement);
