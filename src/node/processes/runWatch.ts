/** Looks at a command while it runs, and ends it when all of it together uses more than it may (HB-6). */
import { setTimeout as delay } from "node:timers/promises";
import type { CommandLimits } from "../../core/ports/confinement";
import { mebibyte, type RunQuota } from "../../core/ports/diskQuota";
import type { ReachedLimit, UseLimit } from "../../core/ports/reachedLimit";
import { DiskWatch } from "./diskWatch";
import type { GroupId } from "./liveGroup";
import { killTree, memoryAtMost, memoryOf, type ProcessUse, processTree, sharedFiles } from "./processTree";

/** Milliseconds between two looks: so many that looking takes a twentieth of one processor at most. */
const pauses = { shortest: 50, longest: 500, share: 20 } as const;

/** What was seen at most. */
export interface SeenUse {
  /** Of all processes together. */
  readonly cpuSeconds: number;
  /** Of the one that used most. */
  readonly processSeconds: number;
  readonly tasks: number;
}

/** What is watched. */
export interface WatchedRun {
  readonly group: GroupId;
  /** Absent: nothing is watched. */
  readonly limits: CommandLimits | undefined;
  readonly quota?: RunQuota | undefined;
  /** True when a sandbox of its own holds it. */
  readonly sandboxed: boolean;
  /** Ends all of it at once. */
  kill(): void;
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/**
 * Adds up processor time. A process tells that of its children that have ended, unless these were left to another one
 * before: so what was seen of each is added up too, and the larger sum is the nearer one.
 */
class ProcessorTime {
  #running = new Map<string, number>();
  #ended = 0;
  #most = 0;

  note(members: readonly ProcessUse[]): number {
    const now = new Map(members.map(({ pid, begun, cpuSeconds }) => [`${pid} ${begun}`, cpuSeconds]));
    for (const [name, seconds] of this.#running) if (!now.has(name)) this.#ended += seconds;
    this.#running = now;
    const told = sum(members.map(({ cpuSeconds, childSeconds }) => cpuSeconds + childSeconds));
    this.#most = Math.max(this.#most, told, this.#ended + sum([...now.values()]));
    return this.#most;
  }
}

/** Watches one command, on Linux alone; elsewhere it sees nothing. */
export class RunWatch {
  readonly #end = new AbortController();
  readonly #disk: DiskWatch | undefined;
  #seen: SeenUse = { cpuSeconds: 0, processSeconds: 0, tasks: 0 };
  readonly #time = new ProcessorTime();
  #stoppedAt: ReachedLimit | undefined;

  constructor(private readonly run: WatchedRun) {
    this.#disk = run.quota && new DiskWatch(run.quota);
    if (process.platform === "linux" && run.limits) void this.#watch(run.limits);
  }

  get seen(): SeenUse {
    return this.#seen;
  }

  /** Why it ended the command. */
  get stoppedAt(): ReachedLimit | undefined {
    return this.#stoppedAt;
  }

  /** Looks no longer. */
  end(): void {
    this.#end.abort();
  }

  async #watch(limits: CommandLimits): Promise<void> {
    const { signal } = this.#end;
    let pause: number = pauses.shortest;
    while (await delay(pause, true, { signal, ref: false }).catch(() => false)) {
      const begun = performance.now();
      const reached = await this.#look(limits).catch(() => undefined);
      if (signal.aborted) return;
      if (reached) return this.#stop(reached);
      const cost = performance.now() - begun;
      pause = Math.min(Math.max(pauses.share * cost, pauses.shortest), pauses.longest);
    }
  }

  async #stop(reached: ReachedLimit): Promise<void> {
    this.#stoppedAt = reached;
    // A sandbox ends with its first process.
    if (!this.run.sandboxed) await killTree(this.run.group).catch(() => undefined);
    this.run.kill();
  }

  async #look(limits: CommandLimits): Promise<ReachedLimit | undefined> {
    const { group, quota } = this.run;
    const members = await processTree(group);
    this.#note(members);
    const stopped = (name: UseLimit, most: number): ReachedLimit => ({ name, most, effect: "stopped" });
    if (this.#seen.tasks > limits.processes) return stopped("processes", limits.processes);
    if (this.#seen.cpuSeconds > limits.runCpuSeconds) return stopped("runCpuSeconds", limits.runCpuSeconds);
    if (this.#holdsMore(members, limits.runMemoryMegabytes))
      return stopped("runMemoryMegabytes", limits.runMemoryMegabytes);
    if (quota && (await this.#disk?.isFull(members, this.#end.signal)))
      return stopped("workspaceMegabytes", quota.megabytes);
    return undefined;
  }

  #note(members: readonly ProcessUse[]): void {
    const { processSeconds, tasks } = this.#seen;
    this.#seen = {
      cpuSeconds: this.#time.note(members),
      processSeconds: Math.max(processSeconds, ...members.map(({ cpuSeconds }) => cpuSeconds)),
      tasks: Math.max(tasks, sum(members.map(({ threads }) => threads))),
    };
  }

  /** @param megabytes 0 for any number. */
  #holdsMore(members: readonly ProcessUse[], megabytes: number): boolean {
    if (megabytes === 0) return false;
    const { sandboxed, group } = this.run;
    // The first process is the one that makes the sandbox, and outside of it.
    const files = sandboxed ? sharedFiles(members.filter(({ pid }) => pid !== group.pid)) : 0;
    const most = megabytes * mebibyte - files;
    return memoryAtMost(members) > most && memoryOf(members) > most;
  }
}
