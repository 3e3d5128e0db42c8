/** Whether git keeps a file, told by its index without asking git: the folder may be somebody's who set a trap in it. */
import { statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { BoundedMap } from "../../../core/util/boundedMap";
import { isInside } from "../../../core/vocabulary/paths";
import { gitFolderIn } from "../../repositories/findRepository";
import { plainFile } from "../../repositories/plainFile";

/** Bytes of an index that is read; a larger one keeps everything, as far as is told here. */
const largest = 256 * 1024 * 1024;

/** Bytes of indexes that are kept for the next time, and how many. */
const maxKept = 32 * 1024 * 1024;
const maxIndexes = 20;

interface Index {
  /** Changes whenever the index does. */
  readonly version: string;
  readonly bytes: Buffer;
}

const known = new BoundedMap<Index>(maxIndexes, maxKept, ({ bytes }) => bytes.length);

/** Undefined where there is none. @throws UnreadableFile for one that is too large or no plain file. */
function indexBytes(file: string): Buffer | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  const version = `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`;
  const kept = known.get(file);
  if (kept?.version === version) {
    known.touch(file);
    return kept.bytes;
  }
  const bytes = plainFile(file, largest);
  if (bytes) known.put(file, { version, bytes });
  return bytes;
}

/** Before each name stand two bytes whose lower 12 bits are its length, or all set for a long one; after it stands NUL. */
function names(index: Buffer, name: Buffer): boolean {
  const length = Math.min(name.length, 0xfff);
  for (let at = index.indexOf(name); at >= 0; at = index.indexOf(name, at + 1))
    if (at >= 2 && (index.readUInt16BE(at - 2) & 0xfff) === length && index[at + name.length] === 0) return true;
  return false;
}

/** From version 4 on a name is written as what it has otherwise than the one before it. */
const isReadable = (index: Buffer) => index.length >= 12 && index.readUInt32BE(4) < 4;

/**
 * @param path real path of a file.
 * @param top folder above which no repository is looked for.
 * @returns true also where the index cannot be read. Never throws.
 */
export function isTracked(path: string, top: string): boolean {
  try {
    for (let folder = dirname(path); isInside(top, folder); folder = dirname(folder)) {
      const own = gitFolderIn(folder)?.own;
      if (own === undefined && folder === dirname(folder)) return false;
      if (own === undefined) continue;
      const index = indexBytes(join(own, "index"));
      return index !== undefined && (!isReadable(index) || names(index, Buffer.from(relative(folder, path))));
    }
    return false;
  } catch {
    return true;
  }
}
