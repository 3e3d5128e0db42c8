/**
 * Small files of repositories, which anybody may have put there. They are read at once and not in turns with others: a
 * command waits for a dozen of them, and each turn would take longer than the file.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { noWait } from "../files/opened/openFlags";

/** A file that is there and cannot be relied on to be what git will read. */
export class UnreadableFile extends Error {}

const isAbsent = (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

function readPlain(file: number, path: string, most: number): Buffer {
  const stat = fstatSync(file);
  if (!stat.isFile()) throw new UnreadableFile(`${path} is not a regular file`);
  if (stat.size > most) throw new UnreadableFile(`${path} has ${stat.size} bytes`);
  return readFileSync(file);
}

/**
 * What a plain file holds; undefined when there is none.
 * @param most bytes.
 * @throws UnreadableFile when it is larger, no plain file or may not be read; the message is a clause.
 */
export function plainFile(path: string, most: number): Buffer | undefined {
  let file: number | undefined;
  try {
    // Most of those that are asked about are not there, and an error that is thrown takes several times as long as a look.
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    // A named pipe would be waited for.
    file = openSync(path, constants.O_RDONLY | noWait);
    return readPlain(file, path, most);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error instanceof UnreadableFile ? error : new UnreadableFile(`${path} cannot be read`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same as text. @throws UnreadableFile also when it holds what is no text. */
export function plainFileText(path: string, most = 1024 * 1024): string | undefined {
  const text = plainFile(path, most)?.toString("utf8");
  if (text !== undefined && /[\0\ufffd]/.test(text)) throw new UnreadableFile(`${path} is not plain text`);
  return text;
}
