/** The journal where nothing can be kept on a disk: for the life of the window (D-17). */
import type { JournalEntry, JournalRecord, JournalStore } from "../../core/journal/journalEntry";
import { ToolError } from "../../core/vocabulary/toolError";

/** What is kept; older entries can no longer be undone. */
export interface MemoryLimits {
  readonly entries: number;
  /** Bytes of contents; the newest entry is kept whatever its size. */
  readonly bytes: number;
}

const defaultLimits: MemoryLimits = { entries: 500, bytes: 128 * 1024 * 1024 };

const bytesOf = ({ changes }: JournalEntry): number =>
  changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);

/** JournalStore in memory. What is put is there when the promise is fulfilled, so the bytes of before are kept first. */
export class MemoryJournal implements JournalStore {
  readonly #entries = new Map<string, JournalEntry>();

  /** @param onStored hears of every entry that is stored. */
  constructor(
    private readonly onStored: () => void = () => {},
    private readonly limits: MemoryLimits = defaultLimits,
  ) {}

  async put(entry: JournalEntry): Promise<void> {
    this.#entries.set(entry.id, entry);
    this.#prune(entry);
    this.onStored();
  }

  async end(entry: JournalEntry): Promise<void> {
    if (this.#entries.get(entry.id)?.state === "pending") await this.put(entry);
  }

  async list(): Promise<JournalRecord[]> {
    return [...this.#entries.values()].map(({ changes, ...entry }) => ({
      ...entry,
      changes: changes.map(({ before, after, ...change }) => change),
    }));
  }

  async ids(): Promise<ReadonlySet<string>> {
    return new Set(this.#entries.keys());
  }

  async get(id: string): Promise<JournalEntry> {
    const entry = this.#entries.get(id);
    if (!entry) throw new ToolError("not_found", `The journal has no entry ${id}.`);
    return entry;
  }

  /** The oldest go first, but none whose writes may still go on. */
  #prune(newest: JournalEntry): void {
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + bytesOf(entry), 0);
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= this.limits.entries && bytes <= this.limits.bytes) return;
      if (id === newest.id || entry.state === "pending") continue;
      this.#entries.delete(id);
      bytes -= bytesOf(entry);
    }
  }
}
