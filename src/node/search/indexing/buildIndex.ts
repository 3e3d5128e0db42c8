/** Makes the index of a folder. */
import { closeSync, fstatSync, lstatSync, readSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { pathMatcher } from "../../../lib/globs/pathMatcher";
import { openFile } from "../../files/opened/openFile";
import { folded } from "./grams";
import { IndexWriter, statFields } from "./indexFile";
import { ownName } from "./leftovers";
import { BlockBuilder, columnsFor, rowsFor, type SignatureBlock } from "./signatures";

/** What an index is to be made of. */
export interface BuildJob {
  /** Real path. */
  readonly root: string;
  /** Where the index is to lie; what is unfinished lies beside it. */
  readonly path: string;
  /** Compared when the index is used again. */
  readonly rules: string;
  /** Every file in the folder, relative to it. */
  readonly paths: readonly string[];
  /** Globs of secret files, whose text is not looked at; whatever the case. */
  readonly secret: readonly string[];
  /** Files that are closed to tools, of `paths`. */
  readonly closed: readonly string[];
  /** Bytes of the index at most. */
  readonly maxBytes: number;
}

/** Larger files are looked into by every search. */
const maxFileBytes = 2 * 1024 * 1024;

/** A file that was changed so shortly before it was read may be changed again without its times telling; milliseconds. */
const sameInstant = 100;

const utf16 = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: "utf-16le" },
  { mark: Buffer.from([0xfe, 0xff]), encoding: "utf-16be" },
];

/** Writes the index, whole or not at all. @throws Error when it cannot be written. */
export function buildIndex(job: BuildJob): void {
  const writer = new IndexWriter(job.path, ownName(job.path));
  try {
    writer.finish({ root: job.root, rules: job.rules, ...signed(job, writer) });
  } catch (error) {
    writer.discard();
    throw error;
  }
}

function signed(job: BuildJob, writer: IndexWriter) {
  const { bySize, always } = sorted(job);
  const paths: string[] = [];
  const stats: number[] = [];
  const blocks: SignatureBlock[] = [];
  for (const [rows, all] of bySize)
    for (let at = 0; at < all.length; at += columnsFor(rows)) {
      const part = all.slice(at, at + columnsFor(rows));
      const shape = { rows, files: part.length };
      const builder = new BlockBuilder(shape);
      if (writer.size + builder.bytes.length > job.maxBytes) {
        always.push(...part);
        continue;
      }
      for (const [column, path] of part.entries()) {
        const read = textOf(join(job.root, path));
        if (read) builder.sign(column, folded(read.text));
        else always.push(path);
        stats.push(...(read ? read.stats : new Array<number>(statFields).fill(0)));
      }
      blocks.push({ ...shape, at: writer.write(builder.bytes), first: paths.length });
      paths.push(...part);
    }
  return { paths, stats, always, blocks };
}

/** Files by the size of their signatures, and those that get none. */
function sorted({ root, paths, secret, closed }: BuildJob) {
  const bySize = new Map<number, string[]>();
  const always: string[] = [];
  const isSecret = secretTest(secret);
  const isClosed = new Set(closed);
  for (const path of paths) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    const mayRead = !isClosed.has(path) && !isSecret(path);
    if (!mayRead || stat.size > maxFileBytes || !isPlainName(path)) {
      always.push(path);
      continue;
    }
    const rows = rowsFor(stat.size);
    const alike = bySize.get(rows);
    if (alike) alike.push(path);
    else bySize.set(rows, [path]);
  }
  return { bySize, always };
}

/** Of a name that is no UTF-8 nobody knows which file it means. */
export const isPlainName = (path: string): boolean => !/[\ufffd\n]/.test(path);

/** Whether a glob names a path, or a folder that it lies in. */
function secretTest(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map((glob) => pathMatcher(glob, false));
  const folders = new Map<string, boolean>([[".", false]]);
  const isNamed = (path: string) => tests.some((matches) => matches(path));
  const isInSecret = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const is = isInSecret(dirname(folder)) || isNamed(folder);
    folders.set(folder, is);
    return is;
  };
  return (path) => isInSecret(dirname(path)) || isNamed(path);
}

/**
 * What ripgrep would look at: up to the first NUL, which ends a binary file, and in UTF-8. Undefined for what cannot be read
 * or changes meanwhile, and for a file with a second name, by which it may be changed from elsewhere.
 */
function textOf(real: string): { text: Uint8Array; stats: readonly number[] } | undefined {
  const opened = openFile(real);
  if (!opened) return undefined;
  const { descriptor, found: before } = opened;
  try {
    const now = Date.now();
    if (before.nlink > 1 || before.size > maxFileBytes) return undefined;
    const bytes = Buffer.allocUnsafe(before.size + 1);
    let filled = 0;
    for (let read = 1; read > 0 && filled < bytes.length; filled += read)
      read = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
    const stats = statsOf(before);
    if (filled !== before.size || !isSame(stats, statsOf(fstatSync(descriptor)))) return undefined;
    const isSettled = Math.max(before.mtimeMs, before.ctimeMs) < now - sameInstant;
    return { text: upToNul(decoded(bytes.subarray(0, filled))), stats: isSettled ? stats : stats.map(() => 0) };
  } finally {
    closeSync(descriptor);
  }
}

export const statsOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): number[] => [size, mtimeMs, ctimeMs, ino];

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((field, at) => field === other[at]);

function decoded(bytes: Buffer): Buffer {
  const marked = utf16.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  return marked ? Buffer.from(new TextDecoder(marked.encoding).decode(bytes)) : bytes;
}

function upToNul(text: Buffer): Buffer {
  const nul = text.indexOf(0);
  return nul === -1 ? text : text.subarray(0, nul);
}
