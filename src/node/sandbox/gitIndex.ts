/** Whether git keeps a file, told by its index without asking git: the folder may be somebody's who set a trap in it. */
import { lstat, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/** Bytes of an index that is read; a larger one keeps everything, as far as is told here. */
const largest = 256 * 1024 * 1024;

const known = new Map<string, { readonly version: string; readonly bytes: Buffer | undefined }>();
const mostKnown = 20;

/** Undefined for one that is too large. */
async function indexBytes(file: string): Promise<Buffer | undefined> {
  const { ino, size, mtimeMs } = await stat(file);
  const version = `${ino} ${size} ${mtimeMs}`;
  const found = known.get(file);
  if (found?.version === version) return found.bytes;
  const bytes = size > largest ? undefined : await readFile(file);
  if (known.size >= mostKnown) known.clear();
  known.set(file, { version, bytes });
  return bytes;
}

/** The folder with the index of the repository whose top is here; undefined where there is none. */
async function gitFolderIn(folder: string): Promise<string | undefined> {
  const path = join(folder, ".git");
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const link = found?.isFile() ? /^gitdir:\s*(.+)$/m.exec(await readFile(path, "utf8"))?.[1] : undefined;
  return link === undefined ? undefined : resolve(folder, link.trim());
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
 * @returns true also where the index cannot be read. Never rejects.
 */
export async function isTracked(path: string, top: string): Promise<boolean> {
  try {
    for (let folder = dirname(path); folder.startsWith(top); folder = dirname(folder)) {
      const own = await gitFolderIn(folder);
      if (own === undefined && folder === dirname(folder)) return false;
      if (own === undefined) continue;
      const index = await indexBytes(join(own, "index"));
      return !index || !isReadable(index) || names(index, Buffer.from(relative(folder, path)));
    }
    return false;
  } catch (error) {
    // Without an index nothing is in it.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
