/** Names of processes that no later process has. */
import { randomUUID } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";

/** A process of this machine. */
export interface ProcessName {
  readonly pid: number;
  /** When it began, as the system counts; empty where it does not tell. */
  readonly began: string;
}

/** When a process began. The 22nd field; the second is a name that may hold anything, brackets and spaces too. */
export const beganOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "")).replace(/^.*\) /s, "").split(" ")[19] ?? "";

let own: Promise<ProcessName> | undefined;

/** The answer is kept: a process begins once. */
export function thisProcess(): Promise<ProcessName> {
  own ??= beganOf(process.pid).then((began) => ({ pid: process.pid, began }));
  return own;
}

/** Whether the very process still runs. */
export async function isProcessRunning({ pid, began }: ProcessName): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is one all the same.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return (await beganOf(pid)) === began;
}

let ownNamespace: Promise<string> | undefined;

/** Number of the namespace in which process numbers mean something: those of a container mean nothing outside it. */
export function processNamespace(): Promise<string> {
  ownNamespace ??= readlink("/proc/self/ns/pid").then(
    (name) => /\d+/.exec(name)?.[0] ?? "0",
    () => "0",
  );
  return ownNamespace;
}

/** Milliseconds that no command runs. */
const surelyOver = 24 * 60 * 60 * 1000;

/** `NAMESPACE-PID-BEGAN-RANDOM`: whose it is. */
const ownerName = /^(\d+)-(\d+)-(\d*)-[0-9a-f-]{36}$/;

/** A new name for a folder that this process keeps no longer than it runs; see {@link isLeftBehind}. */
export async function ownedName(): Promise<string> {
  const { pid, began } = await thisProcess();
  return `${await processNamespace()}-${pid}-${began}-${randomUUID()}`;
}

/**
 * Whether nobody uses a folder with such a name any more. Where its process cannot be looked for from here, it is let be
 * for a day. Never rejects.
 * @param now milliseconds since 1970.
 */
export async function isLeftBehind(folder: string, now: number): Promise<boolean> {
  const [, namespace, pid, began = ""] = ownerName.exec(basename(folder)) ?? [];
  if (namespace === (await processNamespace())) return !(await isProcessRunning({ pid: Number(pid), began }));
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.mtimeMs < now - surelyOver;
}
