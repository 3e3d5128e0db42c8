/**
 * One writer of a file at a time among the hosts of a person, and what killed writers left (D-9). Hosts may have state
 * folders that do not know each other, so the locks lie in a temporary folder that belongs to the person.
 */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { lstat, readdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import { type LockTimes, removeLeftBehind, underLock } from "./fileLock";
import { isLeftover } from "./temporaryFile";

/** A large file on a slow disk takes its time; whoever waits longer is told. */
const times: LockTimes = { waitMs: 20_000, stale: 120_000, unnamed: 1000 };

const lockEnding = ".lock";

const user = () => process.geteuid?.();

/**
 * The same for all hosts of a person, whatever their TMPDIR; commands in a sandbox have others. In memory where that is possible:
 * a lock lives for milliseconds, and on a disk thousands of them make each other slow, since some file systems look through all
 * files that were just removed for each one that is made.
 */
const lockFolders = () => {
  const tops = process.platform === "linux" ? ["/dev/shm", "/tmp"] : [tmpdir()];
  return tops.map((top) => join(top, `toolcrib-${user() ?? "locks"}`));
};

/** False where there is none, or one of another user, who could hold every lock. */
function isOurs(folder: string): boolean {
  try {
    const found = lstatSync(folder);
    const isPrivate = user() === undefined || (found.uid === user() && (found.mode & 0o077) === 0);
    return found.isDirectory() && isPrivate;
  } catch {
    return false;
  }
}

function canBeMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there can be none, so that nothing is locked. */
const lockFolder = () => lockFolders().find((folder) => canBeMade(folder) && isOurs(folder));

/** Removes a file that a killed writer left; nothing else, whatever a lock names. Never rejects. */
async function removeTemporary(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  const isOurs = found?.isFile() && (user() === undefined || found.uid === user());
  if (isOurs && isLeftover(basename(path))) await unlink(path).catch(() => undefined);
}

/**
 * Writes a file while no other host of the person writes it. Where no lock can be made it is written without.
 * @param path real path of the file.
 * @param temporary name of the file that the write makes beside it, which is removed later if this process is killed.
 * @param shown for messages.
 * @throws ToolError `stale` when another host does not finish; and what `write` throws.
 */
export async function asOnlyWriter<T>(
  path: string,
  temporary: string,
  shown: string,
  write: () => Promise<T>,
): Promise<T> {
  const folder = lockFolder();
  if (folder === undefined) return write();
  const lock = join(folder, createHash("sha256").update(path).digest("hex").slice(0, 32) + lockEnding);
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return write();
  };
  const note = { note: join(dirname(path), temporary), onLeft: removeTemporary };
  return underLock(lock, begin, times, note).catch((error: NodeJS.ErrnoException) => {
    if (hasBegun) throw error;
    if (error.code !== undefined) return write();
    throw new ToolError("stale", `Another process is writing ${shown}, so nothing was written: try again.`);
  });
}

/** Removes what killed writers left, wherever that is. Never rejects. */
export async function removeLeftWrites(): Promise<void> {
  for (const folder of lockFolders().filter(isOurs)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(lockEnding));
    for (const name of names)
      await removeLeftBehind(join(folder, name), times, { onLeft: removeTemporary }).catch(() => false);
  }
}
