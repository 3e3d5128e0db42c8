/** A folder that cannot be swapped while it is used: names in it are taken from the open folder, not from its path (D-6). */
import { closeSync, openSync } from "node:fs";
import { constants, mkdir, open, realpath, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import { FileInPlace } from "./fileInPlace";
import { isOpenedNow } from "./openedFile";
import { noFollow } from "./openFlags";

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
/** Linux alone lets names be looked up from an open folder without native code. */
const byDescriptor = process.platform === "linux";

/** An open folder. */
export interface OpenFolder {
  /** The path by which names in it are reached, whatever its own path leads to by now. */
  at(name: string): string;
  /** Brings its list of names to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const swapped = (shown: string) =>
  new ToolError(
    "stale",
    `The folder of ${shown} was replaced since it was judged, so nothing was written: call the tool again.`,
  );

/** The same of a folder whose own names are read. */
const swappedItself: typeof swapped = (shown) =>
  new ToolError("stale", `${shown} was replaced since it was judged, so nothing was listed: call the tool again.`);

/**
 * Opens a folder and makes sure that it is the one of this real path and not what a link put in its place leads to.
 * @param shown the file that is meant, for the message.
 * @throws ToolError `stale` when it is another folder; the file system's own error when it cannot be opened.
 */
export const openFolder = (path: string, shown: string): Promise<OpenFolder> => holdOr(swapped, path, shown);

/** {@link openFolder} for a folder that is meant itself, to be listed. */
export const holdListed = (path: string, shown: string): Promise<OpenFolder> => holdOr(swappedItself, path, shown);

const holdOr = async (refusal: typeof swapped, path: string, shown: string): Promise<OpenFolder> =>
  byDescriptor ? held(FileInPlace.open(path, folderFlags), path, shown, refusal) : checkedByPath(path, shown, refusal);

function isStillAt(descriptor: number, path: string): boolean {
  try {
    return isOpenedNow(descriptor, path);
  } catch {
    return false;
  }
}

/** @throws ToolError `stale` when another folder is open; it is closed then. */
async function held(open: FileInPlace, path: string, shown: string, refusal = swapped): Promise<OpenFolder> {
  const self = `/proc/self/fd/${open.descriptor}`;
  if (!isStillAt(open.descriptor, path)) {
    await open.close();
    throw refusal(shown);
  }
  return { at: (name) => `${self}/${name}`, sync: () => open.sync(), close: () => open.close() };
}

/** Elsewhere the path is followed once more just before it is used, which leaves an attacker a moment. */
async function checkedByPath(path: string, shown: string, refusal = swapped): Promise<OpenFolder> {
  if ((await realpath(path)) !== path) throw refusal(shown);
  return {
    at: (name) => join(path, name),
    async sync() {
      if (process.platform === "win32") return;
      const handle = await open(path, folderFlags);
      await handle.sync().finally(() => handle.close());
    },
    async close() {},
  };
}

/** {@link holdListed} in place, for going through many folders. */
export function holdNow(path: string): { at(name: string): string; close(): void } {
  const descriptor = byDescriptor ? openSync(path, folderFlags) : undefined;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
  };
  try {
    if (!isOpenedNow(descriptor ?? -1, path)) throw swappedItself(path);
    return {
      at: (name) => (descriptor === undefined ? join(path, name) : `/proc/self/fd/${descriptor}/${name}`),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The folder of a file that is to be created, and how to take back what had to be made for it. */
export interface MadeFolder {
  readonly folder: OpenFolder;
  /** Real paths of the folders made, outermost first. */
  readonly made: readonly string[];
  /** Removes the folders that were made, as far as nobody has put anything into them. */
  unmake(): Promise<void>;
}

/** {@link openFolder}, making the folder and its missing parents, each inside the one before. */
export async function openOrMakeFolder(path: string, shown: string): Promise<MadeFolder> {
  const missing: string[] = [];
  let folder = await holdNearest(path, shown, missing);
  const made: { path: string; parent: OpenFolder }[] = [];
  const unmake = async () => {
    // A folder that someone else has put something into by now is theirs.
    for (const one of made.toReversed()) await rmdir(one.parent.at(basename(one.path))).catch(() => {});
  };
  const closeParents = () => Promise.all(made.map(({ parent }) => parent.close()));
  try {
    for (const next of missing) {
      const inside = folder.at(basename(next));
      await mkdir(inside);
      made.push({ path: next, parent: folder });
      folder = byDescriptor
        ? await held(FileInPlace.open(inside, folderFlags | noFollow), next, shown)
        : await checkedByPath(next, shown);
    }
  } catch (error) {
    await unmake();
    await closeParents();
    if (!made.some(({ parent }) => parent === folder)) await folder.close();
    throw error;
  }
  const last = folder;
  return {
    folder: {
      ...last,
      async close() {
        await last.close();
        await closeParents();
      },
    },
    made: made.map((one) => one.path),
    unmake,
  };
}

/** @param missing receives the folders that are not there, outermost first. */
async function holdNearest(path: string, shown: string, missing: string[]): Promise<OpenFolder> {
  try {
    return await openFolder(path, shown);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    missing.unshift(path);
    return holdNearest(dirname(path), shown, missing);
  }
}
