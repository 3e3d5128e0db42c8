/** The file that a write makes beside the one that it creates or replaces, until it takes its place (D-9). */
import { randomBytes } from "node:crypto";
import { fchmodSync, fchownSync } from "node:fs";
import { constants, copyFile, link, unlink } from "node:fs/promises";
import { FileInPlace } from "../opened/fileInPlace";
import { noFollow } from "../opened/openFlags";
import type { OpenFolder } from "../opened/openFolder";

/** What a new file has in common with the one that it replaces. */
export interface Likeness {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
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
 */
export async function writeBeside(
  folder: OpenFolder,
  temporary: string,
  bytes: Uint8Array,
  like: Likeness | undefined,
  mtimeMs?: number,
  stage?: (file: FileInPlace) => void,
): Promise<void> {
  const path = folder.at(temporary);
  const file = FileInPlace.open(path, flags, 0o666);
  try {
    await file.write(bytes);
    if (like?.uid !== undefined && like.gid !== undefined) own(file, like.uid, like.gid);
    if (like) fchmodSync(file.descriptor, like.mode & 0o7777);
    file.setTime(mtimeMs);
    if (stage) return stage(file);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  }
}

/** Only a privileged user may keep another's ownership; the content matters more (D-9: owner where possible). */
function own({ descriptor }: FileInPlace, uid: number, gid: number): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // It belongs to this user then.
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
