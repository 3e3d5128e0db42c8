/**
 * Ending what a command leaves where no sandbox holds it: a process that begins a session of its own is in no group of the
 * command's, and its parent may be gone.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
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

/** Milliseconds in which no system begins as many processes as there are numbers, of which Linux has 32,768 at least. */
const reuseMs = 1000;

/** Those that run, by their numbers; none where that is not known. */
function runningNow(): ReadonlySet<string> {
  try {
    return new Set(process.platform === "linux" ? readdirSync("/proc") : []);
  } catch {
    return new Set();
  }
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

/**
 * A mark for one command, which all its processes inherit. One that drops its environment is not found, nor one that runs
 * as another user; without /proc none is.
 */
export class ProcessMark {
  readonly #value = randomUUID();
  /** What ran before the command did carries no mark of it; reading that anew takes longer than a short command. */
  readonly #older = runningNow();
  readonly #made = performance.now();

  /** For the command's environment. */
  get env(): NodeJS.ProcessEnv {
    return { [markName]: this.#value };
  }

  async #carriers(): Promise<string[]> {
    const entry = `${markName}=${this.#value}`;
    const found: string[] = [];
    for await (const pids of processes()) {
      // After a while a number may be another process's.
      const mayCarry = performance.now() - this.#made < reuseMs ? pids.filter((pid) => !this.#older.has(pid)) : pids;
      found.push(...mayCarry.filter((pid) => carries(pid, entry)));
    }
    return found;
  }

  /** Whether processes are left after a while. */
  async #outlive(milliseconds: number): Promise<boolean> {
    const until = Date.now() + milliseconds;
    while ((await this.#carriers()).length > 0) {
      if (Date.now() >= until) return true;
      await delay(20);
    }
    return false;
  }

  /** TERM, then KILL to what carries the mark. @returns whether something had to be stopped. */
  async endAll(): Promise<boolean> {
    if (process.platform !== "linux") return false;
    if (!(await this.#outlive(stopTimeouts.itself))) return false;
    signal(await this.#carriers(), "SIGTERM");
    if (!(await this.#outlive(stopTimeouts.term))) return true;
    // Others may have begun meanwhile.
    const until = Date.now() + stopTimeouts.kill;
    do signal(await this.#carriers(), "SIGKILL");
    while ((await this.#outlive(50)) && Date.now() < until);
    return true;
  }
}
