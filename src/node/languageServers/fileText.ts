/** What a file holds, read again only where it may have changed since. */
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

/** Makes a text of a file's bytes, as the tools read it: servers answer with places in the text that they are told. */
export type Decode = (bytes: Uint8Array) => string;

const asUtf8: Decode = (bytes) => new TextDecoder().decode(bytes);

/** @param known what it held before, which is returned where it is the same. @throws the system's error. */
export async function readText(path: string, known?: FileText, decode: Decode = asUtf8): Promise<FileText> {
  // Taken first: what changes while it is read has another one the next time.
  const stamp = stampOf(path);
  if (known && stamp !== undefined && stamp === known.stamp) return known;
  return { text: decode(await readFile(path)), stamp };
}
