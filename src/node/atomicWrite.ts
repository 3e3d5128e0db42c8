/** Replacing a file in one step, or not at all (D-9). */
import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, copyFile, type FileHandle, link, lstat, open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ToolError } from "../core/toolError";
import { type HeldFolder, holdFolder, holdOrMakeFolder } from "./heldFolder";

/** What to replace, and by what; see FilePort.write. */
export interface Replacement {
  /** Real path. */
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits of a file that is created. */
  readonly mode?: number | undefined;
  /** Nothing is to be seen of the write before this is fulfilled; when it fails, nothing is written. */
  readonly ready?: Promise<unknown> | undefined;
}

const stale = (shown: string, what: string) =>
  new ToolError(
    "stale",
    `${shown} ${what} since it was planned, so nothing was written: read it again and repeat the change.`,
  );

const noFollow = constants.O_NOFOLLOW ?? 0;
/** A pipe that took a file's place would otherwise be waited for. */
const noWait = constants.O_NONBLOCK ?? 0;

interface Likeness {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

/** True for the name of a file that a process left which was killed while it wrote. */
export const isLeftover = (name: string): boolean => /^\..*\.[0-9a-f]{12}\.tmp$/.test(name);

/** Writes all bytes to a new file in the folder and returns its name; it is gone again when this fails. */
async function writeBeside(
  folder: HeldFolder,
  name: string,
  bytes: Uint8Array,
  like: Likeness | undefined,
): Promise<string> {
  const temporary = `.${name.slice(0, 50)}.${randomBytes(6).toString("hex")}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
  const file = await open(folder.at(temporary), flags, 0o666);
  try {
    await putAll(file, bytes);
    if (like?.uid !== undefined && like.gid !== undefined)
      await file.chown(like.uid, like.gid).catch(ignoreForeignOwner);
    if (like) await file.chmod(like.mode & 0o7777);
    await file.sync();
    await file.close();
    return temporary;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(folder.at(temporary)).catch(() => {});
    throw error;
  }
}

/** Only a privileged user may keep another's ownership; the content matters more (D-9: owner where possible). */
const ignoreForeignOwner = () => {};

/** File systems without hard links (exFAT, some network shares) answer with one of these. */
const linksUnknown = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** Gives a complete file its name, unless someone else took that name in the meantime; a rename would replace theirs. */
export async function claim(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (!linksUnknown.has(error.code ?? "")) throw error;
    return copyFile(temporary, path, constants.COPYFILE_EXCL);
  });
}

async function create({ path, shown, after, mode, ready }: Replacement & { after: Uint8Array }): Promise<string[]> {
  const { folder, made, unmake } = await holdOrMakeFolder(dirname(path), shown);
  const name = basename(path);
  try {
    const temporary = await writeBeside(folder, name, after, mode === undefined ? undefined : { mode });
    try {
      await ready;
      await claim(folder.at(temporary), folder.at(name));
    } finally {
      await unlink(folder.at(temporary));
    }
    await folder.sync();
    return [...made];
  } catch (error) {
    await unmake();
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw stale(shown, "was created by someone else");
    throw error;
  } finally {
    await folder.close();
  }
}

async function openExpected(
  path: string,
  { shown, before }: Replacement & { before: Uint8Array },
): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | noFollow | noWait).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw stale(shown, "was deleted");
    if (error.code === "ELOOP") throw stale(shown, "became a link");
    throw error;
  });
  try {
    if (!(await holds(file, before))) throw stale(shown, "was changed");
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Bytes that are compared at once: a large file is not held a second time for it. */
const compared = 1024 * 1024;

async function holds(file: FileHandle, expected: Uint8Array): Promise<boolean> {
  const found = await file.stat();
  if (found.isFile() ? found.size !== expected.length : !found.isDirectory()) return false;
  const piece = Buffer.allocUnsafeSlow(Math.min(compared, expected.length + 1));
  for (let at = 0; ; ) {
    // Reading a folder says by itself what is wrong.
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return at === expected.length;
    if (!piece.subarray(0, bytesRead).equals(expected.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
}

interface Held {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly file: FileHandle;
}

async function replace({ folder, name, file }: Held, replacement: Replacement & { after: Uint8Array }): Promise<void> {
  const { shown, after, ready } = replacement;
  const path = folder.at(name);
  const stat = await file.stat({ bigint: true });
  await mustBeWritable(path, shown, stat.mode);
  if (stat.nlink > 1n) return overwrite(path, replacement, stat);
  const like = { mode: Number(stat.mode), uid: Number(stat.uid), gid: Number(stat.gid) };
  const temporary = folder.at(await writeBeside(folder, name, after, like));
  try {
    await ready;
    mustBeSame(stat, await lstat(path, { bigint: true }), shown);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? stale(shown, "was deleted") : error;
  }
  await folder.sync();
}

/** A rename needs no right to the file itself, so that right is asked for: the file is not ours to replace without it. */
async function mustBeWritable(path: string, shown: string, mode: bigint): Promise<void> {
  const shownMode = (mode & 0o777n).toString(8);
  const refuse = (what: string) =>
    new ToolError("unwritable", `${shown} ${what} (mode ${shownMode}): ask the person to make it writable.`);
  if ((mode & 0o222n) === 0n) throw refuse("is read-only");
  const file = await open(path, constants.O_WRONLY | noFollow | noWait).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EACCES" || error.code === "EPERM") throw refuse("may not be written by this user");
    // Whatever else is in the way (a program that runs, a file that is gone) shows when it is replaced.
  });
  await file?.close();
}

function mustBeSame(before: BigIntStats, now: BigIntStats, shown: string): void {
  if (now.ino !== before.ino || now.mtimeNs !== before.mtimeNs || now.size !== before.size)
    throw stale(shown, "was changed");
}

/** A rename would part the file from its other names, so a file with hard links is written in place. */
async function overwrite(
  path: string,
  { shown, before, after, ready }: Replacement & { after: Uint8Array },
  stat: BigIntStats,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | noFollow);
  try {
    await ready;
    mustBeSame(stat, await file.stat({ bigint: true }), shown);
    // The old bytes keep their room until the new ones have theirs.
    await putAll(file, after).catch(async (error) => {
      await putAll(file, before ?? new Uint8Array());
      throw error;
    });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes bytes over a file from its start, and cuts off what is left of it. */
async function putAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await file.truncate(bytes.length);
}

/** The last write of each path that is under way. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Creates, replaces or deletes a file that holds exactly what is expected. Writes of one path wait for each other, so that
 * of two that expect the same only one succeeds.
 * @returns the folders that had to be made, outermost first.
 * @throws ToolError `stale`, `unwritable`, or the file system's own error.
 */
export async function atomicWrite(replacement: Replacement): Promise<string[]> {
  const { path } = replacement;
  const earlier = underWay.get(path) ?? Promise.resolve();
  const mine = earlier.catch(() => {}).then(() => writeNow(replacement));
  underWay.set(path, mine);
  return mine.finally(() => {
    if (underWay.get(path) === mine) underWay.delete(path);
  });
}

async function writeNow(replacement: Replacement): Promise<string[]> {
  const { before, after } = replacement;
  if (before !== undefined) return change({ ...replacement, before });
  if (after !== undefined) return create({ ...replacement, after });
  await replacement.ready;
  return [];
}

async function change(replacement: Replacement & { before: Uint8Array }): Promise<[]> {
  const { path, shown, after, ready } = replacement;
  const name = basename(path);
  const folder = await holdFolder(dirname(path), shown).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") throw stale(shown, "was deleted");
    throw error;
  });
  try {
    const file = await openExpected(folder.at(name), replacement);
    try {
      if (after !== undefined) await replace({ folder, name, file }, { ...replacement, after });
    } finally {
      await file.close();
    }
    if (after === undefined) {
      await ready;
      await rm(folder.at(name));
    }
    return [];
  } finally {
    await folder.close();
  }
}
