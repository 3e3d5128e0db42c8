import { isAbove, type Level } from "./level";

/** What raised a session's taint (PO-6, PO-7). */
export interface LineageEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The call that brought it in. */
  readonly call: string;
  readonly level: Level;
  /** Where it came from: a path as shown, a host, or a command. */
  readonly source: string;
  /** Why it counts as that, one clause without a final period. */
  readonly reason: string;
}

/** Entries that are remembered at most; the oldest of those that raised nothing go first. */
const mostEntries = 500;

/** What a session has taken in so far. Rises with what is read; only a person resets it. */
export class Taint {
  #level: Level = "PUBLIC";
  #lineage: LineageEntry[] = [];
  readonly #listeners = new Set<() => void>();

  get level(): Level {
    return this.#level;
  }

  /** What came in, the oldest first. */
  get lineage(): readonly LineageEntry[] {
    return this.#lineage;
  }

  /** Notes what came in; the level never falls by it. */
  add(entry: LineageEntry): void {
    if (isAbove(entry.level, this.#level)) this.#level = entry.level;
    this.#lineage.push(entry);
    if (this.#lineage.length > mostEntries) {
      const least = this.#lineage.findIndex(({ level }) => isAbove(this.#level, level));
      this.#lineage.splice(Math.max(0, least), 1);
    }
    this.#tell();
  }

  /** A person's word that what was read no longer matters. */
  reset(): void {
    this.#level = "PUBLIC";
    this.#lineage = [];
    this.#tell();
  }

  /** @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
