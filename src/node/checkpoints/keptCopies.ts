/** Copies of files: small ones one after the other in one file, large ones by themselves where that costs no room. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type Found, withOpened } from "./folderWalk";

/** Where a copy lies: at a place in the one file, with its checksum, or in a file of its own, with its size. */
export type Copy =
  | readonly [from: number, bytes: number, checksum: number]
  | { readonly name: string; readonly bytes: number };

/** Bytes of a file that is copied byte by byte. */
export const maxPlain = 1024 * 1024;

/** Bytes of a file that shares its blocks with its copy; what is undone is held in memory. */
const maxShared = 16 * 1024 * 1024;

/** Bytes of all copies in the one file that are wanted, and with those that nobody needs any more. */
export const maxWanted = 64 * 1024 * 1024;
const maxPack = 4 * maxWanted;

const packName = "copies";

/** The copies in one folder, which must be there. To be closed. */
export class KeptCopies {
  readonly #pack: number;
  #end: number;
  #wanted = 0;

  constructor(private readonly folder: string) {
    this.#pack = openSync(join(folder, packName), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#end = fstatSync(this.#pack).size;
  }

  /** Copies a file. @returns undefined for what is too large or cannot be read. */
  copy(found: Found): Copy | undefined {
    try {
      return found.stat.size <= maxPlain ? this.put(contentOf(found, maxPlain)) : this.#share(found);
    } catch {
      return undefined;
    }
  }

  /** Keeps bytes. @returns undefined where there is no room for them. */
  put(bytes: Uint8Array): Copy | undefined {
    const from = this.#end;
    if (bytes.length > maxPlain || this.#wanted + bytes.length > maxWanted || from + bytes.length > maxPack)
      return undefined;
    writeAll(this.#pack, bytes, from);
    this.#end += bytes.length;
    this.#wanted += bytes.length;
    return [from, bytes.length, crc32(bytes)];
  }

  /** Only where the file system lets two files share their blocks: anything else would take time and room. */
  #share(found: Found): Copy | undefined {
    if (found.stat.size > maxShared || process.platform !== "linux") return undefined;
    // A process that goes on with another one's copies replaces none of them.
    const name = `large-${randomUUID()}`;
    return withOpened(found, (file) => {
      copyFileSync(`/proc/self/fd/${file}`, join(this.folder, name), constants.COPYFILE_FICLONE_FORCE);
      return { name, bytes: statSync(join(this.folder, name)).size };
    });
  }

  /** @throws Error of the file system, or of a copy that did not reach the disk before the machine stopped. */
  read(copy: Copy): Uint8Array {
    const bytes = "name" in copy ? readFileSync(join(this.folder, copy.name)) : readPart(this.#pack, copy[0], copy[1]);
    const isWhole = "name" in copy ? bytes.length === copy.bytes : bytes.length === copy[1] && crc32(bytes) === copy[2];
    if (!isWhole) throw new Error("a copy is damaged");
    return bytes;
  }

  /** It is not wanted any longer. */
  drop(copy: Copy | undefined): void {
    if (copy && "name" in copy) rmSync(join(this.folder, copy.name), { force: true });
    else if (copy) this.#wanted -= copy[1];
  }

  /** True when it is better to begin again, because most of what is kept is not wanted any longer. */
  get isWasteful(): boolean {
    return this.#end > maxPack / 2 && this.#wanted < this.#end / 2;
  }

  close(): void {
    closeSync(this.#pack);
  }
}

function writeAll(file: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, from + at);
}

/** As many bytes of a file as there are, up to a number. */
function readPart(file: number, from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let read = -1; at < length && read !== 0; at += read) read = readSync(file, bytes, at, length - at, from + at);
  return bytes.subarray(0, at);
}

/**
 * What a file held when it was opened; what a program adds meanwhile is left to the next look.
 * @throws Error when it is too large, was replaced, or cannot be read.
 */
export function contentOf(found: Found, most = maxShared): Uint8Array {
  return withOpened(found, (file, size) => {
    if (size > most) throw new Error("too large");
    return readPart(file, 0, size);
  });
}
