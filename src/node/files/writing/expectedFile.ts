/** A file that holds what is expected of it. */
import { type BigIntStats, constants } from "node:fs";
import { FileInPlace } from "../opened/fileInPlace";
import { noFollow, noWait } from "../opened/openFlags";
import { wholeInPlace } from "../reading/regularFile";
import { type Replacement, stale } from "./replacement";

function openOld(path: string, shown: string): FileInPlace {
  try {
    return FileInPlace.open(path, constants.O_RDONLY | noFollow | noWait);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw stale(shown, "was deleted");
    if (code === "ELOOP") throw stale(shown, "became a link");
    throw error;
  }
}

/** The file, and what the system said of it before its bytes were compared: a change after that shows. */
export async function openExpected(
  path: string,
  { shown, before }: Replacement & { before: Uint8Array },
): Promise<{ file: FileInPlace; stat: BigIntStats }> {
  const file = openOld(path, shown);
  try {
    const stat = file.stat();
    if (!(await holds(file, stat, before))) throw stale(shown, "was changed");
    return { file, stat };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Bytes that are compared at once: a large file is not held a second time for it. */
const compared = 1024 * 1024;

async function holds(file: FileInPlace, found: BigIntStats, expected: Uint8Array): Promise<boolean> {
  if (found.isFile() ? found.size !== BigInt(expected.length) : !found.isDirectory()) return false;
  const small = found.isFile() ? wholeInPlace(file.descriptor, expected.length) : undefined;
  if (small) return small.equals(expected);
  const piece = Buffer.allocUnsafeSlow(Math.min(compared, expected.length + 1));
  for (let at = 0; ; ) {
    // Reading a folder says by itself what is wrong.
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return at === expected.length;
    if (!piece.subarray(0, bytesRead).equals(expected.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
}
