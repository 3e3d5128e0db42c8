/** Putting a symbolic link, a folder or permissions in place of what is there, or taking them away (D-9). */
import { constants, lstat, mkdir, open, readlink, rename, rmdir, symlink, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type FileEntry, sameEntry } from "../../../core/vocabulary/changes/fileEntry";
import { ToolError } from "../../../core/vocabulary/toolError";
import { readAll } from "../opened/openedFile";
import { noFollow, noWait } from "../opened/openFlags";
import { type OpenFolder, openFolder, openOrMakeFolder } from "../opened/openFolder";
import { setMode } from "./setMode";
import { claim, temporaryFor, writeBeside } from "./temporaryFile";

/** What to replace, and by what. */
export interface EntryReplacement {
  /** Real path of the name itself. */
  readonly path: string;
  /** For messages. */
  readonly shown: string;
  /** Undefined: there must be nothing of the name. */
  readonly before: FileEntry | undefined;
  /** Undefined: nothing is left. */
  readonly after: FileEntry | undefined;
  /** See WriteOptions. */
  readonly mtimeMs?: number | undefined;
  readonly ready?: Promise<unknown> | undefined;
}

const stale = (shown: string, what: string) =>
  new ToolError(
    "stale",
    `${shown} ${what} since it was planned, so nothing was written: look at it again and repeat the change.`,
  );

const noEntry = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};

/**
 * What a name stands for; no link is followed.
 * @param path as it is opened. @param shown for messages.
 * @throws ToolError `unreadable` for what is neither file, link nor folder; the file system's own error.
 */
export async function readEntry(path: string, shown: string): Promise<FileEntry | undefined> {
  const found = await lstat(path).catch(noEntry);
  if (!found) return undefined;
  const mode = found.mode & 0o7777;
  if (found.isSymbolicLink()) return { kind: "link", bytes: Buffer.from(await readlink(path, "buffer")) };
  if (found.isDirectory()) return { kind: "folder", bytes: new Uint8Array(), mode };
  if (!found.isFile()) throw new ToolError("unreadable", `${shown} is a device, pipe or socket, so it was left alone.`);
  const file = await open(path, constants.O_RDONLY | noFollow | noWait);
  try {
    return { kind: "file", bytes: await readAll(file, found.size), mode };
  } finally {
    await file.close();
  }
}

/** The folder of a name, opened. */
interface Place {
  readonly folder: OpenFolder;
  readonly made: readonly string[];
  unmake(): Promise<void>;
}

async function placeOf({ path, shown, before }: EntryReplacement): Promise<Place> {
  const parent = dirname(path);
  if (before === undefined) return openOrMakeFolder(parent, shown);
  const folder = await openFolder(parent, shown).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" || error.code === "ENOTDIR" ? stale(shown, "was deleted") : error;
  });
  return { folder, made: [], unmake: async () => {} };
}

/**
 * Replaces what a name stands for, if that is what is expected.
 * @returns real paths of the folders that had to be made, outermost first.
 * @throws ToolError `stale` when something else is there, or the file system's own error; then nothing has changed.
 */
export async function entryWrite(replacement: EntryReplacement): Promise<string[]> {
  const { path, shown, before, after, ready, mtimeMs } = replacement;
  const { folder, made, unmake } = await placeOf(replacement);
  try {
    await ready;
    const name = basename(path);
    const now = await readEntry(folder.at(name), shown);
    if (!sameEntry(now, before)) throw stale(shown, now === undefined ? "was deleted" : "was changed");
    await exchange(folder, name, now, after && { ...after, mtimeMs });
    await folder.sync();
    return [...made];
  } catch (error) {
    await unmake();
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw stale(shown, "was created by someone else");
    if ((error as NodeJS.ErrnoException).code === "ENOTEMPTY") throw stale(shown, "was filled by someone else");
    throw error;
  } finally {
    await folder.close();
  }
}

async function exchange(
  folder: OpenFolder,
  name: string,
  now: FileEntry | undefined,
  after: TimedEntry | undefined,
): Promise<void> {
  const path = folder.at(name);
  if (now && after && sameEntry(now, { kind: after.kind, bytes: after.bytes }))
    return after.mode === undefined ? undefined : setMode(path, after.mode);
  if (now?.kind === "folder") await rmdir(path);
  if (!after) return now && now.kind !== "folder" ? unlink(path) : undefined;
  if (after.kind === "folder") {
    if (now && now.kind !== "folder") await unlink(path);
    await mkdir(path);
    return after.mode === undefined ? undefined : setMode(path, after.mode);
  }
  if (!now && after.kind === "link") return symlink(Buffer.from(after.bytes), path);
  const temporary = temporaryFor(name);
  await putBeside(folder, temporary, after);
  try {
    if (now && now.kind !== "folder") await rename(folder.at(temporary), path);
    else await claim(folder.at(temporary), path);
  } finally {
    await unlink(folder.at(temporary)).catch(noEntry);
  }
}

type TimedEntry = FileEntry & Pick<EntryReplacement, "mtimeMs">;

async function putBeside(folder: OpenFolder, temporary: string, after: TimedEntry): Promise<void> {
  const { kind, bytes, mode, mtimeMs } = after;
  if (kind === "link") return symlink(Buffer.from(bytes), folder.at(temporary));
  await writeBeside(folder, temporary, bytes, mode === undefined ? undefined : { mode }, mtimeMs);
}
