/**
 * Every folder below one is watched, and what was changed since is known by name. The system puts events of all folders of one
 * thread into one queue, in the order of the changes: when a file that we make ourselves is told of, so is all before it.
 */
import {
  type Dirent,
  type FSWatcher,
  lstatSync,
  readdirSync,
  readFileSync,
  type Stats,
  statfsSync,
  unlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isIgnoreName, repositoryFolder } from "../../ignore/ignoreState";
import { ownName } from "./leftovers";

/** Why the tree is no longer known; for people who look for the reason. */
export type Doubt = string;

/** Folders watched at most. */
const maxFolders = 40_000;

/** Entries of new folders that a question waits for. */
const maxNewEntries = 5000;

/** Names of which it is remembered that something happened to them. */
const maxEvents = 100_000;

/** Milliseconds that a question waits for the events before it. */
const maxWaitMs = 250;

/** A limit of the system; 0 where it does not tell. */
function systemLimit(name: "max_queued_events" | "max_user_watches"): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8")) || 0;
  } catch {
    return 0;
  }
}

/** ext, tmpfs, btrfs, xfs, f2fs, zfs, overlay: what is changed there is changed by this system, which tells of it. */
const localFileSystems = new Set([0xef53, 0x01021994, 0x9123683e, 0x58465342, 0xf2f52010, 0x2fc12fc1, 0x794c7630]);

/** A folder that was made anew may have the number of the one before it. */
function identityOf(folder: string): string {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : "";
}

/** A tree of folders on Linux; to be closed. */
export class WatchedTree {
  /** Files, relative to the root, that were made or changed since they were last counted as known. */
  readonly changed = new Set<string>();
  /** Files with rules about what is left out, relative to the root; some may be gone. */
  readonly ignoreFiles = new Set<string>();
  /** Folders that hold a repository, relative to the root; some may be gone. */
  readonly repositories = new Set<string>();
  /** By the place of the folder; an empty text for the root. */
  readonly #watches = new Map<string, FSWatcher>();
  /** Names that something happened to, and whether they came or went. */
  readonly #events = new Map<string, boolean>();
  readonly #cookies: FSWatcher;
  readonly #waiting = new Map<string, () => void>();
  readonly #identity: string;
  readonly #device: number;
  /** A quarter of what the queue holds: more at one go, and some may have been lost. */
  readonly #maxBurst = systemLimit("max_queued_events") / 4;
  /** What the system lends one person is shared with every other program, the editor's own watcher among them. */
  readonly #maxFolders = Math.min(maxFolders, systemLimit("max_user_watches") / 4);
  #burst = 0;
  #structure = 0;
  #doubt: Doubt | undefined;

  /**
   * @param root real path of a folder.
   * @param folder for files of our own.
   * @param isDecisive whether nothing that is known counts once this file, relative to the root, has changed.
   * @throws Error where the folder cannot be watched.
   */
  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly isDecisive: (path: string) => boolean,
  ) {
    this.#identity = identityOf(root);
    this.#device = lstatSync(root).dev;
    if (!localFileSystems.has(statfsSync(root).type)) this.distrust("others may change this file system");
    this.#cookies = watch(folder, { persistent: false }, (_, name) => this.#hear(() => this.#arrived(name)));
    this.#cookies.on("error", () => this.distrust("its own folder is gone"));
  }

  /** Set once what happens in the tree is not known for certain. */
  get doubt(): Doubt | undefined {
    return this.#doubt;
  }

  /** Something happened that was not taken in yet. */
  get hasNews(): boolean {
    return this.#events.size > 0;
  }

  /** Another number after anything came or went, a folder's permissions changed, or rules about what is left out did. */
  get structure(): number {
    return this.#structure;
  }

  get folders(): number {
    return this.#watches.size;
  }

  distrust(doubt: Doubt): void {
    this.#doubt ??= doubt;
  }

  /** Watches a folder and all in it, a slice at a time. @returns all files in it, relative to the root. */
  *scan(place: string): Generator<undefined, string[]> {
    const files: string[] = [];
    const open = [place];
    for (let folder = open.pop(); folder !== undefined && this.#doubt === undefined; folder = open.pop()) {
      for (const entry of this.#entered(folder)) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        this.#noteRules(path);
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && entry.name !== repositoryFolder) open.push(path);
      }
      yield;
    }
    return files;
  }

  #noteRules(path: string): void {
    const name = basename(path);
    if (isIgnoreName(name)) this.ignoreFiles.add(path);
    else if (name === repositoryFolder) this.repositories.add(path === name ? "" : dirname(path));
  }

  /** The folder is watched before it is read, so that nothing comes between. */
  #entered(place: string): Dirent[] {
    const real = join(this.root, place);
    try {
      if (lstatSync(real).dev !== this.#device) this.distrust(`${place} is on another disk`);
      if (this.#watches.size >= this.#maxFolders)
        this.distrust(`there are more than ${Math.floor(this.#maxFolders)} folders`);
      if (place.includes("\ufffd")) this.distrust(`${place} has a name that is not UTF-8`);
      if (this.#doubt !== undefined) return [];
      this.#watch(place, real);
      return readdirSync(real, { withFileTypes: true });
    } catch (error) {
      // What is gone again is told of by its parent; what may not be read holds nothing for ripgrep either.
      const code = (error as NodeJS.ErrnoException).code ?? "";
      if (!["ENOENT", "ENOTDIR", "EACCES"].includes(code)) this.distrust(`${place} cannot be watched (${code})`);
      this.#watches.get(place)?.close();
      this.#watches.delete(place);
      return [];
    }
  }

  #watch(place: string, real: string): void {
    const watcher = watch(real, { persistent: false }, (kind, name) =>
      this.#hear(() => {
        if (name === null) this.distrust("an event had no name");
        else this.#note(place === "" ? name : `${place}/${name}`, kind === "rename");
      }),
    );
    watcher.on("error", (error) => this.distrust(error.message));
    this.#watches.get(place)?.close();
    this.#watches.set(place, watcher);
  }

  #hear(take: () => void): void {
    // Everything in the queue is told at one go, before anything else has its turn.
    if (this.#burst++ === 0)
      setImmediate(() => {
        this.#burst = 0;
      });
    if (this.#burst > this.#maxBurst) this.distrust("too much happened at once");
    take();
  }

  #note(path: string, cameOrWent: boolean): void {
    if (this.#doubt !== undefined) return;
    if (this.#events.size >= maxEvents) this.distrust("too much happened");
    this.#events.set(path, cameOrWent || this.#events.get(path) === true);
  }

  #arrived(name: string | null): void {
    const done = this.#waiting.get(name ?? "");
    this.#waiting.delete(name ?? "");
    done?.();
  }

  /**
   * Takes in all that happened before the call.
   * @returns false when it is not known for certain.
   */
  async settled(): Promise<boolean> {
    if (!(await this.#caughtUp())) return false;
    if (identityOf(this.root) !== this.#identity) this.distrust("the folder was replaced");
    if (isMountedBelow(this.root)) this.distrust("a disk was mounted in the folder");
    this.#takeIn();
    return this.#doubt === undefined;
  }

  async #caughtUp(): Promise<boolean> {
    const path = ownName(join(this.folder, "cookie"));
    const name = basename(path);
    let timer: NodeJS.Timeout | undefined;
    const arrived = new Promise<boolean>((resolve) => {
      this.#waiting.set(name, () => resolve(true));
      timer = setTimeout(() => resolve(false), maxWaitMs);
    });
    try {
      writeFileSync(path, "", { flag: "wx" });
      unlinkSync(path);
      return await arrived;
    } catch {
      this.distrust("its own folder cannot be written to");
      return false;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(name);
    }
  }

  #takeIn(): void {
    const events = [...this.#events];
    this.#events.clear();
    for (const [path, cameOrWent] of events) {
      this.#noteRules(path);
      if (cameOrWent || isIgnoreName(basename(path))) this.#structure++;
      if (path === repositoryFolder || path.endsWith(`/${repositoryFolder}`)) continue;
      if (this.isDecisive(path)) this.distrust(`${path} has changed`);
      // A folder that came in the place of another is not the one that is watched.
      if (cameOrWent) this.#forget(path);
      this.#look(path);
    }
  }

  #look(path: string): void {
    let stats: Stats | undefined;
    try {
      stats = lstatSync(join(this.root, path), { throwIfNoEntry: false });
    } catch {
      // A folder above it is gone, or may not be entered: its own event tells of that.
    }
    if (stats?.isFile()) this.changed.add(path);
    if (!stats?.isDirectory()) return;
    this.#structure++;
    if (this.#watches.has(path)) return;
    const scan = this.scan(path);
    let step = scan.next();
    for (let left = maxNewEntries; !step.done; left--) {
      if (left === 0) this.distrust(`${path} is new and has very much in it`);
      step = scan.next();
    }
    for (const file of step.value) this.changed.add(file);
  }

  #forget(path: string): void {
    if (!this.#watches.has(path)) return;
    const below = `${path}/`;
    for (const [place, watcher] of this.#watches)
      if (place === path || place.startsWith(below)) {
        watcher.close();
        this.#watches.delete(place);
      }
  }

  close(): void {
    this.distrust("closed");
    this.#cookies.close();
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }
}

/** What is mounted over a folder is there without an event. */
function isMountedBelow(root: string): boolean {
  const below = `${root}/`;
  return readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .some((line) =>
      (line.split(" ")[4] ?? "")
        .replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
        .startsWith(below),
    );
}
