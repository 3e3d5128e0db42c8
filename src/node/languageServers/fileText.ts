/** What a file holds, read again only where it may have changed since. */
import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { settledState } from "../files/settledState";

/** Milliseconds in which a file can change twice and have the same times: FAT counts in steps of two seconds. */
const coarsestMs = 2000;

/** A text, and by what it is known to be the file's still. */
export interface FileText {
  readonly text: string;
  /** Undefined for a file that had changed only just before. */
  readonly stamp: string | undefined;
}

function stampOf(path: string): string | undefined {
  try {
    return settledState(statSync(path, { bigint: true }), coarsestMs);
  } catch {
    return undefined;
  }
}

const marked: readonly (readonly [mark: string, encoding: string])[] = [
  ["\xff\xfe", "utf-16le"],
  ["\xfe\xff", "utf-16be"],
];

/** As the tools read it, whatever a server would have read by itself: it answers with places in the text that it is told. */
function decoded(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 2);
  const [, encoding] = marked.find(([mark]) => mark === start) ?? [];
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") && !isUtf8(bytes) ? windows1252(bytes) : text;
}

/** Of the bytes from 0x80 on that are no control characters there; Node's own decoder takes them for Latin-1. */
const fromWindows = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const windows1252 = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\x80-\x9f]/g, (byte) => fromWindows.charAt(byte.charCodeAt(0) - 0x80));

/** @param known what it held before, which is returned where it is the same. @throws the system's error. */
export async function readText(path: string, known?: FileText): Promise<FileText> {
  // Taken first: what changes while it is read has another one the next time.
  const stamp = stampOf(path);
  if (known && stamp !== undefined && stamp === known.stamp) return known;
  return { text: decoded(await readFile(path)), stamp };
}
