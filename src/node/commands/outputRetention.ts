/** What logs take on the disk, and which go first when there is no room. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** How much is kept. */
export interface RetentionLimits {
  /** Bytes of one agent's logs. */
  readonly agentBytes: number;
  /** Bytes of all agents' logs. */
  readonly allBytes: number;
  /** Logs of one agent. */
  readonly agentLogs: number;
}

/** One log: its data and, beside it, the index of its streams. */
export interface RetainedLog {
  /** Name of the agent's folder. */
  readonly agent: string;
  readonly id: string;
  /** Path without the ending. */
  readonly path: string;
  bytes: number;
  /** Still written, so it is not dropped. */
  open: boolean;
}

/** Endings of a log's two files. */
export const logEndings = { data: ".log", index: ".runs" } as const;

/** The logs in a folder, oldest first. */
export class OutputRetention {
  readonly #logs = new Set<RetainedLog>();
  #loaded: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly limits: RetentionLimits,
  ) {}

  /** Finds what earlier processes left; later calls wait for the first. */
  load(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async #load(): Promise<void> {
    const agents = await readdir(this.folder).catch(() => []);
    const found = (await Promise.all(agents.map((agent) => this.#logsOf(agent)))).flat();
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { mtimeMs, ...log } of found) this.#logs.add(log);
  }

  async #logsOf(agent: string) {
    const names = await readdir(join(this.folder, agent)).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith(logEndings.data))
      .map((name) => name.slice(0, -logEndings.data.length));
    return Promise.all(
      ids.map(async (id) => {
        const path = join(this.folder, agent, id);
        const sizes = await Promise.all(
          Object.values(logEndings).map((ending) => stat(path + ending).catch(() => undefined)),
        );
        const bytes = sizes.reduce((sum, size) => sum + (size?.size ?? 0), 0);
        return { agent, id, path, bytes, open: false, mtimeMs: sizes[0]?.mtimeMs ?? 0 };
      }),
    );
  }

  /** Ids of an agent's logs. */
  ids(agent: string): string[] {
    return [...this.#logs].filter((log) => log.agent === agent).map(({ id }) => id);
  }

  /** Puts an open log on the retention; the oldest of too many goes. */
  add(agent: string, id: string): RetainedLog {
    const log = { agent, id, path: join(this.folder, agent, id), bytes: 0, open: true };
    this.#logs.add(log);
    while (this.ids(agent).length > this.limits.agentLogs && this.#dropOldest((one) => one.agent === agent));
    return log;
  }

  /** Notes that a log grows, and drops older ones for it. @returns false when there is no room even so. */
  grow(log: RetainedLog, bytes: number): boolean {
    const fits = (limit: number, counts: (one: RetainedLog) => boolean) => {
      while (this.#bytes(counts) + bytes > limit) if (!this.#dropOldest(counts)) return false;
      return true;
    };
    const isOwn = (one: RetainedLog) => one.agent === log.agent;
    if (!fits(this.limits.agentBytes, isOwn) || !fits(this.limits.allBytes, () => true)) return false;
    log.bytes += bytes;
    return true;
  }

  #bytes(counts: (one: RetainedLog) => boolean): number {
    let sum = 0;
    for (const log of this.#logs) if (counts(log)) sum += log.bytes;
    return sum;
  }

  #dropOldest(mayGo: (log: RetainedLog) => boolean): boolean {
    for (const log of this.#logs) {
      if (log.open || !mayGo(log)) continue;
      this.#logs.delete(log);
      // What cannot be removed now is found and counted again by the next process.
      for (const ending of Object.values(logEndings)) void rm(log.path + ending, { force: true }).catch(() => {});
      return true;
    }
    return false;
  }
}
