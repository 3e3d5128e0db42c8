/** Single files, links and folders of a layer and of the workspace below it. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { changedMeanwhile, type LayerFile } from "../../../core/ports/changes/layer";
import { Turns } from "../../../core/util/turns";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { wholeInPlace } from "../../files/reading/regularFile";

/** What a path is, no link followed; undefined where there is nothing, or nothing to be examined. */
export const statOf = (path: string): Promise<Stats | undefined> => lstat(path).catch(() => undefined);

/** The same, in place. */
export function statNow(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Names in a folder; none where it cannot be listed. */
export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The same, in place; undefined where it cannot be listed. */
export function namesNow(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** Permission bits. */
export const permissions = ({ mode }: Stats) => mode & 0o7777;

/** Permission bits of a folder that somebody makes without further ado. */
export const ordinaryFolder = 0o777 & ~process.umask();

/** True for a name that was deleted. */
export const isWhiteout = (stat: Stats) => stat.isCharacterDevice() && stat.rdev === 0;

const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** All of a small file, read without waiting; undefined for everything else. */
function smallContentOf(path: string): Uint8Array | undefined {
  try {
    const file = openSync(path, reading);
    try {
      const stat = fstatSync(file);
      return stat.isFile() ? wholeInPlace(file, stat.size) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Contents are asked for one after the other, by the thousand. */
const turns = new Turns();

async function contentOf(path: string): Promise<Uint8Array> {
  await turns.next();
  const small = smallContentOf(path);
  if (small) return small;
  try {
    const file = await open(path, reading);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ToolError("unreadable", `${path} cannot be read (${messageOf(error)}).`);
  }
}

const hasChanged = (before: Stats, now: Stats | undefined) =>
  now?.ino !== before.ino ||
  now.size !== before.size ||
  now.mtimeMs !== before.mtimeMs ||
  now.ctimeMs !== before.ctimeMs;

/** The content that belongs to what was seen. @throws ToolError `stale` where somebody has written to the file since then. */
async function contentSeen(path: string, stat: Stats): Promise<Uint8Array> {
  const content = await contentOf(path);
  if (hasChanged(stat, statNow(path))) throw new ToolError("stale", `${path} ${changedMeanwhile}.`);
  return content;
}

/** What is at a path, to be read when it is asked for; then it is still what it was, or nothing is read. */
export const entryAt = (path: string, stat: Stats): LayerFile => {
  const mode = permissions(stat);
  if (stat.isDirectory()) return { kind: "folder", size: 0, mode, read: async () => new Uint8Array() };
  if (stat.isSymbolicLink())
    return { kind: "link", size: stat.size, mode, read: async () => Buffer.from(await readlink(path, "buffer")) };
  return { kind: "file", size: stat.size, mode, mtimeMs: stat.mtimeMs, read: () => contentSeen(path, stat) };
};

/** True for what a change can be about; all else is named. */
export const isEntry = (stat: Stats) => stat.isFile() || stat.isSymbolicLink() || stat.isDirectory();

/** True for a file whose content goes on under another name. */
export const isTwiceNamed = (stat: Stats) => stat.isFile() && stat.nlink > 1;

const blockBytes = 256 * 1024;

async function holdTheSame(one: string, other: string): Promise<boolean> {
  const small = smallContentOf(one);
  const same = small && smallContentOf(other);
  if (small && same) return Buffer.compare(small, same) === 0;
  const files = await Promise.all([one, other].map((path) => open(path, reading)));
  try {
    const blocks = files.map(() => Buffer.allocUnsafeSlow(blockBytes));
    for (let at = 0; ; ) {
      const [a, b] = await Promise.all(
        files.map((file, index) => file.read(blocks[index] as Buffer, 0, blockBytes, at)),
      );
      if (!a || !b || a.bytesRead !== b.bytesRead) return false;
      if (a.bytesRead === 0) return true;
      if (!a.buffer.subarray(0, a.bytesRead).equals(b.buffer.subarray(0, b.bytesRead))) return false;
      at += a.bytesRead;
    }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/** In words, for a sentence about it. */
export const kindName = (stat: Stats): string => {
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a pipe";
  return stat.isSocket() ? "a socket" : stat.isFile() ? "a file" : "a device";
};

/** Whether nothing but times differs. */
export async function isSame(old: string, before: Stats, now: string, after: Stats): Promise<boolean> {
  if (kindName(before) !== kindName(after)) return false;
  if (before.isSymbolicLink()) return (await readlink(old, "buffer")).equals(await readlink(now, "buffer"));
  if (permissions(before) !== permissions(after)) return false;
  return before.isDirectory() || (before.size === after.size && (await holdTheSame(old, now).catch(() => false)));
}
