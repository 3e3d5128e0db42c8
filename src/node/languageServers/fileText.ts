/** What a file holds, read again only where it may have changed since. */
import { readFile } from "node:fs/promises";
import { settledStateAt } from "../files/settledState";

/** A text, and by what it is known to be the file's still. */
export interface FileText {
  readonly text: string;
  /** Undefined for a file that had changed only just before. */
  readonly stamp: string | undefined;
}

/** Makes a text of a file's bytes, as the tools read it: servers answer with places in the text that they are told. */
export type Decode = (bytes: Uint8Array) => string;

const asUtf8: Decode = (bytes) => new TextDecoder().decode(bytes);

/** @param known what it held before, which is returned where it is the same. @throws the system's error. */
export async function readText(path: string, known?: FileText, decode: Decode = asUtf8): Promise<FileText> {
  // Taken first: what changes while it is read has another one the next time.
  const stamp = settledStateAt(path);
  if (known && stamp !== undefined && stamp === known.stamp) return known;
  return { text: decode(await readFile(path)), stamp };
}
