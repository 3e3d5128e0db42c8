/** Names of a tree that a test picks, found again at the price of asking each folder whether it has changed. */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { BoundedMap } from "../../../core/util/boundedMap";

/** Something in a tree; a link is none of either kind and is left out. */
export interface NamedEntry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly isSocket: boolean;
}

interface Folder {
  /** Changes whenever a name in it comes or goes. */
  readonly version: string;
  readonly folders: readonly string[];
  readonly picked: readonly NamedEntry[];
}

/** What was found. A command can make any number of folders, so that what was not looked through must count as anything. */
export interface PickedNames {
  readonly entries: readonly NamedEntry[];
  /** Folders at the top of the tree in which not all was looked through in time; mostly none. */
  readonly unsearched: readonly string[];
}

/** Seconds in which folders are looked through: some 350,000, of which those that are known cost a fifth. */
export const maxSeconds = 10;
/** Folders that are remembered for the next time; others are read again. */
const maxRemembered = 200_000;
/** Milliseconds after which others get their turn. */
const slice = 5;
/** Milliseconds within which a folder can change again without its times telling. */
const settling = 50;

/** Names of folders that are large, and that programs fill. */
export const madeByPrograms: ReadonlySet<string> = new Set(["node_modules", ".venv", "__pycache__"]);

const isPassedBy = (name: string) => madeByPrograms.has(name) || name === ".git";

/** What is in a folder, but for links. */
export const namedEntries = (folder: string, entries: readonly Dirent[]): NamedEntry[] =>
  entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => ({
      path: join(folder, entry.name),
      name: entry.name,
      isFolder: entry.isDirectory(),
      isSocket: entry.isSocket(),
    }));

/** All that one test picks in one tree. */
export class NameIndex {
  #folders = new Map<string, Folder>();

  /** @param picks whether something is looked for; what lies in a folder that is picked is not. */
  constructor(
    private readonly root: string,
    private readonly picks: (entry: NamedEntry) => boolean,
    private readonly seconds = maxSeconds,
  ) {}

  /** Breadth first, so that the time is spent on what is near. Never rejects: what cannot be entered holds nothing. */
  async picked(): Promise<PickedNames> {
    const known = new Map<string, Folder>();
    const entries: NamedEntry[] = [];
    const queue = [this.root];
    const end = performance.now() + this.seconds * 1000;
    let began = performance.now();
    let at = 0;
    for (; at < queue.length && began <= end; at++) {
      if (performance.now() - began > slice) {
        await setImmediate();
        began = performance.now();
      }
      const path = queue[at] as string;
      const folder = this.#look(path, known);
      for (const entry of folder.picked) entries.push(entry);
      for (const below of folder.folders) queue.push(below);
    }
    this.#folders = known;
    return { entries, unsearched: [...new Set(queue.slice(at).map((path) => this.#topOf(path)))] };
  }

  #topOf(path: string): string {
    const below = path.slice(this.root.length + 1).split("/");
    return below[0] ? join(this.root, below[0]) : this.root;
  }

  #look(path: string, known: Map<string, Folder>): Folder {
    try {
      const looked = Date.now();
      const { ino, mtimeMs, ctimeMs } = lstatSync(path);
      const version = `${ino} ${mtimeMs} ${ctimeMs}`;
      const old = this.#folders.get(path);
      const folder = old?.version === version ? old : this.#read(path, version);
      if (looked - ctimeMs > settling && known.size < maxRemembered) known.set(path, folder);
      return folder;
    } catch {
      return { version: "", folders: [], picked: [] };
    }
  }

  #read(path: string, version: string): Folder {
    const all = namedEntries(path, readdirSync(path, { withFileTypes: true }));
    const picked = all.filter(this.picks);
    const isEntered = (entry: NamedEntry) => entry.isFolder && !isPassedBy(entry.name) && !picked.includes(entry);
    return { version, folders: all.filter(isEntered).map((entry) => entry.path), picked };
  }
}

/** Trees whose names are kept at once. */
const maxIndexes = 20;
const indexes = new BoundedMap<NameIndex>(maxIndexes, maxIndexes, () => 1);

/** The index of a tree that is kept for the next time. @param test names what picks. @param seconds see maxSeconds. */
export function knownIndex(
  root: string,
  test: string,
  picks: (entry: NamedEntry) => boolean,
  seconds = maxSeconds,
): NameIndex {
  const key = JSON.stringify([root, test, seconds]);
  const known = indexes.get(key);
  if (known) {
    indexes.touch(key);
    return known;
  }
  const index = new NameIndex(root, picks, seconds);
  indexes.put(key, index);
  return index;
}
