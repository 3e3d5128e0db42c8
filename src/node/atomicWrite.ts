/** Replacing a file in one step, or not at all (D-9). */
import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  unlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "../core/toolError";

/** What to replace, and by what; see FilePort.write. */
export interface Replacement {
  /** Real path. */
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits of a file that is created. */
  readonly mode?: number;
}

const stale = (shown: string, what: string) =>
  new ToolError(
    "stale",
    `${shown} ${what} since it was planned, so nothing was written: read it again and repeat the change.`,
  );

/** Makes the missing parents of a path. @returns the folders made, outermost first. */
async function makeParents(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (await lstat(folder).catch(() => undefined)) break;
    missing.unshift(folder);
  }
  for (const folder of missing) await mkdir(folder);
  return missing;
}

/** Writes all bytes to a new file beside the target and returns its path; it is gone again when this fails. */
async function writeBeside(
  path: string,
  bytes: Uint8Array,
  like?: { mode: number; uid?: number; gid?: number },
): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 50)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = await open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o666,
  );
  try {
    await file.writeFile(bytes);
    if (like) {
      if (like.uid !== undefined && like.gid !== undefined)
        await file.chown(like.uid, like.gid).catch(ignoreForeignOwner);
      await file.chmod(like.mode & 0o7777);
    }
    await file.sync();
    await file.close();
    return temporary;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Only a privileged user may keep another's ownership; the content matters more (D-9: owner where possible). */
const ignoreForeignOwner = () => {};

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(dirname(path), constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
}

/** File systems without hard links (exFAT, some network shares) answer with one of these. */
const linksUnknown = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** Gives a complete file its name, unless someone else took that name in the meantime; a rename would replace theirs. */
async function claim(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (!linksUnknown.has(error.code ?? "")) throw error;
    return copyFile(temporary, path, constants.COPYFILE_EXCL);
  });
}

async function create({ path, shown, after, mode }: Replacement & { after: Uint8Array }): Promise<string[]> {
  const made = await makeParents(path);
  try {
    const temporary = await writeBeside(path, after, mode === undefined ? undefined : { mode });
    await claim(temporary, path).finally(() => unlink(temporary));
  } catch (error) {
    for (const folder of made.toReversed()) await rmdir(folder).catch(leaveWhatIsUsed);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw stale(shown, "was created by someone else");
    throw error;
  }
  await syncFolder(path);
  return made;
}

/** A folder that someone else has put something into by now is theirs. */
const leaveWhatIsUsed = () => {};

async function openExpected({ path, shown, before }: Replacement & { before: Uint8Array }): Promise<FileHandle> {
  // A pipe that took the file's place would otherwise be waited for.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw stale(shown, "was deleted");
    if (error.code === "ELOOP") throw stale(shown, "became a link");
    throw error;
  });
  try {
    const now = await file.readFile();
    if (!now.equals(before)) throw stale(shown, "was changed");
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function replace(replacement: Replacement & { after: Uint8Array }, held: FileHandle): Promise<void> {
  const { path, shown, after } = replacement;
  const stat = await held.stat({ bigint: true });
  await mustBeWritable(path, shown, stat.mode);
  if (stat.nlink > 1n) return overwrite(replacement, stat);
  const temporary = await writeBeside(path, after, {
    mode: Number(stat.mode),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
  });
  try {
    mustBeSame(stat, await lstat(path, { bigint: true }), shown);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? stale(shown, "was deleted") : error;
  }
  await syncFolder(path);
}

/** A rename needs no right to the file itself, so that right is asked for: the file is not ours to replace without it. */
async function mustBeWritable(path: string, shown: string, mode: bigint): Promise<void> {
  const shownMode = (mode & 0o777n).toString(8);
  const refuse = (what: string) =>
    new ToolError("unwritable", `${shown} ${what} (mode ${shownMode}): ask the person to make it writable.`);
  if ((mode & 0o222n) === 0n) throw refuse("is read-only");
  const flags = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
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
  { path, shown, before, after }: Replacement & { after: Uint8Array },
  stat: BigIntStats,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
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
  if (before === undefined) return after === undefined ? [] : create({ ...replacement, after });
  const held = await openExpected({ ...replacement, before });
  try {
    if (after !== undefined) await replace({ ...replacement, after }, held);
  } finally {
    await held.close();
  }
  if (after === undefined) await rm(replacement.path);
  return [];
}
