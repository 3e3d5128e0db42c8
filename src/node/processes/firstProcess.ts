/** The first process of a sandbox: when that has ended, nothing in the sandbox runs any more, whatever group it is in. */
import { readFileSync } from "node:fs";
import { type GroupId, groupIdOf, isRunning, statOf } from "./liveGroup";

/** Milliseconds until it is looked for, and between two looks at most: it is there a few after the start on an idle machine. */
const pauses = { first: 3, most: 250 } as const;

const nameIn = (line: string): string => line.slice(line.indexOf("(") + 1, line.lastIndexOf(")"));

/**
 * A child of a process by its name, told by the parent's own list, where the system keeps one: going through all processes of the
 * machine takes milliseconds.
 */
export function childNamed(leader: GroupId, name: string): GroupId | undefined {
  try {
    const children = readFileSync(`/proc/${leader.pid}/task/${leader.pid}/children`, "utf8").trim();
    // Before it becomes the sandbox's program, the leader may start others.
    const found = children.split(" ").find((child) => nameIn(statOf(child) ?? "") === name);
    return found === undefined ? undefined : groupIdOf(Number(found));
  } catch {
    return undefined;
  }
}

/** Looks for the first process of a sandbox until it is there or {@link stop} is called, and tells its end. */
export class FirstProcess {
  #found: GroupId | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param leader the process that makes the sandbox and waits for it.
   * @param name of the leader's program by then, which its first process keeps.
   */
  constructor(
    private readonly leader: GroupId,
    private readonly name: string,
  ) {
    this.#lookAfter(pauses.first);
  }

  /** False as long as it or the leader runs; undefined when it was never found. */
  get hasEnded(): boolean | undefined {
    return this.#found && !isRunning(this.leader) && !isRunning(this.#found);
  }

  /** Looks no longer. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #lookAfter(pause: number): void {
    this.#timer = setTimeout(() => {
      this.#found = childNamed(this.leader, this.name);
      if (!this.#found) this.#lookAfter(Math.min(2 * pause, pauses.most));
    }, pause).unref();
  }
}
