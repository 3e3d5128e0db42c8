/** The paths at which a repository's index has other repositories: its submodules, as git knows them. */
import { type BigIntStats, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HashLength } from "../../core/ports/repository";
import { BoundedMap } from "../../core/util/boundedMap";
import { MalformedIndex, readIndex } from "../../lib/git/indexEntries";
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

/** The entries that git looks into as into other repositories. */
function linksIn(index: Buffer, hashLength: HashLength, file: string): Entry[] {
  const found: Entry[] = [];
  readIndex(index, hashLength, ({ path, mode }) => {
    if (mode === gitlinkMode || mode === folderMode) found.push({ path: textOf(path, file), mode });
  });
  return found;
}

/** What of an index is told. */
interface Links {
  readonly paths: readonly string[];
  /** Folders of which the index does not say what is in them. */
  readonly folders: readonly string[];
}

function readLinks(gitFolder: string, hashLength: HashLength): Links {
  const found: Entry[] = [];
  const read = (file: string): Buffer | undefined => {
    const index = plainFile(file, maxBytes);
    try {
      if (index && signs.some((sign) => index.includes(sign))) found.push(...linksIn(index, hashLength, file));
    } catch (error) {
      throw error instanceof MalformedIndex ? new UnreadableFile(`${file} ${error.message}`) : error;
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

function linksOf(gitFolder: string, hashLength: HashLength): Links {
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
export function gitlinksOf(gitFolder: string, hashLength: HashLength, workTrees: readonly string[]): readonly string[] {
  const { paths, folders } = linksOf(gitFolder, hashLength);
  // Git reads what is in it when it is there all the same.
  for (const folder of folders)
    for (const top of workTrees)
      if (lstatSync(join(top, folder), { throwIfNoEntry: false }))
        throw new UnreadableFile(`${join(top, folder)} exists, although the sparse index leaves it out`);
  return paths;
}
