/** The one place in which a schedule runs: a file that names the process which has it (EX-5). */
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { isProcessRunning, type ProcessName, thisProcess } from "../../../node/files/writing/processName";

/** Milliseconds between two signs of life, and after which there were none; for processes of other machines. */
const beat = 30_000;
const silence = 5 * beat;

interface Owner extends ProcessName {
  readonly machine: string;
  /** The run that has it. */
  readonly run: string;
}

/** Takes a slot. @returns false when it is taken. */
export async function takeSlot(slot: string, run: string): Promise<boolean> {
  const owner: Owner = { ...(await thisProcess()), machine: hostname(), run };
  const temporary = `${slot}.${randomUUID()}`;
  await mkdir(dirname(slot), { recursive: true, mode: 0o700 });
  await writeFile(temporary, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(temporary, slot);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Gives signs of life. @returns ends them. */
export function keepSlot(slot: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    void utimes(slot, now, now).catch(() => {});
  }, beat);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Frees a slot of this run; without one, of a run whose process is gone.
 * @returns the run that had it; undefined when it stays as it is.
 */
export async function freeSlot(slot: string, run?: string): Promise<string | undefined> {
  const owner = await ownerOf(slot);
  if (!owner || (run === undefined ? await isAlive(owner, slot) : owner.run !== run)) return undefined;
  const aside = `${slot}.${randomUUID()}`;
  const moved = await rename(slot, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return undefined;
  const had = await ownerOf(aside);
  // Somebody freed it and took it in between: it is theirs.
  if (had && had.run !== owner.run) await link(aside, slot).catch(() => {});
  await rm(aside, { force: true });
  return had?.run === owner.run ? owner.run : undefined;
}

/** The run that has a slot; undefined when it is free. */
export const runIn = async (slot: string): Promise<string | undefined> => (await ownerOf(slot))?.run;

async function ownerOf(slot: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(slot, "utf8"));
  } catch {
    return undefined;
  }
}

async function isAlive(owner: Owner, slot: string): Promise<boolean> {
  if (owner.machine === hostname()) return isProcessRunning(owner);
  const { mtimeMs } = await stat(slot).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < silence;
}
