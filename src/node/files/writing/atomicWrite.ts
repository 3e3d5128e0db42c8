/** Replacing a file in one step, or not at all (D-9). */
import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { constants, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { ChangeFacts } from "../../../core/vocabulary/changes/fileEntry";
import { ToolError } from "../../../core/vocabulary/toolError";
import { FileInPlace } from "../opened/fileInPlace";
import { readAll } from "../opened/openedFile";
import { type OpenFolder, openFolder, openOrMakeFolder } from "../opened/openFolder";
import { wholeInPlace } from "../reading/regularFile";
import { claim, type Likeness, putAll, temporaryFor, writeBeside } from "./temporaryFile";
import { asOnlyWriter } from "./writeLocks";

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
  /** Permission bits before and after, where they change too: then it does not matter whether the file may be written. */
  readonly modes?: ChangeFacts["modes"];
  /** See WriteOptions. */
  readonly mtimeMs?: number | undefined;
  /** Nothing is to be seen of the write before this is fulfilled; when it fails, nothing is written. */
  readonly ready?: Promise<unknown> | undefined;
  /** Set for one of several that come to the disk together. */
  readonly together?: Together;
}

/** What a write has to do with those that are made together with it. */
export interface Together {
  /** Hears that nobody else writes the file, and which folders were made for it, outermost first. */
  began(made: readonly string[]): void;
  /** Takes over the complete file of another name, whose bytes are not on the disk yet. */
  stage(file: FileInPlace): void;
  /** Fulfilled when the bytes of all are on the disk, and those before it have been made. @throws where one of those failed. */
  turn(): Promise<void>;
  /** Hears that it is made, but for the folder's list of names, which is yet to be brought to the disk. */
  placed(): void;
}

const stale = (shown: string, what: string) =>
  new ToolError(
    "stale",
    `${shown} ${what} since it was planned, so nothing was written: read it again and repeat the change.`,
  );

const noFollow = constants.O_NOFOLLOW ?? 0;
/** A pipe that took a file's place would otherwise be waited for. */
const noWait = constants.O_NONBLOCK ?? 0;

/** A replacement under way. */
interface Job extends Replacement {
  /** Name of the new file until it takes its place. */
  readonly temporary: string;
}

/** Fulfilled when something may be seen of it. */
async function mayPlace({ ready, together }: Job): Promise<void> {
  await ready;
  await together?.turn();
}

const placed = async ({ together }: Job, folder: OpenFolder): Promise<void> =>
  together ? together.placed() : folder.sync();

async function create(job: Job & { after: Uint8Array }): Promise<string[]> {
  const { path, shown, after, mode, mtimeMs, temporary } = job;
  const { folder, made, unmake } = await openOrMakeFolder(dirname(path), shown);
  const name = basename(path);
  try {
    job.together?.began(made);
    await writeBeside(
      folder,
      temporary,
      after,
      mode === undefined ? undefined : { mode },
      mtimeMs,
      job.together?.stage,
    );
    try {
      await mayPlace(job);
      await claim(folder.at(temporary), folder.at(name));
    } finally {
      await unlink(folder.at(temporary));
    }
    await placed(job, folder);
    return [...made];
  } catch (error) {
    await unmake();
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw stale(shown, "was created by someone else");
    throw error;
  } finally {
    await folder.close();
  }
}

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
async function openExpected(
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

interface Held {
  readonly folder: OpenFolder;
  readonly name: string;
  readonly file: FileInPlace;
  /** Of the file before it was compared. */
  readonly stat: BigIntStats;
}

const likenessOf = ({ mode, uid, gid }: BigIntStats): Likeness => ({
  mode: Number(mode),
  uid: Number(uid),
  gid: Number(gid),
});

async function replace(held: Held, job: Job & { after: Uint8Array }): Promise<void> {
  const { folder, name, file, stat } = held;
  const { shown, after, modes } = job;
  const path = folder.at(name);
  if (modes) mustHaveMode(modes.before, stat.mode, shown);
  else mustBeWritable(path, shown, stat.mode);
  if (stat.nlink > 1n) return overwrite(path, job, stat);
  const temporary = folder.at(job.temporary);
  const like = likenessOf(stat);
  const likeness = modes?.after === undefined ? like : { ...like, mode: modes.after };
  await writeBeside(folder, job.temporary, after, likeness, job.mtimeMs, job.together?.stage);
  let fresh: BigIntStats;
  try {
    await mayPlace(job);
    // In one go: between these two another program could write and nobody would know.
    mustBeSame(stat, lstatSync(path, { bigint: true }), shown);
    renameSync(temporary, path);
    fresh = lstatSync(path, { bigint: true });
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? stale(shown, "was deleted") : error;
  }
  if (hasChanged(stat, file.stat())) {
    await putBack(held, job, () => isSameFile(path, fresh) && renameSync(temporary, path));
    throw stale(shown, "was changed");
  }
  await placed(job, folder);
}

async function remove(held: Held, job: Job): Promise<void> {
  const { folder, name, file, stat } = held;
  const path = folder.at(name);
  await mayPlace(job);
  try {
    mustBeSame(stat, lstatSync(path, { bigint: true }), job.shown);
    unlinkSync(path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? stale(job.shown, "was deleted") : error;
  }
  if (!hasChanged(stat, file.stat())) return job.together?.placed();
  await putBack(held, job, () => claim(folder.at(job.temporary), path).catch(() => {}));
  throw stale(job.shown, "was changed");
}

const hasChanged = (before: BigIntStats, now: BigIntStats) =>
  now.mtimeNs !== before.mtimeNs || now.size !== before.size;

const isSameFile = (path: string, { ino, dev }: BigIntStats): boolean => {
  const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return now?.ino === ino && now.dev === dev;
};

/**
 * Another program wrote into the old file in the very moment in which it lost its name: what the file holds by now gets
 * the name again. A program that goes on writing into a file without a name is beyond reach.
 * @param place gives the temporary file its name, unless somebody else has that by now.
 */
async function putBack({ folder, file }: Held, { temporary }: Job, place: () => unknown): Promise<void> {
  const stat = file.stat();
  await writeBeside(folder, temporary, await readAll(file, Number(stat.size)), likenessOf(stat));
  await place();
  await unlink(folder.at(temporary)).catch(() => {});
  await folder.sync();
}

/** A rename needs no right to the file itself, so that right is asked for: the file is not ours to replace without it. */
function mustBeWritable(path: string, shown: string, mode: bigint): void {
  const shownMode = (mode & 0o777n).toString(8);
  const refuse = (what: string) =>
    new ToolError("unwritable", `${shown} ${what} (mode ${shownMode}): ask the person to make it writable.`);
  if ((mode & 0o222n) === 0n) throw refuse("is read-only");
  try {
    closeSync(openSync(path, constants.O_WRONLY | noFollow | noWait));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM") throw refuse("may not be written by this user");
    // Whatever else is in the way (a program that runs, a file that is gone) shows when it is replaced.
  }
}

function mustHaveMode(expected: number | undefined, mode: bigint, shown: string): void {
  if (expected !== undefined && expected !== Number(mode & 0o7777n)) throw stale(shown, "got other permissions");
}

function mustBeSame(before: BigIntStats, now: BigIntStats, shown: string): void {
  if (now.ino !== before.ino || now.mtimeNs !== before.mtimeNs || now.size !== before.size)
    throw stale(shown, "was changed");
}

/** Opens a file to write in place; where its permissions change anyway, those that forbid it are changed for that moment. */
function openInPlace(path: string, { shown, modes }: Job, stat: BigIntStats): FileInPlace {
  const open = () => FileInPlace.open(path, constants.O_RDWR | noFollow);
  if (!modes || (stat.mode & 0o200n) !== 0n) return open();
  const descriptor = openSync(path, constants.O_RDONLY | noFollow);
  try {
    mustBeSame(stat, fstatSync(descriptor, { bigint: true }), shown);
    const mode = Number(stat.mode & 0o7777n);
    fchmodSync(descriptor, mode | 0o200);
    try {
      return open();
    } finally {
      fchmodSync(descriptor, mode);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** A rename would part the file from its other names, so a file with hard links is written in place. */
async function overwrite(path: string, job: Job & { after: Uint8Array }, stat: BigIntStats): Promise<void> {
  const { shown, before, after, mtimeMs, modes } = job;
  const mode = Number(stat.mode & 0o7777n);
  const file = openInPlace(path, job, stat);
  let isBegun = false;
  try {
    await mayPlace(job);
    mustBeSame(stat, file.stat(), shown);
    // First, as somebody else's file may be written and not given permissions.
    if (modes) fchmodSync(file.descriptor, modes.after ?? mode);
    isBegun = true;
    // The old bytes keep their room until the new ones have theirs.
    await putAll(file, after);
    file.setTime(mtimeMs);
    await file.sync();
    job.together?.placed();
  } catch (error) {
    if (isBegun && modes) fchmodSync(file.descriptor, mode);
    if (isBegun) await putAll(file, before ?? new Uint8Array());
    throw error;
  } finally {
    await file.close();
  }
}

/** Gives a file that holds what is expected another time. @throws ToolError `stale`, or the file system's own error. */
export async function touch(expected: Replacement & { before: Uint8Array }): Promise<void> {
  const { file } = await openExpected(expected.path, expected);
  try {
    file.setTime(expected.mtimeMs);
  } finally {
    await file.close();
  }
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
  const { path, shown, before, after, ready } = replacement;
  const temporary = temporaryFor(basename(path));
  const job = { ...replacement, temporary };
  if (before !== undefined) return asOnlyWriter(path, temporary, shown, () => change({ ...job, before }));
  if (after !== undefined) return asOnlyWriter(path, temporary, shown, () => create({ ...job, after }));
  await ready;
  return [];
}

async function change(job: Job & { before: Uint8Array }): Promise<[]> {
  const { path, shown, after } = job;
  const name = basename(path);
  const folder = await openFolder(dirname(path), shown).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") throw stale(shown, "was deleted");
    throw error;
  });
  try {
    job.together?.began([]);
    const { file, stat } = await openExpected(folder.at(name), job);
    const held = { folder, name, file, stat };
    await (after === undefined ? remove(held, job) : replace(held, { ...job, after })).finally(() => file.close());
    return [];
  } finally {
    await folder.close();
  }
}
