/** The text of a file, as ripgrep takes it. */

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * In UTF-8 and without its mark; bytes that are no UTF-8 stay as they are. A mark of UTF-16 names the encoding.
 * @returns undefined for a binary file, which is one with a NUL.
 */
export function fileTextOf(bytes: Uint8Array): Buffer | undefined {
  const [first, second] = bytes;
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  const text = marked
    ? Buffer.from(new TextDecoder(marked).decode(bytes))
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (text.includes(0)) return undefined;
  return text.subarray(0, utf8Mark.length).equals(utf8Mark) ? text.subarray(utf8Mark.length) : text;
}
