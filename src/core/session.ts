import type { FileStat } from "./host";

/** What one agent has seen and done. Lives in memory; hosts may save and restore it. */
export class Session {
  readonly #seen = new Map<string, string>();

  constructor(
    /** Who is calling, for the terminal, the journal and the log. */
    readonly agent: string,
    seen: Iterable<readonly [string, string]> = [],
  ) {
    for (const [real, version] of seen) this.#seen.set(real, version);
  }

  /** Notes that the agent knows the file in this version (RD-12). */
  noteSeen(real: string, version: string): void {
    this.#seen.set(real, version);
  }

  /** Whether the agent knows the file as it is now (D-10). */
  knows(real: string, stat: FileStat): "current" | "stale" | "unread" {
    const version = this.#seen.get(real);
    if (version === undefined) return "unread";
    return version === stat.version ? "current" : "stale";
  }

  /** Real path and version of every file seen, for saving. */
  seen(): [string, string][] {
    return [...this.#seen];
  }
}
