/** The audit log on disk: no two processes write the same file at a time, so that each file is one chain (D-18). */
import { randomBytes } from "node:crypto";
import { close, fstatSync, fsync, open as openFile, statSync, writeSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { removeLeftLasting, takeLasting } from "../../../node/files/writing/fileLock";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { AuditEntry, AuditStore } from "../audit";
import { chainedLine, chainStart } from "./auditChain";

/** How much is kept. */
export interface AuditLimits {
  /** Bytes after which a new file is begun. */
  readonly fileBytes: number;
  /** Bytes of all files; the oldest are dropped beyond it. */
  readonly allBytes: number;
}

const defaultLimits: AuditLimits = { fileBytes: 16 * 1024 ** 2, allBytes: 512 * 1024 ** 2 };

/** Ending of the files of a log. */
export const auditEnding = ".jsonl";
/** Beside a file while a process writes it; one whose process was killed is taken over. */
const lockEnding = ".lock";
/** Beside a file: the others as its start lines name them, so that the next one names only what is new. Can be lost. */
const namedEnding = ".named";
/** Files that are tried before a new one is begun. */
const maxTried = 20;
/** No line is longer: a command of the longest length, escaped. */
const maxLineLength = 8 * 1024 ** 2;
const defaultTail = 64 * 1024;

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
  sync: promisify(fsync),
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
    private readonly limits: AuditLimits = defaultLimits,
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
      write(file, entry, time);
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
    if (file && how === "for others") await unlock(file.path);
    if (file) await raw.close(file.descriptor);
  }

  async #current(time: number): Promise<OpenFile> {
    if (this.#open && (this.#open.bytes >= this.limits.fileBytes || isGone(this.#open))) await this.#leave("for good");
    this.#open ??= await this.#begin(time);
    return this.#open;
  }

  async #begin(time: number): Promise<OpenFile> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const dropped = await this.#dropOldest();
    await removeLeftLocks(this.folder);
    const file = (await this.#goOn()) ?? (await this.#newFile(time));
    const named = await namedBy(file.path);
    const others = await knownFiles(this.folder, basename(file.path), named);
    const known = others.filter((one) => !isNamed(one, named));
    write(file, { kind: "start", host: this.host, known, ...(dropped.length > 0 && { dropped }) }, time);
    // Without it the next start names all files again.
    if (known.length > 0) await writeRecord(file.path + namedEnding, others).catch(() => undefined);
    return file;
  }

  /** Takes up the newest file that no process writes, that is not full and whose end is whole. */
  async #goOn(): Promise<OpenFile | undefined> {
    const names = (await namesIn(this.folder)).reverse().slice(0, maxTried);
    for (const name of names) {
      const path = join(this.folder, name);
      if ((await sizeOf(path)) >= this.limits.fileBytes || !(await takeLasting(path + lockEnding))) continue;
      const tail = await tailOf(path);
      if (tail && tail.bytes < this.limits.fileBytes) {
        const descriptor = await raw.open(path, "a", 0o600);
        return { descriptor, path, bytes: tail.bytes, sequence: tail.sequence, previous: tail.last };
      }
      await unlock(path);
    }
    return undefined;
  }

  async #newFile(time: number): Promise<OpenFile> {
    const stamp = new Date(time).toISOString().replace(/[-:.]/g, "");
    const path = join(this.folder, `${stamp}-${process.pid}-${randomBytes(4).toString("hex")}${auditEnding}`);
    await takeLasting(path + lockEnding);
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
      for (const ending of [lockEnding, namedEnding]) await rm(join(this.folder, name + ending), { force: true });
      dropped.push(name);
      left -= size;
    }
    return dropped;
  }
}

/** Without waiting: a line of a local log takes less than handing it to a thread does. */
function write(file: OpenFile, entry: object, time: number): void {
  const { text, hash } = chainedLine(entry, time, file.sequence + 1, file.previous);
  const bytes = Buffer.from(`${text}\n`);
  const bytesWritten = writeSync(file.descriptor, bytes);
  if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written`);
  file.bytes += bytes.length;
  file.sequence++;
  file.previous = hash;
}

/** What cannot be removed only keeps others from going on with the file while this process runs. */
const unlock = (path: string): Promise<void> => rm(path + lockEnding, { force: true }).catch(() => undefined);

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => Number.POSITIVE_INFINITY,
  );

/** Locks of killed processes beside files that nobody goes on with would stay for ever. */
async function removeLeftLocks(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(auditEnding + lockEnding)) await removeLeftLasting(join(folder, name));
}

/** A file that was removed or replaced would take lines that nobody can find. */
function isGone({ descriptor, path }: OpenFile): boolean {
  const held = fstatSync(descriptor);
  try {
    const named = statSync(path, { throwIfNoEntry: false });
    return held.ino !== named?.ino || held.dev !== named.dev;
  } catch {
    return true;
  }
}

/** Names of the log's files, the oldest first; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  // Who reads a pipe waits for ever.
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map(({ name }) => name)
    .filter((name) => name.endsWith(auditEnding))
    .sort();
}

/** The files that a file's start lines name, by name; none where that is not known. */
async function namedBy(path: string): Promise<ReadonlyMap<string, KnownFile>> {
  try {
    const named = JSON.parse(await readFile(path + namedEnding, "utf8")) as KnownFile[];
    return new Map(named.map((one) => [one.name, one]));
  } catch {
    return new Map();
  }
}

const isNamed = ({ name, bytes, last }: KnownFile, named: ReadonlyMap<string, KnownFile>): boolean => {
  const known = named.get(name);
  return known?.bytes === bytes && known.last === last;
};

/**
 * How the files that are there end; one whose end is not whole is named without.
 * @param own name of the file that is left out.
 * @param named files that only grow: one of the same size is as it was.
 */
async function knownFiles(folder: string, own: string, named: ReadonlyMap<string, KnownFile>): Promise<KnownFile[]> {
  const names = (await namesIn(folder)).filter((name) => name !== own);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const known = named.get(name);
      if (known && known.last !== "" && known.bytes === (await sizeOf(path))) return known;
      const tail = await tailOf(path);
      return { name, bytes: tail?.bytes ?? 0, last: tail?.last ?? "" };
    }),
  );
}

/** Undefined when the file is empty or does not end with a whole line. */
async function tailOf(path: string): Promise<Tail | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    for (const room of [defaultTail, maxLineLength]) {
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
