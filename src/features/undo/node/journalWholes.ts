/** Files and folders that the journal keeps as they were, moved to it (D-17). */
import type { Stats } from "node:fs";
import { lstat, readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JournalRecord } from "../../../core/journal/journalEntry";
import type { GoingWhole } from "../../../core/vocabulary/changes/wholeChange";

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
  /** What it takes on the disk. */
  readonly bytes: number;
  /** The place of its entry among all of them. */
  readonly entry: number;
  /** A person was told that it cannot be brought back. */
  readonly mayBeLost: boolean;
}

/** One folder with all of them. Those of the newest entry stay, but for what a person let go for good. */
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

  /** See JournalStore. @param entries all of them, oldest first. @throws the file system's own error. */
  async canKeep(
    going: readonly GoingWhole[],
    entries: readonly Pick<JournalRecord, "changes">[],
  ): Promise<readonly boolean[]> {
    const { dev } = await stat(dirname(this.folder));
    const older = await this.#kept(entries, await this.#names());
    let spare = older.reduce((sum, { bytes }) => sum + bytes, await this.#spare());
    let room = this.limits.bytes;
    const fits: boolean[] = [];
    for (const { real, bytes } of going) {
      const found = await lstat(real).catch(() => undefined);
      const taken = takenBy(found, bytes);
      // What is renamed takes no more of the disk than before. A copy may be without the holes of a file.
      const copied = found && found.dev !== dev ? Math.max(found.size, bytes) : 0;
      const isKept = taken <= room && copied <= spare;
      if (isKept) {
        room -= taken;
        spare -= copied;
      }
      fits.push(isKept);
    }
    return fits;
  }

  /** Bytes that may be taken of the disk; less than 0 where too few are free. */
  async #spare(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.folder));
    return bavail * bsize - this.limits.free;
  }

  #names(): Promise<string[]> {
    return readdir(this.folder).catch((): string[] => []);
  }

  async #drop(entries: () => Promise<readonly Pick<JournalRecord, "changes">[]>): Promise<void> {
    const there = await this.#names();
    const needed = await this.#kept(await entries(), there);
    const isNeeded = new Set(needed.map(({ name }) => name));
    const tooMuch = await this.#tooMuch(needed.reverse());
    for (const name of there) {
      const isLost = !isNeeded.has(name) && (await this.#isOld(name));
      if (isLost || tooMuch.has(name)) await rm(this.at(name), { recursive: true, force: true });
    }
  }

  /** What entries need of what is there, oldest first. */
  async #kept(entries: readonly Pick<JournalRecord, "changes">[], there: readonly string[]): Promise<Kept[]> {
    const names = new Set(there);
    const all: Kept[] = [];
    for (const [entry, { changes }] of entries.entries())
      for (const { whole } of changes) {
        const name = whole?.kept;
        if (name === undefined || !names.has(name)) continue;
        const bytes = takenBy(await lstat(this.at(name)).catch(() => undefined), whole?.before?.bytes ?? 0);
        all.push({ name, bytes, entry, mayBeLost: whole?.mayBeLost === true });
      }
    return all;
  }

  /** @param kept newest first. */
  async #tooMuch(kept: readonly Kept[]): Promise<Set<string>> {
    let missing = -(await this.#spare());
    let room = this.limits.bytes;
    const lasting = kept.filter(({ mayBeLost }) => !mayBeLost);
    const stays = ({ entry, mayBeLost }: Kept) => !mayBeLost && entry === lasting[0]?.entry;
    // What may be lost takes nothing else's room.
    const inTurn = [...lasting, ...kept.filter(({ mayBeLost }) => mayBeLost)];
    const dropped = new Set<string>();
    const drop = ({ name, bytes }: Kept) => {
      dropped.add(name);
      missing -= bytes;
    };
    for (const one of inTurn) {
      room -= one.bytes;
      if (room < 0 && !stays(one)) drop(one);
    }
    for (const one of inTurn.toReversed()) {
      if (missing <= 0) break;
      if (!dropped.has(one.name) && !stays(one)) drop(one);
    }
    return dropped;
  }

  /** By the moment at which it was moved here. */
  async #isOld(name: string): Promise<boolean> {
    const found = await lstat(this.at(name)).catch(() => undefined);
    return found !== undefined && Date.now() - found.ctimeMs > youngMs;
  }
}

/** What is found takes on the disk; a file may have holes. @param bytes what is known of a folder. */
const takenBy = (found: Stats | undefined, bytes: number): number => (found?.isFile() ? found.blocks * 512 : bytes);
