/** Copies of files: small ones one after the other in one file, large ones by themselves where that costs no room. */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Found, withOpened } from "./folderWalk";

/** Where a copy lies: at a place in the one file, or in a file of its own. */
export type Copy = readonly [from: number, bytes: number] | string;

/** Bytes of a file that is copied byte by byte. */
const maxPlain = 1024 * 1024;

/** Bytes of a file that shares its blocks with its copy; what is undone is held in memory. */
const maxShared = 16 * 1024 * 1024;

/** Bytes of all copies in the one file that are wanted, and with those that nobody needs any more. */
const maxWanted = 64 * 1024 * 1024;
const maxPack = 4 * maxWanted;

const packName = "copies";

/** The copies in one folder, which must be there. To be closed. */
export class KeptCopies {
  readonly #pack: number;
  #end: number;
  #wanted = 0;
  #large = 0;

  constructor(private readonly folder: string) {
    this.#pack = openSync(join(folder, packName), constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#end = fstatSync(this.#pack).size;
  }

  /** Copies a file. @returns undefined for what is too large or cannot be read. */
  copy(found: Found): Copy | undefined {
    try {
      return found.stat.size <= maxPlain ? this.put(contentOf(found)) : this.#share(found);
    } catch {
      return undefined;
    }
  }

  /** Keeps bytes. @returns undefined where there is no room for them. */
  put(bytes: Uint8Array): Copy | undefined {
    const from = this.#end;
    if (bytes.length > maxPlain || this.#wanted + bytes.length > maxWanted || from + bytes.length > maxPack)
      return undefined;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#pack, bytes, at, bytes.length - at, from + at);
    this.#end += bytes.length;
    this.#wanted += bytes.length;
    return [from, bytes.length];
  }

  /** Only where the file system lets two files share their blocks: anything else would take time and room. */
  #share(found: Found): Copy | undefined {
    if (found.stat.size > maxShared || process.platform !== "linux") return undefined;
    const name = `large-${this.#large++}`;
    withOpened(found, (file) =>
      copyFileSync(`/proc/self/fd/${file}`, join(this.folder, name), constants.COPYFILE_FICLONE_FORCE),
    );
    return name;
  }

  /** @throws Error of the file system. */
  read(copy: Copy): Uint8Array {
    if (typeof copy === "string") return readFileSync(join(this.folder, copy));
    const [from, length] = copy;
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#pack, bytes, at, length - at, from + at);
      if (read === 0) throw new Error("a copy was cut off");
      at += read;
    }
    return bytes;
  }

  /** It is not wanted any longer. */
  drop(copy: Copy | undefined): void {
    if (typeof copy === "string") rmSync(join(this.folder, copy), { force: true });
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

/** All that a file holds. @throws Error when it is too large, was replaced, or cannot be read. */
export function contentOf(found: Found): Uint8Array {
  if (found.stat.size > maxShared) throw new Error("too large");
  return withOpened(found, (file) => readFileSync(file));
}
