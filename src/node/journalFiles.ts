/** The journal on disk: a small JSON file an entry, contents beside them under their SHA-256 (D-17). */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, JournalStore, JournalSummary } from "../core/journal";
import { ToolError } from "../core/toolError";

/** Entries kept; older ones can no longer be undone. */
const mostEntries = 500;

interface StoredChange {
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  /** SHA-256 of the content, null when there was no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly createdDirectories: readonly string[];
}

interface StoredEntry extends Omit<JournalEntry, "changes"> {
  readonly changes: readonly StoredChange[];
}

/** JournalStore in a folder that only its owner can read. */
export class JournalFiles implements JournalStore {
  #ready: Promise<void> | undefined;

  constructor(private readonly folder: string) {}

  async put(entry: JournalEntry): Promise<void> {
    this.#ready ??= this.#open();
    await this.#ready;
    const changes: StoredChange[] = [];
    for (const change of entry.changes) {
      changes.push({ ...change, before: await this.#keep(change.before), after: await this.#keep(change.after) });
    }
    const stored: StoredEntry = { ...entry, changes };
    await writeDurably(this.#entryPath(entry.id), Buffer.from(JSON.stringify(stored)));
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
    const changes = await Promise.all(
      entry.changes.map(async (change) => ({
        ...change,
        before: await this.#content(change.before),
        after: await this.#content(change.after),
      })),
    );
    return { ...entry, changes };
  }

  async #open(): Promise<void> {
    await mkdir(join(this.folder, "contents"), { recursive: true, mode: 0o700 });
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const entries = await this.#stored();
    if (entries.length <= mostEntries) return;
    const kept = entries.slice(-mostEntries);
    for (const entry of entries.slice(0, -mostEntries)) await rm(this.#entryPath(entry.id), { force: true });
    const used = new Set(kept.flatMap((entry) => entry.changes.flatMap(({ before, after }) => [before, after])));
    for (const name of await readdir(join(this.folder, "contents"))) {
      if (!used.has(name)) await rm(join(this.folder, "contents", name), { force: true });
    }
  }

  #entryPath(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  /** In order of time; an entry that a crash left unreadable is passed over, as its write never began. */
  async #stored(): Promise<StoredEntry[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith(".json"));
    const entries = await Promise.all(
      names.map(async (name) => {
        try {
          const entry = JSON.parse(await readFile(join(this.folder, name), "utf8")) as StoredEntry | null;
          return Array.isArray(entry?.changes) ? entry : undefined;
        } catch {
          return undefined;
        }
      }),
    );
    const readable = entries.filter((entry) => entry !== undefined);
    return readable.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  }

  async #keep(content: Uint8Array | undefined): Promise<string | null> {
    if (content === undefined) return null;
    const hash = createHash("sha256").update(content).digest("hex");
    const path = join(this.folder, "contents", hash);
    const there = await stat(path).catch(() => undefined);
    if (there?.size !== content.length) await writeDurably(path, content);
    return hash;
  }

  async #content(hash: string | null): Promise<Uint8Array | undefined> {
    if (hash === null) return undefined;
    const bytes = await readFile(join(this.folder, "contents", hash)).catch(() => undefined);
    if (!bytes || createHash("sha256").update(bytes).digest("hex") !== hash)
      throw new ToolError(
        "unavailable",
        "The journal's copy of the file is missing or damaged, so this cannot be undone.",
      );
    return bytes;
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
