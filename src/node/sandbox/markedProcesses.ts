/**
 * Ending what a command leaves where no sandbox holds it: a process that begins a session of its own is in no group of the
 * command's, and its parent may be gone.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { processes } from "../processes/liveGroup";

const markName = "TOOLCRIB_COMMAND";

/** Milliseconds for ending by themselves, after TERM, and after KILL. */
const stopTimeouts = { itself: 250, term: 5000, kill: 2000 } as const;

/** Text of a file in /proc; empty for a process that has gone or is another user's. */
function told(pid: string, file: "environ" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

const hasEnded = (pid: string) => /\) [ZX] /.test(told(pid, "stat"));

const carries = (pid: string, entry: string) => told(pid, "environ").split("\0").includes(entry) && !hasEnded(pid);

async function carriers(entry: string): Promise<string[]> {
  const found: string[] = [];
  for await (const pids of processes()) found.push(...pids.filter((pid) => carries(pid, entry)));
  return found;
}

function signal(pids: readonly string[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // It ended by itself.
    }
  }
}

/** Whether processes are left after a while. */
async function outlive(entry: string, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while ((await carriers(entry)).length > 0) {
    if (Date.now() >= until) return true;
    await delay(20);
  }
  return false;
}

/**
 * A mark for one command, which all its processes inherit. One that drops its environment is not found, nor one that runs
 * as another user; without /proc none is.
 */
export class ProcessMark {
  readonly #value = randomUUID();

  /** For the command's environment. */
  get env(): NodeJS.ProcessEnv {
    return { [markName]: this.#value };
  }

  /** TERM, then KILL to what carries the mark. @returns whether something had to be stopped. */
  async endAll(): Promise<boolean> {
    if (process.platform !== "linux") return false;
    const entry = `${markName}=${this.#value}`;
    if (!(await outlive(entry, stopTimeouts.itself))) return false;
    signal(await carriers(entry), "SIGTERM");
    if (!(await outlive(entry, stopTimeouts.term))) return true;
    // Others may have begun meanwhile.
    const until = Date.now() + stopTimeouts.kill;
    do signal(await carriers(entry), "SIGKILL");
    while ((await outlive(entry, 50)) && Date.now() < until);
    return true;
  }
}
