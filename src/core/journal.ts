/** Before-images of every write, so that everything can be taken back byte for byte (D-17). */
import type { ResolvedPath } from "./effect";
import type { FilePort } from "./host";
import { ToolError } from "./toolError";

/** One file's change within a call. */
export interface JournalChange {
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Permission bits to bring a deleted file back with. */
  readonly mode?: number;
  /** Real paths of folders made for it, outermost first. */
  readonly createdDirectories: readonly string[];
}

/** All changes of one call. `pending` means that the write may or may not have happened (a crash in between). */
export interface JournalEntry {
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly state: "pending" | "done" | "undone";
  readonly changes: readonly JournalChange[];
}

/** An entry without the files' contents, for listing. */
export interface JournalSummary extends Omit<JournalEntry, "changes"> {
  /** Shown paths of the files it changed. */
  readonly files: readonly string[];
}

/** Where entries are kept. */
export interface JournalStore {
  /** Stores or replaces the entry with this id; on disk before it returns. */
  put(entry: JournalEntry): Promise<void>;
  /** All entries, oldest first. */
  list(): Promise<JournalSummary[]>;
  /** One entry with its contents. @throws ToolError `not_found`. */
  get(id: string): Promise<JournalEntry>;
}

/** What taking back a call did. */
export interface UndoOutcome {
  readonly entry: JournalEntry;
  /** Shown paths of the files that hold their earlier bytes again. */
  readonly restored: readonly string[];
}

const equal = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a === undefined || b === undefined ? a === b : a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * Puts one file back to what it was before a change.
 * @param held what it holds now; a file that holds something else by then is not overwritten.
 * @returns what it holds afterwards.
 */
export async function takeBack(
  files: FilePort,
  target: ResolvedPath,
  change: JournalChange,
  held: Uint8Array | undefined,
): Promise<Uint8Array | undefined> {
  const { written } = await files.write(target, held, change.before, { mode: change.mode });
  for (const folder of change.createdDirectories.toReversed()) await files.removeEmptyDirectory(folder);
  return written ?? change.before;
}

/** Records writes and takes them back. */
export class Journal {
  constructor(
    private readonly store: JournalStore,
    private readonly files: FilePort,
  ) {}

  /** Records an entry, or what has changed about it. */
  record(entry: JournalEntry): Promise<void> {
    return this.store.put(entry);
  }

  /** Calls that can be taken back, newest first. */
  async undoable(): Promise<JournalSummary[]> {
    const entries = await this.store.list();
    return entries.filter((entry) => entry.state !== "undone" && entry.files.length > 0).reverse();
  }

  /**
   * Puts back the bytes a call replaced, the last change first. All files are checked before the first is touched.
   * @param id a call; without it the newest.
   * @throws ToolError `not_found` when there is nothing to undo, `stale` when a file has changed since.
   */
  async undo(id?: string): Promise<UndoOutcome> {
    const candidates = (await this.undoable()).filter((candidate) => id === undefined || candidate.id === id);
    for (const candidate of candidates) {
      const outcome = await this.#undoEntry(await this.store.get(candidate.id));
      // A write that a crash cut off before it happened leaves nothing to take back: the one before it is meant.
      if (outcome.restored.length > 0 || outcome.entry.state === "done" || id !== undefined) return outcome;
    }
    throw new ToolError(
      "not_found",
      id === undefined ? "There is no change to undo." : `No change with the id ${id} can be undone.`,
    );
  }

  async #undoEntry(entry: JournalEntry): Promise<UndoOutcome> {
    const last = new Map(entry.changes.map((change) => [change.real, change]));
    const held = new Map<string, Uint8Array | undefined>();
    for (const change of last.values()) held.set(change.real, await this.#unchanged(entry, change));
    const restored = new Set<string>();
    for (const change of entry.changes.toReversed()) if (await this.#restore(change, held)) restored.add(change.shown);
    await this.store.put({ ...entry, state: "undone" });
    return { entry, restored: [...restored] };
  }

  async #target(change: JournalChange): Promise<ResolvedPath> {
    const target = await this.files.resolve(change.path);
    if (target.real !== change.real)
      throw new ToolError("stale", `${change.shown} leads elsewhere than when it was changed, so it was not undone.`);
    return target;
  }

  /** What the file holds. @throws ToolError `stale` when that is not what the call left there. */
  async #unchanged(entry: JournalEntry, change: JournalChange): Promise<Uint8Array | undefined> {
    const target = await this.#target(change);
    const bytes = (await this.files.stat(target)) ? await this.files.read(target) : undefined;
    const neverHappened = entry.state === "pending" && equal(bytes, change.before);
    if (!equal(bytes, change.after) && !neverHappened)
      throw new ToolError(
        "stale",
        `${change.shown} has changed since "${entry.title}", so nothing was undone: put it back by hand or undo the later change first.`,
      );
    return bytes;
  }

  /** @param held what each file was found to hold; a file that holds something else by now is not overwritten. */
  async #restore(change: JournalChange, held: Map<string, Uint8Array | undefined>): Promise<boolean> {
    const bytes = held.get(change.real);
    if (equal(bytes, change.before)) return false;
    held.set(change.real, await takeBack(this.files, await this.#target(change), change, bytes));
    return true;
  }
}
