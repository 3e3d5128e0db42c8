/** The journal on disk: one or two small JSON files an entry, larger contents beside them (D-17). */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalChange, JournalEntry, JournalStore, JournalSummary } from "../core/journal";
import { ToolError } from "../core/toolError";
import { JournalContents, type StoredBytes, type StoredChange, writeWhole } from "./journalContents";

/** Entries kept; older ones can no longer be undone. */
const mostEntries = 500;

interface Stored extends Omit<JournalChange, "before" | "after"> {
  /** null when there was no file. */
  readonly before: StoredBytes | null;
  readonly after: StoredBytes | StoredChange | null;
}

interface StoredEntry extends Omit<JournalEntry, "changes"> {
  readonly changes: readonly Stored[];
}

/**
 * What was known before the first write, and what was known after the last. The second is there for reading alone: when
 * a crash takes it, the first still says what may have been written, and so it need not be waited for.
 */
const suffixes = { pending: ".pending.json", ended: ".json" } as const;

/** JournalStore in a folder that only its owner can read. */
export class JournalFiles implements JournalStore {
  #ready: Promise<void> | undefined;
  readonly #contents: JournalContents;

  constructor(private readonly folder: string) {
    this.#contents = new JournalContents(join(folder, "contents"));
  }

  async put(entry: JournalEntry): Promise<void> {
    this.#ready ??= this.#open();
    await this.#ready;
    const changes = await Promise.all(entry.changes.map((change) => this.#keep(change, entry.state === "pending")));
    const bytes = Buffer.from(JSON.stringify({ ...entry, changes } satisfies StoredEntry));
    const path = join(this.folder, entry.id + (entry.state === "pending" ? suffixes.pending : suffixes.ended));
    await writeWhole(path, bytes, entry.state !== "done");
  }

  async list(): Promise<JournalSummary[]> {
    const entries = await this.#stored();
    return entries.map(({ changes, ...entry }) => ({
      ...entry,
      files: [...new Set(changes.map((change) => change.shown))],
    }));
  }

  async get(id: string): Promise<JournalEntry> {
    const entry = (await this.#stored()).find((candidate) => candidate.id === id);
    if (!entry) throw new ToolError("not_found", `The journal has no entry ${id}.`);
    return { ...entry, changes: await Promise.all(entry.changes.map((change) => this.#load(change))) };
  }

  async #open(): Promise<void> {
    await mkdir(join(this.folder, "contents"), { recursive: true, mode: 0o700 });
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const entries = await this.#stored();
    if (entries.length <= mostEntries) return;
    for (const { id } of entries.slice(0, -mostEntries))
      for (const suffix of Object.values(suffixes)) await rm(join(this.folder, id + suffix), { force: true });
    const used = new Set(entries.slice(-mostEntries).flatMap(({ changes }) => changes.flatMap(filesOf)));
    for (const name of await readdir(join(this.folder, "contents")))
      if (!used.has(name)) await rm(join(this.folder, "contents", name), { force: true });
  }

  /** In order of time; an entry that a crash left unreadable is passed over, as its write never began. */
  async #stored(): Promise<StoredEntry[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith(".json"));
    const read = await Promise.all(names.map((name) => this.#readEntry(name)));
    const byId = new Map<string, StoredEntry>();
    for (const entry of read) {
      if (entry && (entry.state !== "pending" || !byId.has(entry.id))) byId.set(entry.id, entry);
    }
    return [...byId.values()].sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  }

  async #readEntry(name: string): Promise<StoredEntry | undefined> {
    try {
      const entry = JSON.parse(await readFile(join(this.folder, name), "utf8")) as StoredEntry | null;
      return Array.isArray(entry?.changes) && entry.changes.every(isStored) ? entry : undefined;
    } catch {
      return undefined;
    }
  }

  async #keep({ before, after, ...change }: JournalChange, durable: boolean): Promise<Stored> {
    const kept = before ? await this.#contents.keep(before, durable) : null;
    if (!after) return { ...change, before: kept, after: null };
    const stored = before ? this.#contents.keepChange(before, after, durable) : this.#contents.keep(after, durable);
    return { ...change, before: kept, after: await stored };
  }

  async #load({ before, after, ...change }: Stored): Promise<JournalChange> {
    const old = before ? await this.#contents.load(before) : undefined;
    if (!after) return { ...change, before: old, after: undefined };
    const fresh =
      "middle" in after
        ? await this.#contents.loadChange(old ?? new Uint8Array(), after)
        : await this.#contents.load(after);
    return { ...change, before: old, after: fresh };
  }
}

/** Not what an older version, or somebody else, left here. */
const isStored = (change: Stored | null): boolean =>
  [change?.before, change?.after].every((stored) => stored === null || typeof stored === "object");

const filesOf = ({ before, after }: Stored): string[] =>
  [before, after && "middle" in after ? after.middle : after].flatMap((stored) =>
    stored && "file" in stored ? [stored.file] : [],
  );
