/** Writes the history of a workspace: whole lines, each chained to the one before, by one process at a time (PO-8). */
import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { HistoryEntry } from "../core/execHistory";
import { chainedLine } from "../node/auditChain";
import { auditEnding, namesIn } from "../node/auditFiles";
import { underLock } from "../node/fileLock";
import { endsAt, fileStart, type HistoryHead, type HistoryTip, readHead, writeHead } from "./historyHead";
import type { HistoryPlace } from "./historyPlace";

/** How much is kept. */
export interface HistoryLimits {
  /** Bytes after which a new file is begun. */
  readonly fileBytes: number;
  /** Files beside the one that is written; the oldest goes first. */
  readonly earlierFiles: number;
}

const usualLimits: HistoryLimits = { fileBytes: 8 * 1024 ** 2, earlierFiles: 15 };

/** Why a file is no longer written: it is full, ends in the middle of a line, or is not what was written last. */
export type Aside = "full" | "crash" | "changed";

/** What was there before a file, as the file's first line tells. */
export interface EarlierFile {
  readonly why: Aside | "missing";
  /** Its name among the earlier ones; absent where it is missing. */
  readonly name?: string;
  /** How it ended when it was last written; absent where nothing was known of it. */
  readonly end?: HistoryTip;
}

/** The first line of a file. */
export interface HistoryStart {
  readonly kind: "start";
  /** Absent in the first file of all. */
  readonly before?: EarlierFile;
  /** Names of earlier files that made room. */
  readonly dropped?: readonly string[];
}

/** Ending of what was moved aside and is no text to read: a link, a folder, or far too much. */
const strangeEnding = ".moved";

const ownerOnly = 0o700;
/** A link put there for a moment is not followed, and a pipe not waited for. */
const wary = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const appending = constants.O_WRONLY | constants.O_APPEND | wary;
const creating = appending | constants.O_CREAT | constants.O_EXCL;

/** The history of one workspace. */
export class HistoryFile {
  /** Lines of this process do not wait for each other's lock. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param ownHead where this host notes its own last line, beside the note that all hosts share. */
  constructor(
    private readonly place: HistoryPlace,
    private readonly ownHead: string,
    private readonly limits: HistoryLimits = usualLimits,
  ) {}

  /**
   * Appends one line. What is there and is not what was written last is moved aside, never followed and never repaired.
   * @param time milliseconds since 1970.
   * @throws Error when the line could not be written.
   */
  async append(entry: HistoryEntry, time: number): Promise<void> {
    await this.#alone(async () => {
      const head = await readHead(this.place.head);
      const end = head && (await this.#wholeEnd(head));
      if (end && end.bytes < this.limits.fileBytes) await this.#write(appending, end, [entry], time);
      else await this.#write(creating, fileStart, [await this.#start(head, end, time), entry], time);
    });
  }

  /**
   * Makes the file where there is none, before a command could find its name free.
   * @param time milliseconds since 1970.
   * @throws Error when it cannot be made.
   */
  async begin(time: number): Promise<void> {
    if (await existing(this.place.current)) return;
    await mkdir(this.place.earlier, { recursive: true, mode: ownerOnly });
    await underLock(this.place.lock, async () => {
      if (await existing(this.place.current)) return;
      const head = await readHead(this.place.head);
      await this.#write(creating, fileStart, [await this.#start(head, undefined, time)], time);
    });
  }

  /** Puts the current file among the earlier ones, as before its folder is deleted. The next one goes on from it. */
  async setAside(time: number): Promise<void> {
    await this.#alone(async () => {
      const found = await existing(this.place.current);
      if (found) await this.#moveAside(found, time);
    });
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(async () => {
      await mkdir(this.place.earlier, { recursive: true, mode: ownerOnly });
      await underLock(this.place.lock, work);
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /** The line that the file ends with, when that is the one that was noted; after a crash it may be the one before. */
  async #wholeEnd(head: HistoryHead): Promise<HistoryTip | undefined> {
    const found = await existing(this.place.current);
    if (!found?.isFile() || found.nlink > 1) return undefined;
    const end = [head, head.before].find(({ bytes }) => bytes > 0 && bytes === found.size);
    return end && (await endsAt(this.place.current, end)) ? end : undefined;
  }

  /** The first line of a new file, once there is room for it. @param end of a file that is full. */
  async #start(head: HistoryHead | undefined, end: HistoryTip | undefined, time: number): Promise<HistoryStart> {
    const before = await this.#before(head, end, time);
    const dropped = await this.#dropOldest();
    return { kind: "start", ...(before && { before }), ...(dropped.length > 0 && { dropped }) };
  }

  async #before(head: HistoryHead | undefined, end: HistoryTip | undefined, time: number) {
    const found = await existing(this.place.current);
    if (found) {
      const why: Aside = end ? "full" : head && (await this.#isCutOff(found, head)) ? "crash" : "changed";
      const known = why === "crash" ? head?.before : (end ?? head);
      return { why, name: await this.#moveAside(found, time), ...(known && { end: tipOf(known) }) } as const;
    }
    if (!head) return undefined;
    const last = (await namesIn(this.place.earlier)).at(-1);
    const wasPutAway = last !== undefined && (await endsAt(join(this.place.earlier, last), head));
    return {
      ...(wasPutAway ? ({ why: "full", name: last } as const) : ({ why: "missing" } as const)),
      end: tipOf(head),
    };
  }

  /** Whether a process was killed in the middle of the line that it had noted. */
  async #isCutOff(found: Stats, { before, bytes }: HistoryHead): Promise<boolean> {
    if (!found.isFile() || found.size < before.bytes || found.size >= bytes) return false;
    return endsAt(this.place.current, before);
  }

  /** @returns its name among the earlier ones. */
  async #moveAside(found: Stats, time: number): Promise<string> {
    const isText = found.isFile() && found.size <= 2 * this.limits.fileBytes;
    const numbers = (await readdir(this.place.earlier)).map((name) => Number.parseInt(name, 10) || 0);
    const number = String(Math.max(0, ...numbers) + 1).padStart(6, "0");
    const stamp = new Date(time).toISOString().replace(/[-:.]/g, "");
    const name = `${number}-${stamp}${isText ? auditEnding : strangeEnding}`;
    await rename(this.place.current, join(this.place.earlier, name));
    return name;
  }

  async #dropOldest(): Promise<string[]> {
    const names = (await readdir(this.place.earlier)).sort();
    const dropped = names.slice(0, Math.max(0, names.length - this.limits.earlierFiles));
    for (const name of dropped) await rm(join(this.place.earlier, name), { recursive: true, force: true });
    return dropped;
  }

  /** Notes how the file will end, makes it so, and notes that it is. */
  async #write(flags: number, before: HistoryTip, entries: readonly object[], time: number): Promise<void> {
    const lines: Buffer[] = [];
    let end = before;
    for (const entry of entries) {
      const { text, hash } = chainedLine(entry, time, end.sequence + 1, end.hash);
      const line = Buffer.from(`${text}\n`);
      lines.push(line);
      end = { sequence: end.sequence + 1, hash, bytes: end.bytes + line.length };
    }
    const file = await open(this.place.current, flags, 0o600);
    try {
      await writeHead(this.place.head, { ...end, before, time });
      await file.appendFile(Buffer.concat(lines));
      for (const note of [this.place.head, this.ownHead]) await writeHead(note, { ...end, before: end, time });
    } finally {
      await file.close();
    }
  }
}

const tipOf = ({ sequence, hash, bytes }: HistoryTip): HistoryTip => ({ sequence, hash, bytes });

const existing = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
