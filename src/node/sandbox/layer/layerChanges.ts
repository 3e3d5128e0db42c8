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

const fileAt = (path: string, stat: Stats): LayerFile => ({
  size: stat.size,
  mode: permissions(stat),
  read: () => contentOf(path),
});

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

const octal = (mode: number) => mode.toString(8).padStart(3, "0");

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
    if (!isShared && names.length === 0) this.#add(place, { other: "is a new empty folder" });
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
    if (after.isDirectory()) return this.#newFolder(place, after, before);
    if (before?.isDirectory()) await this.#deleted(place);
    if (after.isFile()) return this.#file(place, after, before?.isDirectory() ? undefined : before);
    if (after.isSymbolicLink()) return this.#link(place, before);
    this.#add(place, { other: `is ${kindName(after)}` });
  }

  async #newFolder(place: string, after: Stats, before: Stats | undefined): Promise<void> {
    if (before && !before.isDirectory()) await this.#deleted(place);
    else if (before && permissions(before) !== permissions(after)) this.#add(place, this.#modes(before, after));
    await this.#folder(place, before?.isDirectory() === true);
  }

  async #file(place: string, after: Stats, before: Stats | undefined): Promise<void> {
    const { root, upper } = this.tree;
    const [old, now] = [join(root, place), join(upper, place)];
    if (before && !before.isFile()) return this.#add(place, { other: `is a file in place of ${kindName(before)}` });
    if (!before) return this.#add(place, { after: fileAt(now, after) });
    const modes = permissions(before) === permissions(after) ? {} : this.#modes(before, after);
    const isSame = before.size === after.size && (await holdTheSame(old, now).catch(() => false));
    if (!isSame) this.#add(place, { before: fileAt(old, before), after: fileAt(now, after), ...modes });
    else if (modes.other !== undefined) this.#add(place, modes);
  }

  #modes(before: Stats, after: Stats): { readonly other?: string } {
    return { other: `has the permissions ${octal(permissions(after))} instead of ${octal(permissions(before))}` };
  }

  async #link(place: string, before: Stats | undefined): Promise<void> {
    const { root, upper } = this.tree;
    const target = await readlink(join(upper, place));
    const old = before?.isSymbolicLink() ? await readlink(join(root, place)).catch(() => undefined) : undefined;
    if (target !== old) this.#add(place, { other: `is a symbolic link to ${target}` });
  }

  /** @param gone folders that were deleted with it, outermost first. */
  async #deleted(place: string, gone: readonly string[] = []): Promise<void> {
    const path = join(this.tree.root, place);
    const stat = await statOf(path);
    if (!stat) return;
    if (stat.isFile() && stat.ctimeMs > this.tree.began) return this.#add(place, { other: changedMeanwhile });
    const emptied = gone.length > 0 && { emptied: gone };
    if (stat.isFile()) return this.#add(place, { before: fileAt(path, stat), ...emptied });
    if (!stat.isDirectory()) return this.#add(place, { other: `was ${kindName(stat)} and was deleted` });
    const names = await namesIn(path);
    if (names.length === 0) this.#add(place, { other: "was an empty folder and was deleted" });
    for (const name of names.sort()) await this.#deleted(join(place, name), [...gone, path]);
  }
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

/** All changes of one layer, in order of path. @throws ToolError `too_large`. */
export async function changesOf(tree: LayerTree, namesLeft: NamesLeft): Promise<LayerChange[]> {
  const shared = await sharedFolders(tree);
  const changes = await new Comparison(tree, shared.length > 0 ? await namesLeft(shared) : new Map()).all();
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}
