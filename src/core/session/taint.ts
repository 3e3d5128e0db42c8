import type { ReachedHost } from "../ports/confinement";
import { highest, isAbove, type Level, levels } from "../vocabulary/level";

/** What commands exchanged with a host, as far as their proxy saw. */
export type Exchanged = Omit<ReachedHost, "host">;

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
  /** Absolute, of a file or folder. */
  readonly path?: string;
  /** A secret that a program was given, whose value nobody was shown. */
  readonly isSecret?: true;
  /** Of a host: all that the session's commands exchanged with it. */
  readonly exchanged?: Exchanged;
}

/** What another session took in, and hands on with its words. */
export type CarriedLineage = Pick<LineageEntry, "level" | "source" | "reason" | "path" | "isSecret">;

/** A session's taint as it is kept between processes. */
export interface SavedTaint {
  readonly level: Level;
  /** See {@link Taint.levelBesideSecrets}; absent: the level itself. */
  readonly besideSecrets?: Level;
  readonly lineage: readonly LineageEntry[];
}

/** True for what {@link Taint.saved} gave. */
export function isSavedTaint(value: unknown): value is SavedTaint {
  if (typeof value !== "object" || value === null) return false;
  const { level, besideSecrets, lineage } = value as Partial<SavedTaint>;
  if (besideSecrets !== undefined && !isLevel(besideSecrets)) return false;
  return isLevel(level) && Array.isArray(lineage) && lineage.every(isEntry);
}

const isLevel = (value: unknown): value is Level => levels.includes(value as Level);

const isEntry = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const { time, call, level, source, reason, exchanged } = value as Partial<LineageEntry>;
  if (exchanged !== undefined && !isExchanged(exchanged ?? {})) return false;
  return typeof time === "number" && isLevel(level) && [call, source, reason].every((text) => typeof text === "string");
};

const isExchanged = ({ methods, sent, received }: Partial<Exchanged>): boolean =>
  Array.isArray(methods) &&
  methods.every((method) => typeof method === "string") &&
  [sent, received].every((bytes) => typeof bytes === "number");

/** Methods that are told of one host at most. */
const maxMethods = 20;

const together = (one: Exchanged, other: Exchanged): Exchanged => ({
  methods: [...new Set([...one.methods, ...other.methods])].slice(0, maxMethods),
  sent: one.sent + other.sent,
  received: one.received + other.received,
});

const bytesOf = ({ exchanged }: LineageEntry): number => (exchanged ? exchanged.sent + exchanged.received : 0);

/** For a session whose past cannot be read: nobody knows what it has taken in. */
export const unknownTaint: SavedTaint = {
  level: "RESTRICTED",
  lineage: [
    { time: 0, call: "", level: "RESTRICTED", source: "an earlier session", reason: "its record cannot be read" },
  ],
};

/** Entries that are remembered at most; the oldest of those that raised nothing go first. */
const maxEntries = 500;

const keyOf = ({ time, call, source, reason }: LineageEntry) => JSON.stringify([time, call, source, reason]);

/** What a session has taken in so far. Rises with what is read; only a person resets it. */
export class Taint {
  #level: Level = "PUBLIC";
  #besideSecrets: Level = "PUBLIC";
  #lineage: LineageEntry[] = [];
  readonly #listeners = new Set<() => void>();

  get level(): Level {
    return this.#level;
  }

  /** The level without secrets that programs were given, whose values nobody was shown. */
  get levelBesideSecrets(): Level {
    return this.#besideSecrets;
  }

  /** What came in, the oldest first. */
  get lineage(): readonly LineageEntry[] {
    return this.#lineage;
  }

  /** What first brought it to its level. */
  get raisedBy(): LineageEntry | undefined {
    return this.#lineage.find(({ level }) => level === this.#level);
  }

  /** For keeping it. */
  saved(): SavedTaint {
    return { level: this.#level, besideSecrets: this.#besideSecrets, lineage: [...this.#lineage] };
  }

  /** Takes up what was kept; the level never falls by it. */
  restore({ level, besideSecrets = level, lineage }: SavedTaint): void {
    const all = new Map<string, LineageEntry>();
    for (const entry of [...lineage, ...this.#lineage]) {
      const other = all.get(keyOf(entry));
      // What was exchanged only grows.
      all.set(keyOf(entry), other && bytesOf(other) > bytesOf(entry) ? other : entry);
    }
    this.#lineage = [...all.values()];
    this.#level = highest([this.#level, level, ...lineage.map((entry) => entry.level)]);
    const others = lineage.filter(({ isSecret }) => !isSecret).map((entry) => entry.level);
    this.#besideSecrets = highest([this.#besideSecrets, besideSecrets, ...others]);
    this.#tell();
  }

  /** Notes what came in; the level never falls by it. */
  add(entry: LineageEntry): void {
    if (isAbove(entry.level, this.#level)) this.#level = entry.level;
    if (!entry.isSecret) this.#besideSecrets = highest([this.#besideSecrets, entry.level]);
    this.#lineage.push(entry);
    if (this.#lineage.length > maxEntries) {
      const least = this.#lineage.findIndex(({ level }) => isAbove(this.#level, level));
      this.#lineage.splice(Math.max(0, least), 1);
    }
    this.#tell();
  }

  /** Adds what a command exchanged to the entries of these hosts; the level stays. */
  addExchanged(hosts: readonly ReachedHost[]): void {
    for (const { host, ...exchanged } of hosts) {
      const at = this.#lineage.findLastIndex(({ source }) => source === host);
      const entry = this.#lineage[at];
      if (entry)
        this.#lineage[at] = {
          ...entry,
          exchanged: entry.exchanged ? together(entry.exchanged, exchanged) : exchanged,
        };
    }
    if (hosts.length > 0) this.#tell();
  }

  /** A person's word that what was read no longer matters. */
  reset(): void {
    this.#level = "PUBLIC";
    this.#besideSecrets = "PUBLIC";
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
