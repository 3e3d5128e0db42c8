/** A file that one process at a time holds, for work of some milliseconds on what several processes share. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { beganOf, isProcessRunning, type ProcessName, thisProcess } from "./processName";

/** How long is waited, in milliseconds. */
export interface LockTimes {
  /** Until another tries in vain. */
  readonly waitMs: number;
  /** Until a lock counts as left behind whoever has it: nobody works that long under one. */
  readonly stale: number;
  /** The same for one that does not say whose it is: its process was ended as it made it. */
  readonly unnamed: number;
}

const defaultTimes: LockTimes = { waitMs: 10_000, stale: 30_000, unnamed: 1000 };

/** What a holder leaves behind when it is killed. */
export interface LockNote {
  /** Kept in the lock, for the one who takes it over. */
  readonly note?: string;
  /** Hears the note of a lock whose process is gone, before it is taken over. Must not throw. */
  onLeft?(note: string): Promise<void>;
}

interface Holder extends ProcessName {
  readonly note?: string;
}

/** Milliseconds between two tries. */
const pause = 5;

/**
 * Does something while no other process does anything under the same lock. A lock whose process is gone is taken over.
 * @param path of the lock's file, in a folder that is there.
 * @throws Error when the lock stays taken, or cannot be made; and what `work` throws.
 */
export async function underLock<T>(
  path: string,
  work: () => Promise<T>,
  times: LockTimes = defaultTimes,
  note: LockNote = {},
): Promise<T> {
  await take(path, times, note);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Nothing but the end of its process makes such a lock a leftover. */
const lasting: LockTimes = { waitMs: 0, stale: Number.POSITIVE_INFINITY, unnamed: 1000 };

/**
 * Takes a lock for as long as its file stays, at most for the life of this process.
 * @returns false when a running process has it, this one too. @throws Error when it cannot be made.
 */
export async function takeLasting(path: string): Promise<boolean> {
  if (await make(path)) return true;
  await removeLeftBehind(path, lasting);
  return make(path);
}

/** Removes a lasting lock whose process is gone. Never rejects. */
export const removeLeftLasting = (path: string): Promise<boolean> => removeLeftBehind(path, lasting).catch(() => false);

async function take(path: string, times: LockTimes, note: LockNote): Promise<void> {
  const until = performance.now() + times.waitMs;
  while (!(await make(path, note))) {
    if (await removeLeftBehind(path, times, note)) continue;
    if (performance.now() > until) throw new Error(`another process holds ${path}`);
    await delay(pause * (1 + Math.random()));
  }
}

/** @returns false when there is one already. */
async function make(path: string, { note }: LockNote = {}): Promise<boolean> {
  const holder: Holder = { ...(await thisProcess()), ...(note !== undefined && { note }) };
  try {
    // In place: it takes less than handing three questions to threads does, and many locks may be taken one after the other.
    const descriptor = openSync(path, "wx", 0o600);
    try {
      writeSync(descriptor, JSON.stringify(holder));
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a lock that nobody has any longer. Under a lock of its own: of two that find the same lock left behind, the
 * second must not remove the one of the first.
 * @returns whether this call removed it.
 */
export async function removeLeftBehind(path: string, times: LockTimes, on: LockNote = {}): Promise<boolean> {
  if (!(await isLeftBehind(path, times))) return false;
  const guard = `${path}.guard`;
  if (await isOld(guard, Math.min(times.stale, defaultTimes.stale))) await rm(guard, { force: true });
  if (!(await make(guard))) return false;
  try {
    if (!(await isLeftBehind(path, times))) return false;
    const holder = await holderOf(path);
    if (holder?.note !== undefined && !(await isProcessRunning(holder))) await on.onLeft?.(holder.note);
    await rm(path, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function isLeftBehind(path: string, { stale, unnamed }: LockTimes): Promise<boolean> {
  const holder = await holderOf(path);
  if (!holder) return isOld(path, unnamed);
  return !(await isProcessRunning(holder)) || isOld(path, stale);
}

/** Undefined when the lock does not say it, or is gone. */
async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, "utf8")) as Holder | number;
    // Earlier versions wrote the number of the process alone.
    return typeof holder === "number" ? { pid: holder, began: await beganOf(holder) } : holder;
  } catch {
    return undefined;
  }
}

const isOld = async (path: string, age: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > age,
    () => false,
  );
