/** Which bytes that programs print are shown as text, and how those among them that are none (SH-12). */
import { contentOf } from "./contentType";

/** Bytes by which output is told from text (SH-12). */
export const printedHeadBytes = 512;

const unknownKind = "unknown kind";

/** Share of bytes that are no text above which nothing is shown; the first two of them never hide the rest. */
const [maxOddShare, alwaysShown] = [0.1, 2];

/** Share of NULs that are taken for the ends of names: three characters each. */
const maxEndShare = 0.25;

const nul = 0;

/** No key that a terminal would obey: bell, backspace, tab, the ends of lines and pages, and escape. */
const isControl = (byte: number) => byte < 32 && byte !== nul && !(byte >= 7 && byte <= 13) && byte !== 27;

const count = (bytes: Uint8Array, is: (byte: number, at: number) => boolean) =>
  bytes.reduce((sum, byte, at) => sum + (is(byte, at) ? 1 : 0), 0);

/** NULs, unless each ends a name, as `-z` and `-print0` have it. */
function oddNuls(head: Uint8Array): number {
  const nuls = count(head, (byte) => byte === nul);
  const isList = nuls <= head.length * maxEndShare && !head.some((byte, at) => byte === nul && head[at + 1] === nul);
  return isList ? 0 : nuls;
}

/** A character cut off at the end does no harm. */
const invalidBytes = (head: Uint8Array): number =>
  new TextDecoder().decode(head, { stream: true }).split("\ufffd").length - 1;

/**
 * What kind of content bytes are that are better not shown as text; undefined for text, also with a few bytes in it that are
 * none.
 * @param bytes from the start of an output, of which the first {@link printedHeadBytes} count.
 */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, printedHeadBytes);
  const kind = contentOf(head)?.name;
  if (kind !== undefined && kind !== unknownKind) return kind;
  const odd = oddNuls(head) + count(head, isControl) + invalidBytes(head);
  return odd > Math.max(alwaysShown, head.length * maxOddShare) ? unknownKind : undefined;
}

/** Said in place of bytes that are no text. */
export const binaryNotice = (kind: string, bytes: number): string =>
  `[binary output (${kind}, ${bytes} bytes) not shown: ${kind === unknownKind ? ofText : ""}redirect it to a file]`;

const converted = "iconv -f windows-1252 -t utf-8";

/** Output in another encoding than UTF-8 is told from other bytes by nobody but whoever knows the file (SH-12). */
const ofText = `if it is text in another encoding, run it through iconv (${converted}), else `;

/** Text with its NULs to be seen, and in a line at its end what stands for bytes that are no text. */
export function withOddBytes(text: string): string {
  const notes = [
    ...(text.includes("\0") ? ["␀ stands for a NUL byte"] : []),
    ...(text.includes("\ufffd")
      ? [`\ufffd stands for bytes that are not UTF-8: ${converted} may make them readable`]
      : []),
  ];
  if (notes.length === 0) return text;
  return `${text.replaceAll("\0", "␀")}${text.endsWith("\n") ? "" : "\n"}[${notes.join("; ")}]\n`;
}
