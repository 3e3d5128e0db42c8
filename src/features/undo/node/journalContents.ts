/** The bytes that the journal keeps, each as small and as safe as it needs to be (D-17). */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflate, inflate } from "node:zlib";
import { changedBytes } from "../../../core/text/changedBytes";
import { ToolError } from "../../../core/vocabulary/toolError";
import { claim } from "../../../node/files/writing/temporaryFile";
import {
  type Checksums,
  chainedBytes,
  chainHolds,
  type StoredBytes,
  type StoredChain,
  type StoredChange,
  type StoredFile,
} from "./journalChains";

/** Bytes up to which a content is part of its entry. */
const maxInline = 4096;
/** Bytes of a large content that its first checksum covers, the only one that older entries have. */
const checkedFirst = 1024 * 1024;

/** Ends the name of a content that was compressed. */
const compressedEnding = ".z";

const isPlainContent = (name: string) => /^[0-9a-f]{32}$/.test(name);

/** The name of a content in its entry, from that of its file. */
export const contentOfFile = (name: string): string =>
  name.endsWith(compressedEnding) ? name.slice(0, -compressedEnding.length) : name;

/** An older version in another window reads the first alone. */
function checksums(bytes: Uint8Array): Checksums {
  const crc = crc32(bytes.subarray(0, checkedFirst));
  return { crc, crcOfAll: crc32(bytes.subarray(checkedFirst), crc) };
}

function isAsKept(bytes: Uint8Array, { size, crc, crcOfAll }: StoredFile): boolean {
  if (bytes.length !== size) return false;
  const found = checksums(bytes);
  return found.crc === crc && (crcOfAll === undefined || found.crcOfAll === crcOfAll);
}

/** Files of contents in one folder. */
export class JournalContents {
  /** Where contents that are already kept lie, so that an entry that is stored again writes none of them twice. */
  readonly #kept = new WeakMap<Uint8Array, StoredBytes>();
  readonly #keptChanges = new WeakMap<Uint8Array, { readonly before: Uint8Array; readonly stored: StoredChange }>();

  readonly #keptAgain = new WeakMap<Uint8Array, StoredChain>();

  /** Those that compressing made no smaller. */
  readonly #dense = new Set<string>();

  constructor(private readonly folder: string) {}

  /**
   * A content that may be what an earlier entry left: then that is named instead of keeping it once more.
   * @param chain what it may be; it is compared byte for byte.
   */
  async keepAgain(bytes: Uint8Array, durable: boolean, chain?: StoredChain): Promise<StoredBytes | StoredChain> {
    const known = this.#keptAgain.get(bytes);
    if (known) return known;
    if (!chain || this.#kept.has(bytes) || !(await this.#holds(chain, bytes))) return this.keep(bytes, durable);
    this.#keptAgain.set(bytes, chain);
    return chain;
  }

  /** @param durable on the disk before this is fulfilled; else whenever the system gets to it. */
  async keep(bytes: Uint8Array, durable: boolean): Promise<StoredBytes> {
    const known = this.#kept.get(bytes);
    if (known) return known;
    const stored = bytes.length <= maxInline ? { inline: toBase64(bytes) } : await this.#write(bytes, durable);
    this.#kept.set(bytes, stored);
    return stored;
  }

  /** A content as its difference to another one that is kept. */
  async keepChange(before: Uint8Array, after: Uint8Array, durable: boolean): Promise<StoredChange> {
    const known = this.#keptChanges.get(after);
    if (known?.before === before) return known.stored;
    const { start, endBefore, endAfter } = changedBytes(before, after);
    const stored = { start, endBefore, middle: await this.keep(after.subarray(start, endAfter), durable) };
    this.#keptChanges.set(after, { before, stored });
    return stored;
  }

  /** @throws ToolError `unavailable` when it is not there as it was kept. */
  async load(stored: StoredBytes | StoredChain): Promise<Uint8Array> {
    if ("inline" in stored) return Buffer.from(stored.inline, "base64");
    if ("base" in stored) return chainedBytes(await this.load(stored.base), stored);
    const bytes = await this.#read(stored).catch(() => undefined);
    if (!bytes || !isAsKept(bytes, stored))
      throw new ToolError(
        "unavailable",
        "The journal's copy of the file is missing or damaged, so this cannot be undone.",
      );
    return bytes;
  }

  async #read({ file, size }: { readonly file: string; readonly size: number }): Promise<Uint8Array> {
    const path = join(this.folder, file);
    try {
      return await readFile(path);
    } catch {
      return inflated(await readFile(path + compressedEnding), { maxOutputLength: Math.max(size, 1) });
    }
  }

  /** Compresses what was kept as it is, one after the other: keeping must be quick, and room is only short later. */
  async compress(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => isPlainContent(name) && !this.#dense.has(name));
    for (const name of names) {
      const isSmaller = await compressFile(join(this.folder, name)).catch(unlessGone);
      if (!isSmaller) this.#dense.add(name);
    }
  }

  /** The second content from the first. */
  async loadChange(before: Uint8Array, { start, endBefore, middle }: StoredChange): Promise<Uint8Array> {
    return Buffer.concat([before.subarray(0, start), await this.load(middle), before.subarray(endBefore)]);
  }

  /** Whether a chain is there and holds these bytes; it stays there for whoever names it from now on. */
  async #holds(chain: StoredChain, bytes: Uint8Array): Promise<boolean> {
    const path = join(this.folder, chain.base.file);
    try {
      // A young one is let be by whoever removes what no entry needs.
      await utimes(path, new Date(), new Date());
      const file = await open(path);
      const isSame = await chainHolds(file, chain, bytes).finally(() => file.close());
      return isSame && (await stat(path)).size === chain.base.size;
    } catch {
      // It was compressed or removed by now.
      return false;
    }
  }

  async #write(bytes: Uint8Array, durable: boolean): Promise<StoredBytes> {
    const file = randomBytes(16).toString("hex");
    await writeWhole(join(this.folder, file), bytes, durable);
    return { file, size: bytes.length, ...checksums(bytes) };
  }
}

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);

/** Another window may have compressed or removed it. */
function unlessGone(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOENT") throw error;
  return false;
}

/** Whoever reads meanwhile finds one or the other. @returns false when it is better kept as it is. */
async function compressFile(path: string): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const target = createWriteStream(temporary, { mode: 0o600, flush: true });
    await pipeline(createReadStream(path), createDeflate(), target);
    if ((await stat(temporary)).size >= (await stat(path)).size) return false;
    await rename(temporary, path + compressedEnding);
    await syncFolder(dirname(path));
    await rm(path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");

/** Gives a file its content in one step. @param durable on the disk before this is fulfilled. */
export async function writeWhole(path: string, bytes: Uint8Array, durable: boolean): Promise<void> {
  await rename(await writeBeside(path, bytes, durable), path);
  if (durable) await syncFolder(dirname(path));
}

/** The same for a file that is not there yet; one that is stays as it is. */
export async function writeOnce(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = await writeBeside(path, bytes, false);
  const taken = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  };
  await claim(temporary, path).catch(taken);
  await rm(temporary);
}

/** @returns the temporary name of a complete file. */
async function writeBeside(path: string, bytes: Uint8Array, durable: boolean): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(temporary, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Brings a folder's list of names to the disk, where the system can. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
