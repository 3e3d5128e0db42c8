/** Replacing a file in one step, or not at all (D-9). */
import { type BigIntStats, closeSync, constants, lstatSync, openSync, renameSync, unlinkSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { FileInPlace } from "../opened/fileInPlace";
import { readAll } from "../opened/openedFile";
import { noFollow, noWait } from "../opened/openFlags";
import { type OpenFolder, openFolder, openOrMakeFolder } from "../opened/openFolder";
import { openExpected } from "./expectedFile";
import { overwrite } from "./overwrite";
import { mayPlace, mustBeSame, type Replacement, type ReplacementJob, stale } from "./replacement";
import { claim, type Likeness, temporaryFor, writeBeside } from "./temporaryFile";
import { asOnlyWriter } from "./writeLocks";

const placed = async ({ together }: ReplacementJob, folder: OpenFolder): Promise<void> =>
  together ? together.placed() : folder.sync();

async function create(job: ReplacementJob & { after: Uint8Array }): Promise<string[]> {
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

async function replace(held: Held, job: ReplacementJob & { after: Uint8Array }): Promise<void> {
  const { folder, name, file, stat } = held;
  const { shown, after, modes } = job;
  const path = folder.at(name);
  if (modes) mustHaveMode(modes.before, stat.mode, shown);
  else mustBeWritable(path, shown, stat.mode);
  if (stat.nlink > 1n) return overwrite(path, job, stat);
  const temporary = folder.at(job.temporary);
  const like = likenessOf(stat);
  // Nobody but its owner may give a file in place other permissions.
  const likeness = modes ? { ...like, mode: modes.after ?? like.mode } : { ...like, isOwnerNeeded: true };
  if (!(await writeBeside(folder, job.temporary, after, likeness, job.mtimeMs, job.together?.stage)))
    return overwrite(path, job, stat);
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

async function remove(held: Held, job: ReplacementJob): Promise<void> {
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
async function putBack({ folder, file }: Held, { temporary }: ReplacementJob, place: () => unknown): Promise<void> {
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

async function change(job: ReplacementJob & { before: Uint8Array }): Promise<[]> {
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
