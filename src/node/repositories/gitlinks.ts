/** The paths at which a repository's index has other repositories: its submodules, as git knows them. */
import { type BigIntStats, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { BoundedMap } from "../../core/util/boundedMap";
import { plainFile, UnreadableFile } from "./plainFile";

/** Bytes of an index that is read; one file takes about a hundred. */
const maxBytes = 256 * 1024 * 1024;

const gitlinkMode = 0o160000;
const folderMode = 0o040000;

const bytesOf = (mode: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(mode);
  return bytes;
};

/** What has to be somewhere in an index with such an entry, or with entries in another file. */
const signs = [bytesOf(gitlinkMode), bytesOf(folderMode), Buffer.from("link")];

interface Entry {
  readonly path: string;
  readonly mode: number;
}

function textOf(path: Buffer, file: string): string {
  const text = path.toString("utf8");
  if (text.includes("\ufffd")) throw new UnreadableFile(`${file} has a name that is not valid UTF-8`);
  return text;
}

/** Reads the entries as gitformat-index(5) has them. */
function entriesOf(index: Buffer, hashLength: number, file: string): Entry[] {
  if (index.toString("latin1", 0, 4) !== "DIRC") throw new UnreadableFile(`${file} is not a git index`);
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) throw new UnreadableFile(`${file} has version ${version}`);
  const count = index.readUInt32BE(8);
  const found: Entry[] = [];
  let before: Buffer = Buffer.alloc(0);
  for (let at = 12, read = 0; read < count; read++) {
    const mode = index.readUInt32BE(at + 24);
    const flags = index.readUInt16BE(at + 40 + hashLength);
    let name = at + 42 + hashLength + (version > 2 && flags & 0x4000 ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      const { value, next } = readOffset(index, name);
      kept = before.length - value;
      name = next;
    }
    const end = index.indexOf(0, name);
    if (end < 0 || kept < 0) throw new UnreadableFile(`${file} is malformed`);
    const path =
      version === 4 ? Buffer.concat([before.subarray(0, kept), index.subarray(name, end)]) : index.subarray(name, end);
    if (mode === gitlinkMode || mode === folderMode) found.push({ path: textOf(path, file), mode });
    before = path;
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return found;
}

/** The number in which version 4 says how much of the path before is taken away. */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly next: number } {
  let next = from;
  let byte = index.readUInt8(next++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = index.readUInt8(next++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next };
}

/** What of an index is told. */
interface Links {
  readonly paths: readonly string[];
  /** Folders of which the index does not say what is in them. */
  readonly folders: readonly string[];
}

function readLinks(gitFolder: string, hashLength: number): Links {
  const found: Entry[] = [];
  const read = (file: string): Buffer | undefined => {
    const index = plainFile(file, maxBytes);
    try {
      if (index && signs.some((sign) => index.includes(sign))) found.push(...entriesOf(index, hashLength, file));
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile(`${file} is malformed`);
    }
    return index;
  };
  const index = read(join(gitFolder, "index"));
  if (index?.includes("link"))
    for (const name of readdirSync(gitFolder)) if (name.startsWith("sharedindex.")) read(join(gitFolder, name));
  const ofMode = (wanted: number) => [...new Set(found.filter(({ mode }) => mode === wanted).map(({ path }) => path))];
  return { paths: ofMode(gitlinkMode), folders: ofMode(folderMode) };
}

const versionOf = (found: BigIntStats) => [found.ino, found.size, found.mtimeNs, found.ctimeNs].join();

const known = new BoundedMap<{ readonly version: string; readonly links: Links }>(100, 100, () => 1);

function linksOf(gitFolder: string, hashLength: number): Links {
  const found = statSync(join(gitFolder, "index"), { bigint: true, throwIfNoEntry: false });
  const version = found ? `${versionOf(found)}:${hashLength}` : "";
  const held = known.get(gitFolder);
  if (held && held.version === version) return held.links;
  const links = readLinks(gitFolder, hashLength);
  known.put(gitFolder, { version, links });
  return links;
}

/**
 * Paths relative to the work tree.
 * @param workTrees where their files may lie.
 * @throws UnreadableFile when the index does not say it all.
 */
export function gitlinksOf(gitFolder: string, hashLength: number, workTrees: readonly string[]): readonly string[] {
  const { paths, folders } = linksOf(gitFolder, hashLength);
  // Git reads what is in it when it is there all the same.
  for (const folder of folders)
    for (const top of workTrees)
      if (lstatSync(join(top, folder), { throwIfNoEntry: false }))
        throw new UnreadableFile(`${join(top, folder)} exists, although the sparse index leaves it out`);
  return paths;
}
