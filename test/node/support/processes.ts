/** What runs on this machine, by process id. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Whether a process is there and is more than a name waiting to be read. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until none of these runs, and says which still do after a while. */
export async function survivors(pids: readonly number[], timeoutMs = 2000): Promise<number[]> {
  const until = Date.now() + timeoutMs;
  while (pids.some(isRunning) && Date.now() < until) await delay(10);
  return pids.filter(isRunning);
}

/** Other processes of this machine whose command line holds a text; a sandbox gives its own other ids (D-15). */
export const runningWith = (text: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => commandLine(pid).includes(text) && isRunning(pid));

/** Processes that this one started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number);

/** Those of them whose command line holds a text. */
export const childrenWith = (pid: number, text: string): number[] =>
  childrenOf(pid).filter((child) => commandLine(child).includes(text) && isRunning(child));

/** All that a process started, and what that started. */
export const descendants = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
