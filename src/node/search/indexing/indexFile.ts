/** The index of one folder on the disk: whole with its checksum, or not there. */
import { createHash, type Hash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Requirement } from "./patternLiterals";
import { gramsOfAll, matchesIn, type SignatureBlock } from "./signatures";

const magic = Buffer.from("toolcrib-index-1");
const hashBytes = 32;
const offsetBytes = 8;
const chunkBytes = 1024 * 1024;

/** What is known of a signed file, to tell whether it is still that file with that text; {@link statFields} numbers each. */
export const statFields = 4;

/** What an index says of its folder. */
export interface IndexTable {
  /** Real path. */
  readonly root: string;
  /** What was left out when it was made, as a text that is compared. */
  readonly rules: string;
  /** Signed files in the order of their numbers, relative to the root. */
  readonly paths: readonly string[];
  /** Size, times of change in milliseconds (of the text and of the entry) and inode of each. */
  readonly stats: readonly number[];
  /** Files that have no signature, so that every question is about them. */
  readonly always: readonly string[];
  readonly blocks: readonly SignatureBlock[];
}

/** Writes an index beside its place, and into it when it is whole. */
export class IndexWriter {
  readonly #descriptor: number;
  readonly #hash: Hash = createHash("sha256");
  #at = 0;

  /** @param making a name of its own in the same folder. */
  constructor(
    private readonly path: string,
    private readonly making: string,
  ) {
    this.#descriptor = openSync(making, "wx", 0o600);
    this.write(magic);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#at;
  }

  /** @returns where the bytes begin. */
  write(bytes: Uint8Array): number {
    const start = this.#at;
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    this.#hash.update(bytes);
    this.#at += bytes.length;
    return start;
  }

  finish(table: IndexTable): void {
    const at = Buffer.alloc(offsetBytes);
    at.writeDoubleLE(this.write(Buffer.from(JSON.stringify(table))));
    this.write(at);
    writeSync(this.#descriptor, this.#hash.digest());
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    renameSync(this.making, this.path);
  }

  /** Leaves nothing behind. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.making, { force: true });
  }
}

/** An open index; it stays what it is while another takes its place on the disk. */
export class IndexFile {
  private constructor(
    private readonly descriptor: number,
    readonly table: IndexTable,
    /** On the disk. */
    readonly bytes: number,
  ) {}

  /** @returns undefined where there is none, or none that is whole. */
  static open(path: string): IndexFile | undefined {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, "r");
      const { size } = fstatSync(descriptor);
      const table = isWhole(descriptor, size) ? tableOf(descriptor, size) : undefined;
      if (table) return new IndexFile(descriptor, table, size);
    } catch {
      // What cannot be read is as good as missing: it is made again.
    }
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }

  /** Signed files that may hold what is asked for; undefined when there are more than so many. */
  candidates(required: Requirement, isMeant: (path: string) => boolean, most: number): string[] | undefined {
    const alternatives = gramsOfAll(required);
    const read = (at: number, into: Uint8Array) => void readFully(this.descriptor, into, at);
    const found: string[] = [];
    for (const block of this.table.blocks)
      for (const number of matchesIn(block, alternatives, read)) {
        const path = this.table.paths[number] as string;
        if (isMeant(path) && found.push(path) > most) return undefined;
      }
    return found;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function readFully(descriptor: number, into: Uint8Array, at: number): Uint8Array {
  for (let done = 0; done < into.length; ) {
    const read = readSync(descriptor, into, done, into.length - done, at + done);
    if (read === 0) throw new Error("the index was cut off");
    done += read;
  }
  return into;
}

function isWhole(descriptor: number, size: number): boolean {
  const end = size - hashBytes;
  if (end < magic.length + offsetBytes) return false;
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let at = 0; at < end; at += chunkBytes) {
    const part = readFully(descriptor, chunk.subarray(0, Math.min(chunkBytes, end - at)), at) as Buffer;
    if (at === 0 && !part.subarray(0, magic.length).equals(magic)) return false;
    hash.update(part);
  }
  return hash.digest().equals(readFully(descriptor, Buffer.alloc(hashBytes), end));
}

function tableOf(descriptor: number, size: number): IndexTable {
  const end = size - hashBytes - offsetBytes;
  const at = (readFully(descriptor, Buffer.alloc(offsetBytes), end) as Buffer).readDoubleLE();
  return JSON.parse((readFully(descriptor, Buffer.alloc(end - at), at) as Buffer).toString("utf8")) as IndexTable;
}
