/** A file that one process at a time holds, for work of some milliseconds on what several processes share. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, type ProcessName, thisProcess } from "./worktrees/processName";

/** How long is waited, in milliseconds. */
export interface LockTimes {
  /** Until another tries in vain. */
  readonly patience: number;
  /** Until a lock counts as left behind whoever has it: nobody works that long under one. */
  readonly stale: number;
  /** The same for one that does not say whose it is: its process was ended as it made it. */
  readonly unnamed: number;
}

const usualTimes: LockTimes = { patience: 10_000, stale: 30_000, unnamed: 1000 };

/** Milliseconds between two tries. */
const pause = 5;

/**
 * Does something while no other process does anything under the same lock. A lock whose process is gone is taken over.
 * @param path of the lock's file, in a folder that is there.
 * @throws Error when the lock stays taken, or cannot be made; and what `work` throws.
 */
export async function underLock<T>(path: string, work: () => Promise<T>, times: LockTimes = usualTimes): Promise<T> {
  await take(path, times);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, times: LockTimes): Promise<void> {
  const until = performance.now() + times.patience;
  while (!(await make(path))) {
    await removeLeftBehind(path, times);
    if (performance.now() > until) throw new Error(`another process holds ${path}`);
    await delay(pause * (1 + Math.random()));
  }
}

/** @returns false when there is one already. */
async function make(path: string): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(await thisProcess()), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Under a lock of its own: of two that find the same lock left behind, the second must not remove the one of the first. */
async function removeLeftBehind(path: string, times: LockTimes): Promise<void> {
  if (!(await isLeftBehind(path, times))) return;
  const guard = `${path}.guard`;
  if (await isOld(guard, times.stale)) await rm(guard, { force: true });
  if (!(await make(guard))) return;
  try {
    if (await isLeftBehind(path, times)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function isLeftBehind(path: string, { stale, unnamed }: LockTimes): Promise<boolean> {
  const holder = await holderOf(path);
  if (!holder) return isOld(path, unnamed);
  return !(await isRunning(holder)) || isOld(path, stale);
}

/** Undefined when the lock does not say it, or is gone. */
async function holderOf(path: string): Promise<ProcessName | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as ProcessName;
  } catch {
    return undefined;
  }
}

const isOld = async (path: string, age: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > age,
    () => false,
  );
