/** The audit log on disk: no two processes write the same file at a time, so that each file is one chain (D-18). */
import { randomBytes } from "node:crypto";
import { close, fstat, fsync, open as openFile, write as writeTo } from "node:fs";
import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { AuditEntry, AuditStore } from "../core/audit";
import { chainedLine, chainStart } from "./auditChain";

/** How much is kept. */
export interface AuditLimits {
  /** Bytes after which a new file is begun. */
  readonly fileBytes: number;
  /** Bytes of all files; the oldest are dropped beyond it. */
  readonly allBytes: number;
}

const usualLimits: AuditLimits = { fileBytes: 16 * 1024 ** 2, allBytes: 512 * 1024 ** 2 };

/** Ending of the files of a log. */
export const auditEnding = ".jsonl";
/** Beside a file while a process writes it. One that a crash leaves behind only means that the file is not gone on with. */
const lockEnding = ".lock";
/** No line is longer: a command of the longest length, escaped. */
const longestLine = 8 * 1024 ** 2;
const usualTail = 64 * 1024;

/** How a file of the log ended when it was last looked at. */
export interface KnownFile {
  readonly name: string;
  readonly bytes: number;
  /** Hash of its last whole line. */
  readonly last: string;
}

/** Where a file ends. */
interface Tail {
  readonly bytes: number;
  readonly sequence: number;
  /** Hash of its last line. */
  readonly last: string;
}

/** By number: a handle that is an object closes itself, with a warning, when a process ends without a last word. */
const raw = {
  open: promisify(openFile),
  write: promisify(writeTo),
  sync: promisify(fsync),
  stat: promisify(fstat),
  close: promisify(close),
};

interface OpenFile {
  readonly descriptor: number;
  readonly path: string;
  bytes: number;
  sequence: number;
  previous: string;
}

/**
 * Appends to the log in a folder that only its owner can read. Each process begins with a line that names the files
 * beside its own and how they end, so that one that is removed or cut later is missed.
 */
export class AuditFiles implements AuditStore {
  #open: OpenFile | undefined;
  /** Lines are written one after the other, whoever asks. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param host who writes: `vscode` or `headless`, and its version. */
  constructor(
    private readonly folder: string,
    private readonly host: string,
    private readonly limits: AuditLimits = usualLimits,
  ) {}

  append(entry: AuditEntry, time: number, durable: boolean): Promise<void> {
    const written = this.#queue.then(() => this.#append(entry, time, durable));
    this.#queue = written.catch(() => {});
    return written;
  }

  /** Closes the file, so that another process may go on with it. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#leave("for others");
  }

  async #append(entry: AuditEntry, time: number, durable: boolean): Promise<void> {
    const file = await this.#current(time);
    try {
      await write(file, entry, time);
      if (durable) await raw.sync(file.descriptor);
    } catch (error) {
      // Half a line may be there: nothing is added to it.
      await this.#leave("for good");
      throw error;
    }
  }

  async #leave(how: "for others" | "for good"): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    if (file && how === "for others") await rm(file.path + lockEnding, { force: true });
    if (file) await raw.close(file.descriptor);
  }

  async #current(time: number): Promise<OpenFile> {
    if (this.#open && (this.#open.bytes >= this.limits.fileBytes || (await isGone(this.#open))))
      await this.#leave("for good");
    this.#open ??= await this.#begin(time);
    return this.#open;
  }

  async #begin(time: number): Promise<OpenFile> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const dropped = await this.#dropOldest();
    const file = (await this.#goOn()) ?? (await this.#newFile(time));
    const own = basename(file.path);
    const known = (await knownFiles(this.folder)).filter(({ name }) => name !== own);
    await write(file, { kind: "start", host: this.host, known, ...(dropped.length > 0 && { dropped }) }, time);
    return file;
  }

  /** Takes up the newest file, unless a process writes it, it is full, or its end is not whole. */
  async #goOn(): Promise<OpenFile | undefined> {
    const name = (await namesIn(this.folder)).at(-1);
    if (name === undefined) return undefined;
    const path = join(this.folder, name);
    if (!(await lock(path))) return undefined;
    const tail = await tailOf(path);
    if (!tail || tail.bytes >= this.limits.fileBytes) return undefined;
    const descriptor = await raw.open(path, "a", 0o600);
    return { descriptor, path, bytes: tail.bytes, sequence: tail.sequence, previous: tail.last };
  }

  async #newFile(time: number): Promise<OpenFile> {
    const stamp = new Date(time).toISOString().replace(/[-:.]/g, "");
    const path = join(this.folder, `${stamp}-${process.pid}-${randomBytes(4).toString("hex")}${auditEnding}`);
    await lock(path);
    return { descriptor: await raw.open(path, "ax", 0o600), path, bytes: 0, sequence: 0, previous: chainStart };
  }

  /** Makes room for one more file. @returns the names of those that are gone. */
  async #dropOldest(): Promise<string[]> {
    const files = await Promise.all(
      (await namesIn(this.folder)).map(async (name) => ({ name, size: (await stat(join(this.folder, name))).size })),
    );
    let left = files.reduce((sum, { size }) => sum + size, this.limits.fileBytes);
    const dropped: string[] = [];
    for (const { name, size } of files) {
      if (left <= this.limits.allBytes) break;
      await rm(join(this.folder, name), { force: true });
      await rm(join(this.folder, name + lockEnding), { force: true });
      dropped.push(name);
      left -= size;
    }
    return dropped;
  }
}

async function write(file: OpenFile, entry: object, time: number): Promise<void> {
  const { text, hash } = chainedLine(entry, time, file.sequence + 1, file.previous);
  const bytes = Buffer.from(`${text}\n`);
  const { bytesWritten } = await raw.write(file.descriptor, bytes);
  if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`);
  file.bytes += bytes.length;
  file.sequence++;
  file.previous = hash;
}

/** @returns false when another process writes the file, or was cut off while it did. */
async function lock(path: string): Promise<boolean> {
  try {
    await writeFile(path + lockEnding, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A file that was removed or replaced would take lines that nobody can find. */
async function isGone({ descriptor, path }: OpenFile): Promise<boolean> {
  const [held, named] = await Promise.all([raw.stat(descriptor), stat(path).catch(() => undefined)]);
  return named === undefined || held.ino !== named.ino || held.dev !== named.dev;
}

/** Names of the log's files, the oldest first; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(auditEnding)).sort();
}

/** How the files that are there end; one whose end is not whole is named without. */
async function knownFiles(folder: string): Promise<KnownFile[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const tail = await tailOf(join(folder, name));
      return { name, bytes: tail?.bytes ?? 0, last: tail?.last ?? "" };
    }),
  );
}

/** Undefined when the file is empty or does not end with a whole line. */
async function tailOf(path: string): Promise<Tail | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    for (const room of [usualTail, longestLine]) {
      const bytes = Buffer.alloc(Math.min(room, size));
      await handle.read(bytes, 0, bytes.length, size - bytes.length);
      const before = bytes.lastIndexOf(0x0a, bytes.length - 2);
      if (before < 0 && bytes.length < size) continue;
      const line = bytes.subarray(before + 1);
      if (line.at(-1) !== 0x0a) return undefined;
      const { sequence, hash } = JSON.parse(line.toString("utf8")) as { sequence: number; hash: string };
      return { bytes: size, sequence, last: hash };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  } finally {
    await handle.close();
  }
  return undefined;
}
