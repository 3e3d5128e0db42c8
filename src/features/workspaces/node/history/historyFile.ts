/** Writes the history of a workspace: whole lines, each chained to the one before, by one process at a time (PO-8). */
import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { noFollow, noWait } from "../../../../node/files/opened/openFlags";
import { underLock } from "../../../../node/files/writing/fileLock";
import { chainedLine } from "../../../audit/node/auditChain";
import { auditEnding, namesIn } from "../../../audit/node/auditFiles";
import type { HistoryEntry } from "../../execHistory";
import { endsAt, fileStart, type HistoryHead, type HistoryTip, readHead, writeHead } from "./historyHead";
import type { HistoryPlace } from "./historyPlace";

/** How much is kept. */
export interface HistoryLimits {
  /** Bytes after which a new file is begun. */
  readonly fileBytes: number;
  /** Files beside the one that is written; the oldest goes first. */
  readonly earlierFiles: number;
}

const defaultLimits: HistoryLimits = { fileBytes: 8 * 1024 ** 2, earlierFiles: 15 };

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
const wary = noFollow | noWait;
const appending = constants.O_WRONLY | constants.O_APPEND | wary;

/** Lines as they are written, and how the file ends with them. */
interface Chained {
  readonly bytes: Buffer;
  readonly end: HistoryTip;
}

/** The history of one workspace. */
export class HistoryFile {
  /** Lines of this process do not wait for each other's lock. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param ownHead where this host notes its own last line, beside the note that all hosts share. */
  constructor(
    private readonly place: HistoryPlace,
    private readonly ownHead: string,
    private readonly limits: HistoryLimits = defaultLimits,
  ) {}

  /**
   * Appends one line. What is there and is not what was written last is moved aside, never followed and never repaired.
   * @param time milliseconds since 1970.
   * @throws Error when the line could not be written.
   */
  async append(entry: HistoryEntry, time: number): Promise<void> {
    await this.#alone(async () => {
      const head = await this.#head();
      const end = head && (await this.#wholeEnd(head));
      if (end && end.bytes < this.limits.fileBytes) await this.#extend(end, entry, time);
      else await this.#beginAnew(head, end, [entry], time);
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
      const head = await this.#head();
      if (!(await existing(this.place.current))) await this.#beginAnew(head, undefined, [], time);
    });
  }

  /** Puts the current file among the earlier ones, as before its folder is deleted. The next one goes on from it. */
  async setAside(time: number): Promise<void> {
    await this.#alone(async () => {
      const found = await existing(this.place.current);
      if (found) await rename(this.place.current, join(this.place.earlier, await this.#nameAside(found, time)));
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

  /** What was noted last; finishes what a process began that was killed before its new file had its name. */
  async #head(): Promise<HistoryHead | undefined> {
    const { head: note, current, next } = this.place;
    const head = await readHead(note);
    const isLeft = head && !(await existing(current)) && (await endsAt(next, head).catch(() => false));
    if (isLeft) await rename(next, current);
    return head;
  }

  /**
   * Begins a new file. Where there is no room for it, what is there stays as it is; and wherever a process is killed, the
   * next one can tell what became of the file before.
   * @param end of a file that is full.
   */
  async #beginAnew(
    head: HistoryHead | undefined,
    end: HistoryTip | undefined,
    entries: readonly object[],
    time: number,
  ): Promise<void> {
    const { current, next, earlier } = this.place;
    const found = await existing(current);
    const before = found ? await this.#movedAside(found, head, end, time) : head && (await this.#putAway(head));
    const dropped = await this.#oldest(found ? 1 : 0);
    const start: HistoryStart = { kind: "start", ...(before && { before }), ...(dropped.length > 0 && { dropped }) };
    const { bytes, end: newEnd } = chained(fileStart, [start, ...entries], time);
    await rm(next, { force: true });
    await writeFile(next, bytes, { flag: "wx", mode: 0o600 });
    if (found && before?.name !== undefined) await rename(current, join(earlier, before.name));
    await writeHead(this.place.head, { ...newEnd, before: fileStart, time });
    await rename(next, current);
    await this.#noteWhole(newEnd, time);
    for (const name of dropped) await rm(join(earlier, name), { recursive: true, force: true });
  }

  /** What is to be said of a file that makes way. */
  async #movedAside(
    found: Stats,
    head: HistoryHead | undefined,
    end: HistoryTip | undefined,
    time: number,
  ): Promise<EarlierFile> {
    const why = end ? "full" : head && (await this.#isCutOff(this.place.current, head)) ? "crash" : "changed";
    const known = why === "crash" ? head?.before : (end ?? head);
    return { why, name: await this.#nameAside(found, time), ...(known && { end: tipOf(known) }) };
  }

  /** What is to be said of a file that made way before, and has none after it yet. */
  async #putAway(head: HistoryHead): Promise<EarlierFile> {
    const name = (await namesIn(this.place.earlier)).at(-1);
    const path = name !== undefined && join(this.place.earlier, name);
    if (path && (await endsAt(path, head))) return { why: "full", name, end: tipOf(head) };
    if (path && (await this.#isCutOff(path, head))) return { why: "crash", name, end: tipOf(head.before) };
    return { why: "missing", end: tipOf(head) };
  }

  /** Whether a process was killed in the middle of the line that it had noted. */
  async #isCutOff(path: string, { before, bytes }: HistoryHead): Promise<boolean> {
    const found = await existing(path);
    if (!found?.isFile() || found.size < before.bytes || found.size >= bytes) return false;
    return endsAt(path, before);
  }

  /** Its name among the earlier ones. */
  async #nameAside(found: Stats, time: number): Promise<string> {
    const isText = found.isFile() && found.size <= 2 * this.limits.fileBytes;
    const numbers = (await readdir(this.place.earlier)).map((name) => Number.parseInt(name, 10) || 0);
    const number = String(Math.max(0, ...numbers) + 1).padStart(6, "0");
    const stamp = new Date(time).toISOString().replace(/[-:.]/g, "");
    return `${number}-${stamp}${isText ? auditEnding : strangeEnding}`;
  }

  /** Those that are too many. @param more files that come to the earlier ones. */
  async #oldest(more: number): Promise<string[]> {
    const names = (await readdir(this.place.earlier)).sort();
    return names.slice(0, Math.max(0, names.length + more - this.limits.earlierFiles));
  }

  /** Notes how the file will end, makes it so, and notes that it is. */
  async #extend(before: HistoryTip, entry: HistoryEntry, time: number): Promise<void> {
    const { bytes, end } = chained(before, [entry], time);
    const file = await open(this.place.current, appending);
    try {
      await writeHead(this.place.head, { ...end, before, time });
      await file.appendFile(bytes);
      await this.#noteWhole(end, time);
    } finally {
      await file.close();
    }
  }

  async #noteWhole(end: HistoryTip, time: number): Promise<void> {
    for (const note of [this.place.head, this.ownHead]) await writeHead(note, { ...end, before: end, time });
  }
}

function chained(before: HistoryTip, entries: readonly object[], time: number): Chained {
  const lines: Buffer[] = [];
  let end = before;
  for (const entry of entries) {
    const { text, hash } = chainedLine(entry, time, end.sequence + 1, end.hash);
    const line = Buffer.from(`${text}\n`);
    lines.push(line);
    end = { sequence: end.sequence + 1, hash, bytes: end.bytes + line.length };
  }
  return { bytes: Buffer.concat(lines), end };
}

const tipOf = ({ sequence, hash, bytes }: HistoryTip): HistoryTip => ({ sequence, hash, bytes });

const existing = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
