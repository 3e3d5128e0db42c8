/** Names of processes that no later process has. */
import { readFile, readlink } from "node:fs/promises";

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
