/** What lies at paths below a folder and when it was changed, for thousands of them. */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { EntryFacts } from "../../core/ports/files";
import type { FoundFile } from "../../core/ports/search";
import { newestFirst } from "../search/order";
import { inOpenFolder } from "./opened/openFile";

/** Milliseconds after which others get their turn. Asking in turn is measured at a third of asking all at once. */
const slice = 5;

type Look = (path: string) => Stats | undefined;

/** Follows no link. */
const plainly: Look = (path) => lstatSync(path, { throwIfNoEntry: false });

const filesOf = (paths: readonly string[], found: readonly (Stats | undefined)[]): FoundFile[] =>
  paths.flatMap((path, at) => {
    const stats = found[at];
    return stats?.isFile() ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
  });

const nothing: EntryFacts = { size: 0, mtimeMs: 0 };

/** Those of the paths that are ordinary files in the folder or in one below it, whatever links stand there by now. */
export async function filesBelow(folder: string, paths: readonly string[]): Promise<FoundFile[]> {
  return filesOf(paths, await lookBelow(folder, paths, plainly));
}

/** In the order of the paths. What is gone in the meantime has zeros; of a link it is its own, as it may lead out. */
export async function factsBelow(folder: string, paths: readonly string[]): Promise<EntryFacts[]> {
  const found = await lookBelow(folder, paths, plainly);
  return found.map((stats) => (stats ? { size: stats.size, mtimeMs: stats.mtimeMs } : nothing));
}

/** How many {@link filesBelow} finds. */
export async function countBelow(folder: string, paths: readonly string[]): Promise<number> {
  let count = 0;
  await eachFolder(folder, paths, inOpenFolder, (at, names) => {
    const isThere = names.length < fewNames ? (name: string) => lookAt(at(name), plainly)?.isFile() : fileNames(at(""));
    count += names.filter(isThere).length;
  });
  return count;
}

/** For more of its names a folder is read whole, at a tenth of the cost. */
const fewNames = 8;

function fileNames(folder: string): (name: string) => boolean {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = new Set(files.map(({ name }) => name));
    return (name) => names.has(name);
  } catch {
    return () => false;
  }
}

/** {@link filesBelow} by their paths alone: whatever a folder was replaced by counts, and it costs two thirds of the time. */
async function filesByPath(folder: string, paths: readonly string[]): Promise<FoundFile[]> {
  const found = await lookBelow(folder, paths, plainly, (real, use) => use((name) => `${real}/${name}`));
  return filesOf(paths, found);
}

/**
 * The newest of the files below a folder, by the way in which an engine names them. As many as are wanted are examined in
 * held folders at once, and of the others those that turn out to be among the newest.
 */
export class NewestBelow {
  readonly #held = new Map<string, FoundFile>();
  readonly #seen: FoundFile[] = [];

  constructor(
    private readonly folder: string,
    private readonly limit: number,
  ) {}

  async add(paths: readonly string[]): Promise<void> {
    const room = Math.max(0, this.limit - this.#held.size);
    for (const file of await filesBelow(this.folder, paths.slice(0, room))) this.#held.set(file.path, file);
    this.#seen.push(...(await filesByPath(this.folder, paths.slice(room))));
  }

  async newest(): Promise<{ files: FoundFile[]; truncated: boolean }> {
    const all = [...this.#held.values(), ...this.#seen];
    if (this.#seen.length === 0) return newestFirst(all, this.limit);
    newestFirst(all, this.limit);
    const files: FoundFile[] = [];
    for (let at = 0; at < all.length && files.length <= this.limit; ) {
      const next = all.slice(at, at + this.limit + 1 - files.length);
      at += next.length;
      files.push(...(await this.#examined(next)));
    }
    return newestFirst(files, this.limit);
  }

  async #examined(files: readonly FoundFile[]): Promise<FoundFile[]> {
    const known = files.flatMap(({ path }) => this.#held.get(path) ?? []);
    const others = files.filter(({ path }) => !this.#held.has(path)).map(({ path }) => path);
    return [...known, ...(await filesBelow(this.folder, others))];
  }
}

/** What uses a folder by the paths of names in it. */
type Use = (at: (name: string) => string) => void;
type Enter = (real: string, use: Use) => void;

/** @param enter holds each folder, so that what is in one that was replaced is not there. */
async function lookBelow(
  folder: string,
  paths: readonly string[],
  look: Look,
  enter: Enter = inOpenFolder,
): Promise<(Stats | undefined)[]> {
  const found = new Array<Stats | undefined>(paths.length).fill(undefined);
  await eachFolder(folder, paths, enter, (at, names, places) => {
    for (const [index, name] of names.entries()) found[places[index] as number] = lookAt(at(name), look);
  });
  return found;
}

/** Goes through paths folder by folder. @param use gets names in one, and their places among the paths. */
async function eachFolder(
  folder: string,
  paths: readonly string[],
  enter: Enter,
  use: (at: (name: string) => string, names: readonly string[], places: readonly number[]) => void,
): Promise<void> {
  let start = performance.now();
  for (const [below, { names, places }] of byFolder(paths)) {
    enter(join(folder, below), (at) => use(at, names, places));
    if (performance.now() - start > slice) {
      await setImmediate();
      start = performance.now();
    }
  }
}

interface Inside {
  readonly names: string[];
  readonly places: number[];
}

function byFolder(paths: readonly string[]): Map<string, Inside> {
  const folders = new Map<string, Inside>();
  for (const [at, path] of paths.entries()) {
    // A repository in a repository is named with a slash at its end.
    const slash = path.lastIndexOf("/", path.length - 2);
    const folder = slash === -1 ? "" : path.slice(0, slash);
    const inside = folders.get(folder) ?? { names: [], places: [] };
    if (inside.names.length === 0) folders.set(folder, inside);
    // A link would be followed where its name ends in a slash.
    inside.names.push(path.slice(slash + 1, path.endsWith("/") ? -1 : undefined));
    inside.places.push(at);
  }
  return folders;
}

/** A folder may have been made unreadable. */
function lookAt(path: string, look: Look): Stats | undefined {
  try {
    return look(path);
  } catch {
    return undefined;
  }
}
