/** Files and folders that the journal keeps as they were, moved to it (D-17). */
import { lstat, readdir, rm, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JournalRecord } from "../../../core/journal/journalEntry";

/** How much room they may take. */
export interface WholeLimits {
  /** Bytes of all of them together. */
  readonly bytes: number;
  /** Bytes of the disk that are left free. */
  readonly free: number;
}

const defaultLimits: WholeLimits = { bytes: 4 * 1024 ** 3, free: 2 * 1024 ** 3 };

/** Milliseconds for which one may belong to an entry that another process is about to store. */
const youngMs = 3_600_000;

interface Kept {
  readonly name: string;
  readonly bytes: number;
}

/** One folder with all of them. */
export class JournalWholes {
  #dropping: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly limits: WholeLimits = defaultLimits,
  ) {}

  /** Absolute path of one. */
  at(name: string): string {
    return join(this.folder, basename(name));
  }

  /** Removes what is too much, the oldest first, while others go on. @param entries all of them, oldest first. */
  dropLater(entries: () => Promise<readonly Pick<JournalRecord, "changes">[]>): void {
    this.#dropping ??= this.#drop(entries)
      // What could not be removed is tried again after the next change.
      .catch(() => {})
      .finally(() => {
        this.#dropping = undefined;
      });
  }

  /** Waits for what is being removed. */
  async settled(): Promise<void> {
    await this.#dropping;
  }

  async #drop(entries: () => Promise<readonly Pick<JournalRecord, "changes">[]>): Promise<void> {
    const there = await readdir(this.folder).catch((): string[] => []);
    const needed = keptBy(await entries()).filter(({ name }) => there.includes(name));
    const isNeeded = new Set(needed.map(({ name }) => name));
    const tooMuch = await this.#tooMuch(needed.reverse());
    for (const name of there) {
      const isLost = !isNeeded.has(name) && (await this.#isOld(name));
      if (isLost || tooMuch.has(name)) await rm(this.at(name), { recursive: true, force: true });
    }
  }

  /** @param kept newest first. */
  async #tooMuch(kept: readonly Kept[]): Promise<Set<string>> {
    const { bavail, bsize } = await statfs(dirname(this.folder));
    let missing = this.limits.free - bavail * bsize;
    let room = this.limits.bytes;
    const dropped = new Set<string>();
    for (const { name, bytes } of kept) {
      room -= bytes;
      if (room >= 0) continue;
      dropped.add(name);
      missing -= bytes;
    }
    for (const { name, bytes } of kept.toReversed()) {
      if (missing <= 0) break;
      if (dropped.has(name)) continue;
      dropped.add(name);
      missing -= bytes;
    }
    return dropped;
  }

  /** By the moment at which it was moved here. */
  async #isOld(name: string): Promise<boolean> {
    const found = await lstat(this.at(name)).catch(() => undefined);
    return found !== undefined && Date.now() - found.ctimeMs > youngMs;
  }
}

const keptBy = (entries: readonly Pick<JournalRecord, "changes">[]): Kept[] =>
  entries.flatMap(({ changes }) =>
    changes.flatMap(({ whole }) =>
      whole?.kept === undefined ? [] : [{ name: whole.kept, bytes: whole.before?.bytes ?? 0 }],
    ),
  );
