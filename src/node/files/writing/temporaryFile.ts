/** The file that a write makes beside the one that it creates or replaces, until it takes its place (D-9). */
import { randomBytes } from "node:crypto";
import { fchmodSync, fchownSync, fstatSync } from "node:fs";
import { constants, copyFile, link, unlink } from "node:fs/promises";
import { FileInPlace } from "../opened/fileInPlace";
import { noFollow } from "../opened/openFlags";
import type { OpenFolder } from "../opened/openFolder";

/** What a new file has in common with the one that it replaces. */
export interface Likeness {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Nothing is written where it cannot have this owner and group. */
  readonly isOwnerNeeded?: boolean;
}

/** A name that no other file has. @param name of the file that is written. */
export const temporaryFor = (name: string) => `.${name.slice(0, 50)}.${randomBytes(6).toString("hex")}.tmp`;

/** True for such a name, and so for what a process left that was killed while it wrote. */
export const isLeftover = (name: string): boolean => /^\..*\.[0-9a-f]{12}\.tmp$/.test(name);

/** The same for what was to take the place of one of some names. */
export function isLeftoverOf(names: readonly string[]): (name: string) => boolean {
  const beginnings = new Set(names.map((name) => name.slice(0, 50)));
  return (name) => isLeftover(name) && beginnings.has(name.slice(1, -".000000000000.tmp".length));
}

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;

/**
 * Writes all bytes to a new file in the folder; it is gone again when this fails.
 * @param mtimeMs see FileInPlace.setTime.
 * @param stage takes over the open file, and brings its bytes to the disk; by default that is done at once.
 * @returns false where nothing was written, see Likeness.
 */
export async function writeBeside(
  folder: OpenFolder,
  temporary: string,
  bytes: Uint8Array,
  like: Likeness | undefined,
  mtimeMs?: number,
  stage?: (file: FileInPlace) => void,
): Promise<boolean> {
  const path = folder.at(temporary);
  // Until it is like the file whose place it takes, nobody else may read in it what they may not read there.
  const file = FileInPlace.open(path, flags, like ? 0o600 : 0o666);
  try {
    if (!isOwned(file, like) && like?.isOwnerNeeded) {
      await file.close();
      await unlink(path);
      return false;
    }
    await file.write(bytes);
    if (like) fchmodSync(file.descriptor, like.mode & 0o7777);
    file.setTime(mtimeMs);
    if (stage) stage(file);
    else {
      await file.sync();
      await file.close();
    }
    return true;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  }
}

/** Gives a file the owner and group that are wanted, or one of them (D-9). True where it has both. */
function isOwned({ descriptor }: FileInPlace, { uid, gid }: Partial<Likeness> = {}): boolean {
  if (uid === undefined || gid === undefined) return true;
  // Only a privileged user may give a file away, but to a group of their own anybody may.
  if (isGiven(descriptor, uid, gid)) return true;
  isGiven(descriptor, -1, gid);
  // Some file systems let nobody choose, and give all files the same owner.
  const now = fstatSync(descriptor);
  return now.uid === uid && now.gid === gid;
}

/** @param uid -1 for the owner that it has. */
function isGiven(descriptor: number, uid: number, gid: number): boolean {
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** File systems without hard links (exFAT, some network shares) answer with one of these. */
const linksUnknown = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** Gives a complete file its name, unless someone else took that name in the meantime; a rename would replace theirs. */
export async function claim(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (!linksUnknown.has(error.code ?? "")) throw error;
    return copyFile(temporary, path, constants.COPYFILE_EXCL);
  });
}

/** Writes bytes over a file from its start, and cuts off what is left of it. */
export async function putAll(file: FileInPlace, bytes: Uint8Array): Promise<void> {
  await file.write(bytes);
  await file.truncate(bytes.length);
}
