/** The processes of a soak, found in /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "../node/support/processes";

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

const all = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);

/** Those that run with a text in their arguments or their environment. */
export const marked = (text: string): number[] =>
  all().filter((pid) => (read(pid, "cmdline").includes(text) || read(pid, "environ").includes(text)) && isRunning(pid));

/** Those that run with a text in their arguments. */
export const running = (text: string): number[] =>
  all().filter((pid) => read(pid, "cmdline").includes(text) && isRunning(pid));

/** What a process was started with. */
export const describe = (pid: number) => `${pid}: ${read(pid, "cmdline").replaceAll("\0", " ").slice(0, 200)}`;

/** Everything that a process has started, and what that has. */
export function descendants(pid: number): number[] {
  const parents = new Map(all().map((each) => [each, Number(read(each, "stat").split(") ")[1]?.split(" ")[1])]));
  const found = [pid];
  for (const parent of found) for (const [child, of] of parents) if (of === parent) found.push(child);
  return found.slice(1);
}

/** Asks again until the answer is yes; false after a minute. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(20)) if (isSo()) return true;
  return false;
}
