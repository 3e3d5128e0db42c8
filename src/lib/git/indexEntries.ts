/**
 * Reads a git index (gitformat-index(5)). Anybody may have written it, so what git could read in two ways, or in another way
 * than its format says, is taken for malformed.
 */
import type { HashLength } from "../../core/ports/repository";

/** What the index keeps of one path. */
export interface IndexEntry {
  /** Bytes of the path below the top of the work tree. */
  readonly path: Buffer;
  readonly mode: number;
  /** Name of the object that it was when it was added. */
  readonly object: Buffer;
  /** When it was changed last before that, since 1970. */
  readonly seconds: number;
  /** Of that second; 0 also where it is not known. */
  readonly nanoseconds: number;
  /** Bytes that it had then, but for multiples of 4 GiB. */
  readonly size: number;
}

/** An index that git may read in another way; the message is a clause without a subject. */
export class MalformedIndex extends Error {}

const header = 12;
/** Times, device, mode, owner and size. */
const stat = 40;
const longest = 0xfff;
const isExtended = 0x4000;
/** Bytes of all paths, beside four times those of the index: version 4 could say gigabytes of them in a few. */
const mostPaths = 1024 * 1024;
const endOfEntries = "EOIE";
const nothing: Buffer = Buffer.alloc(0);

/** The number in which version 4 says how much of the path before is taken away. */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly next: number } {
  let next = from;
  let byte = index.readUInt8(next++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    if (value > 0xffff) throw new MalformedIndex("is malformed");
    byte = index.readUInt8(next++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next };
}

/** One entry, and where the next one begins. */
interface ReadEntry extends IndexEntry {
  readonly next: number;
  /** Its path takes nothing from the one before. */
  readonly isWhole: boolean;
}

/** @param before path of the entry before. */
function readEntry(index: Buffer, at: number, before: Buffer, hashLength: HashLength): ReadEntry {
  const version = index.readUInt32BE(4);
  const flags = index.readUInt16BE(at + stat + hashLength);
  // Git looks at the longer flags whatever the version is.
  if (version === 2 && flags & isExtended) throw new MalformedIndex("has flags that its version does not know");
  const named = at + stat + hashLength + (flags & isExtended ? 4 : 2);
  const { value, next: name } = version === 4 ? readOffset(index, named) : { value: before.length, next: named };
  const kept = before.length - value;
  const end = index.indexOf(0, name);
  if (end < 0 || kept < 0) throw new MalformedIndex("is malformed");
  const own = index.subarray(name, end);
  const path = kept > 0 ? Buffer.concat([before.subarray(0, kept), own]) : own;
  if ((flags & longest) !== Math.min(path.length, longest)) throw new MalformedIndex("has a path of another length");
  return {
    path,
    mode: index.readUInt32BE(at + 24),
    object: index.subarray(at + stat, at + stat + hashLength),
    seconds: index.readUInt32BE(at + 8),
    nanoseconds: index.readUInt32BE(at + 12),
    size: index.readUInt32BE(at + 36),
    next: version === 4 ? end + 1 : at + ((end - at + 8) & ~7),
    isWhole: kept === 0,
  };
}

/** Where the entries begin, and where the last one ends. */
interface Places {
  /** Less than nothing for one whose path takes something from the one before. */
  readonly starts: readonly number[];
  readonly end: number;
}

function readEntries(index: Buffer, hashLength: HashLength, look: (entry: IndexEntry) => void): Places {
  if (index.toString("latin1", 0, 4) !== "DIRC") throw new MalformedIndex("is not a git index");
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) throw new MalformedIndex(`has version ${version}`);
  const starts: number[] = [];
  let end = header;
  let before = nothing;
  let length = 0;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const entry = readEntry(index, end, before, hashLength);
    length += entry.path.length;
    if (length > mostPaths + 4 * index.length) throw new MalformedIndex("has paths that are too long");
    starts.push(entry.isWhole ? end : -1);
    look(entry);
    before = entry.path;
    end = entry.next;
  }
  return { starts, end };
}

/** Blocks that git reads side by side: where each begins and how many entries are in it. */
function checkBlocks(table: Buffer, { starts }: Places): void {
  let read = 0;
  for (let at = 4; at < table.length; at += 8) {
    if (table.readUInt32BE(at) !== starts[read])
      throw new MalformedIndex("has blocks that begin elsewhere than its entries");
    read += table.readUInt32BE(at + 4);
  }
  if (read !== starts.length) throw new MalformedIndex("has blocks of other entries");
}

/** Names of what stands after the entries; git finds some of it from the end of the file, which has to be the same. */
function readExtensions(index: Buffer, hashLength: HashLength, places: Places): ReadonlySet<string> {
  const last = index.length - hashLength;
  const found = new Map<string, number>();
  let at = places.end;
  while (at < last) {
    const name = index.toString("latin1", at, at + 4);
    const end = at + 8 + index.readUInt32BE(at + 4);
    if (name === "IEOT") checkBlocks(index.subarray(at + 8, end), places);
    found.set(name, at);
    at = end;
  }
  if (at !== last) throw new MalformedIndex("does not end where it should");
  const fromEnd = last - 12 - hashLength;
  const isEnd = index.toString("latin1", fromEnd, fromEnd + 4) === endOfEntries;
  if (isEnd && (found.get(endOfEntries) !== fromEnd || index.readUInt32BE(fromEnd + 8) !== places.end))
    throw new MalformedIndex("says that its entries end elsewhere");
  return new Set(found.keys());
}

/**
 * Reads all of an index.
 * @param look is shown each entry, before it is known whether what follows is malformed.
 * @returns whether more entries, or others, are in a file beside it.
 * @throws MalformedIndex also for what git would read all the same.
 */
export function readIndex(
  index: Buffer,
  hashLength: HashLength,
  look: (entry: IndexEntry) => void,
): { readonly isSplit: boolean } {
  try {
    const places = readEntries(index, hashLength, look);
    return { isSplit: readExtensions(index, hashLength, places).has("link") };
  } catch (error) {
    throw error instanceof RangeError ? new MalformedIndex("ends too early") : error;
  }
}
