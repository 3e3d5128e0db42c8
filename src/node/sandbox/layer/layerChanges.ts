/** What a command changed on its layer, by comparing the layer with the workspace. */

import type { Stats } from "node:fs";
import { constants } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { LayerChange, LayerFile } from "../../../core/ports/layer";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";

/** One layer: the folder below it, and what was changed in that. */
export interface LayerTree {
  readonly root: string;
  readonly upper: string;
  /** Milliseconds since 1970 at which the command was started. */
  readonly began: number;
}

/**
 * Names in folders as the command left them; where a folder was removed and made again, those that it had are not among
 * them, which the layer itself tells nobody who cannot read its attributes.
 * @param folders relative to the root.
 */
export type NamesLeft = (folders: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/** More than these nobody can look through. */
const maxChanges = 20_000;

const statOf = (path: string): Promise<Stats | undefined> => lstat(path).catch(() => undefined);

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const permissions = ({ mode }: Stats) => mode & 0o7777;

const changedMeanwhile = "was changed by another program while the command ran";

/** Permission bits of a folder that somebody makes without further ado. */
const ordinaryFolder = 0o777 & ~process.umask();

/** A name that was deleted. */
const isWhiteout = (stat: Stats) => stat.isCharacterDevice() && stat.rdev === 0;

async function contentOf(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ToolError("unreadable", `${path} cannot be read (${messageOf(error)}).`);
  }
}

const entryAt = (path: string, stat: Stats): LayerFile => {
  const mode = permissions(stat);
  if (stat.isDirectory()) return { kind: "folder", size: 0, mode, read: async () => new Uint8Array() };
  if (stat.isSymbolicLink())
    return { kind: "link", size: stat.size, mode, read: async () => Buffer.from(await readlink(path, "buffer")) };
  return { kind: "file", size: stat.size, mode, read: () => contentOf(path) };
};

/** What a change can be about; all else is named. */
const isEntry = (stat: Stats) => stat.isFile() || stat.isSymbolicLink() || stat.isDirectory();

/** A file whose content goes on under another name. */
const isTwiceNamed = (stat: Stats) => stat.isFile() && stat.nlink > 1;

const blockBytes = 256 * 1024;

async function holdTheSame(one: string, other: string): Promise<boolean> {
  const files = await Promise.all([one, other].map((path) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW)));
  try {
    const blocks = files.map(() => Buffer.alloc(blockBytes));
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

const kindName = (stat: Stats): string => {
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a pipe";
  return stat.isSocket() ? "a socket" : stat.isFile() ? "a file" : "a device";
};

/** Collects the changes of one layer. */
class Comparison {
  readonly #changes: LayerChange[] = [];

  constructor(
    private readonly tree: LayerTree,
    private readonly namesLeft: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  async all(): Promise<LayerChange[]> {
    await this.#folder("", true);
    return this.#changes;
  }

  #add(place: string, change: Omit<LayerChange, "path">): void {
    if (this.#changes.length >= maxChanges)
      throw new ToolError("too_large", `The command changed more than ${maxChanges} files: run it for good instead.`);
    this.#changes.push({ path: join(this.tree.root, place), ...change });
  }

  /** @param isShared it is there in the workspace too. */
  async #folder(place: string, isShared: boolean): Promise<void> {
    const { root, upper } = this.tree;
    const names = await namesIn(join(upper, place));
    for (const name of names.sort()) await this.#entry(join(place, name), isShared);
    const left = isShared && this.namesLeft.get(place);
    if (!left) return;
    const found = new Set(names);
    const gone = (await namesIn(join(root, place))).filter((name) => !left.has(name) && !found.has(name));
    for (const name of gone.sort()) await this.#deleted(join(place, name));
  }

  async #entry(place: string, isShared: boolean): Promise<void> {
    const { root, upper, began } = this.tree;
    const path = join(upper, place);
    const after = await statOf(path);
    const before = isShared ? await statOf(join(root, place)) : undefined;
    if (!after) return this.#add(place, { other: "has a name that is not UTF-8, or cannot be examined" });
    if (before && !before.isDirectory() && before.ctimeMs > began) return this.#add(place, { other: changedMeanwhile });
    if (isWhiteout(after)) return before && this.#deleted(place);
    if (!isEntry(after)) return this.#add(place, { other: `is ${kindName(after)}` });
    if (before && !isEntry(before)) return this.#add(place, { other: `was ${kindName(before)} and was replaced` });
    if (before?.isDirectory() && !after.isDirectory()) {
      await this.#deleted(place);
      return this.#changed(place, undefined, after);
    }
    if (!after.isDirectory()) return this.#changed(place, before, after);
    if (before?.isDirectory()) {
      if (permissions(before) !== permissions(after)) await this.#changed(place, before, after);
      return this.#folder(place, true);
    }
    await this.#newFolder(place, after, before);
  }

  /** One that its files bring along, as folders are made for files, needs no change of its own. */
  async #newFolder(place: string, after: Stats, before: Stats | undefined): Promise<void> {
    const names = await namesIn(join(this.tree.upper, place));
    const isOrdinary = names.length > 0 && permissions(after) === ordinaryFolder;
    if (before || !isOrdinary) await this.#changed(place, before, after);
    await this.#folder(place, false);
  }

  async #changed(place: string, before: Stats | undefined, after: Stats): Promise<void> {
    const { root, upper } = this.tree;
    const [old, now] = [join(root, place), join(upper, place)];
    if (before && (await isSame(old, before, now, after))) return;
    const copy = isTwiceNamed(after) && { isCopy: true as const };
    this.#add(place, { ...(before && { before: entryAt(old, before) }), after: entryAt(now, after), ...copy });
  }

  /** @param gone folders that were deleted with it, outermost first. */
  async #deleted(place: string, gone: readonly string[] = []): Promise<void> {
    const path = join(this.tree.root, place);
    const stat = await statOf(path);
    if (!stat) return;
    if (!stat.isDirectory() && stat.ctimeMs > this.tree.began) return this.#add(place, { other: changedMeanwhile });
    if (!isEntry(stat)) return this.#add(place, { other: `was ${kindName(stat)} and was deleted` });
    const emptied = gone.length > 0 && { emptied: gone };
    if (!stat.isDirectory()) return this.#add(place, { before: entryAt(path, stat), ...emptied });
    const names = await namesIn(path);
    const isOrdinary = names.length > 0 && permissions(stat) === ordinaryFolder;
    for (const name of names.sort()) await this.#deleted(join(place, name), isOrdinary ? [...gone, path] : gone);
    // After what lies in it, which makes it empty.
    if (!isOrdinary) this.#add(place, { before: entryAt(path, stat), ...emptied });
  }
}

/** Whether nothing but times differs. */
async function isSame(old: string, before: Stats, now: string, after: Stats): Promise<boolean> {
  if (kindName(before) !== kindName(after)) return false;
  if (before.isSymbolicLink()) return (await readlink(old)) === (await readlink(now));
  if (permissions(before) !== permissions(after)) return false;
  return before.isDirectory() || (before.size === after.size && (await holdTheSame(old, now).catch(() => false)));
}

/** Folders that are both in the layer and in the workspace, but for the root itself. */
async function sharedFolders({ root, upper }: LayerTree, place = ""): Promise<string[]> {
  const entries = await readdir(join(upper, place), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const below = join(place, entry.name);
    if (!entry.isDirectory() || !(await statOf(join(root, below)))?.isDirectory()) continue;
    found.push(below, ...(await sharedFolders({ root, upper, began: 0 }, below)));
  }
  return found;
}

/** What goes, the deepest first, and then what comes, each folder before what lies in it: in this order they can be made. */
const inOrder = (one: LayerChange, other: LayerChange): number => {
  const [goes, alsoGoes] = [one.after === undefined, other.after === undefined];
  if (goes !== alsoGoes) return goes ? -1 : 1;
  const isFirst = one.path < other.path;
  return isFirst === goes ? 1 : -1;
};

/** All changes of one layer, in the order in which they can be made. @throws ToolError `too_large`. */
export async function changesOf(tree: LayerTree, namesLeft: NamesLeft): Promise<LayerChange[]> {
  const shared = await sharedFolders(tree);
  const changes = await new Comparison(tree, shared.length > 0 ? await namesLeft(shared) : new Map()).all();
  return changes.sort(inOrder);
}
