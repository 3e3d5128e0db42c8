/** The index of one folder, kept true while the thread lives that has it. */
import { lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { ignoreState } from "../../ignore/ignoreState";
import type { BuildJob } from "./buildIndex";
import { isPlainName, statsOf } from "./buildIndex";
import { IndexFile, type IndexTable, statFields } from "./indexFile";
import { removeLeftovers } from "./leftovers";
import type { IndexAnswer, IndexQuestion, IndexStart, IndexState } from "./messages";
import { NameTable } from "./nameTable";
import { WatchedTree } from "./watchedTree";

/** Milliseconds after which questions get their turn. */
const sliceMs = 10;

/** Milliseconds from one comparison of all files to the next, while there are searches. */
const compareMs = 60_000;

/** Milliseconds from one index to the next at least, and how many times as long as making one takes. */
const [rebuildMs, rebuildShare] = [60_000, 20];

/** More files than these, and a search of them all costs about as much. */
const maxCandidates = (files: number): number => Math.max(300, files / 16);

/** To find names, ripgrep reads no more than folders. */
const maxNamedFolders = (folders: number): number => Math.max(50, folders / 8);

/** What the index needs of others. */
export interface IndexHelp {
  /** Of some files, those that are closed to tools. */
  closed(paths: readonly string[]): Promise<readonly string[]>;
  /** Makes the index in a process of its own. @returns false when it was not made. */
  build(job: BuildJob): Promise<boolean>;
  tell(state: IndexState): void;
}

/** Answers which files a search is about. */
export class TreeIndex {
  #tree: WatchedTree | undefined;
  #index: IndexFile | undefined;
  #names: NameTable | undefined;
  /** What had changed before the index was begun that is being made. */
  #former: readonly string[] = [];
  #isClosed = false;
  /** Asked since all files were last compared. */
  #isAsked = false;
  #compared = performance.now();
  #nextBuild = 0;

  constructor(
    private readonly start: IndexStart,
    private readonly help: IndexHelp,
  ) {}

  get #path(): string {
    return join(this.start.folder, "index");
  }

  get #rules(): string {
    return JSON.stringify(this.start.secret);
  }

  /** Watches the folder, and takes the index that is there or makes one. It ends when the folder is no longer known. */
  async run(): Promise<void> {
    this.help.tell({ is: "starting" });
    removeLeftovers(this.start.folder);
    const tree = new WatchedTree(this.start.root, this.start.folder, (path) => path === this.start.closing);
    this.#tree = tree;
    try {
      const files = await inSlices(tree.scan(""));
      const isUsed = await this.#reuse(tree, files);
      if (!isUsed) await this.#build(tree, files);
      while (tree.doubt === undefined && !this.#isClosed) {
        await setTimeout(this.start.restMs);
        if (tree.hasNews) await tree.settled();
        await this.#lookAround(tree);
        if (tree.changed.size > maxCandidates(this.#index?.table.paths.length ?? 0) / 2) await this.#rebuild(tree);
      }
    } finally {
      this.help.tell({ is: "off", reason: tree.doubt ?? "it could not be built" });
      this.#drop();
      tree.close();
    }
  }

  #drop(): void {
    this.#index?.close();
    this.#index = undefined;
    this.#names = undefined;
  }

  /** The index of an earlier time: what has changed since is looked into by every search. */
  async #reuse(tree: WatchedTree, files: readonly string[]): Promise<boolean> {
    const index = IndexFile.open(this.#path);
    if (!index) return false;
    const { root, rules, paths, always } = index.table;
    const mayUse = root === this.start.root && rules === this.#rules && (await this.#areOpen(paths));
    if (!mayUse) {
      index.close();
      rmSync(this.#path, { force: true });
      return false;
    }
    this.help.tell({ is: "comparing" });
    const known = new Set([...paths, ...always]);
    for (const path of files) if (!known.has(path)) tree.changed.add(path);
    await compare(index.table, tree.changed);
    this.#use(index, tree);
    return true;
  }

  async #areOpen(paths: readonly string[]): Promise<boolean> {
    return (await this.help.closed(paths)).length === 0;
  }

  async #build(tree: WatchedTree, files: readonly string[]): Promise<void> {
    this.help.tell({ is: "building" });
    const { root, secret, maxBytes } = this.start;
    const closed = await this.help.closed(files);
    const isMade = await this.help.build({
      ...{ root, secret, maxBytes, closed },
      ...{ path: this.#path, rules: this.#rules, paths: files.filter(isPlainName) },
    });
    const index = isMade ? IndexFile.open(this.#path) : undefined;
    if (!index || tree.doubt !== undefined) {
      index?.close();
      tree.distrust("it could not be built");
      return;
    }
    for (const path of files) if (!isPlainName(path)) tree.changed.add(path);
    this.#use(index, tree);
  }

  /** What has changed becomes known again, but for what changes meanwhile. */
  async #rebuild(tree: WatchedTree): Promise<void> {
    const began = performance.now();
    if (began < this.#nextBuild || !(await tree.settled())) return;
    const table = this.#index?.table;
    const files = [...new Set([...(table?.paths ?? []), ...(table?.always ?? []), ...tree.changed])];
    this.#former = [...tree.changed];
    tree.changed.clear();
    await this.#build(tree, files);
    this.#former = [];
    const now = performance.now();
    this.#nextBuild = now + Math.max(rebuildMs, rebuildShare * (now - began));
  }

  #use(index: IndexFile, tree: WatchedTree): void {
    this.#index?.close();
    this.#index = index;
    this.#names = new NameTable([...index.table.paths, ...index.table.always]);
    this.#tellReady(index, tree);
  }

  #tellReady({ table, bytes }: IndexFile, { folders }: WatchedTree): void {
    this.help.tell({ is: "ready", files: table.paths.length + table.always.length, bytes, folders });
  }

  /** Which files may be meant, and those of which that is not known. */
  async candidates(question: IndexQuestion): Promise<IndexAnswer> {
    const tree = this.#tree;
    this.#isAsked = true;
    if (!tree || !this.#index || !(await tree.settled())) return "unknown";
    // It may have been replaced meanwhile.
    const index = this.#index;
    if (!index) return "unknown";
    const most = maxCandidates(index.table.paths.length);
    const isBelow = placeTest(question.below);
    const known = this.#known(index, question, isBelow, most);
    if (known === undefined) return "too many";
    const found = new Set<string>();
    for (const paths of [known, tree.changed, this.#former])
      for (const path of paths) if (isBelow(path)) found.add(path);
    const isWorth = question.kind === "text" || foldersOf(found).size <= maxNamedFolders(tree.folders);
    return found.size > most || !isWorth ? "too many" : [...found];
  }

  /** @returns undefined when it is not known; see {@link IndexStructure}. */
  async structure(): Promise<string | undefined> {
    const tree = this.#tree;
    this.#isAsked = true;
    if (!tree || !this.#index || !(await tree.settled())) return undefined;
    const { structure, ignoreFiles, repositories } = tree;
    const rules = ignoreState(this.start.root, ignoreFiles, repositories);
    return rules && `${structure} ${rules}`;
  }

  #known(
    index: IndexFile,
    question: IndexQuestion,
    isBelow: (path: string) => boolean,
    most: number,
  ): readonly string[] | undefined {
    if (question.kind === "name") return this.#names?.holding(question.literals, most);
    const found = index.candidates(question.required, isBelow, most);
    return found && [...found, ...index.table.always];
  }

  /** Looks for changes that no event told of: by another name of a file, or in memory that a program had mapped. */
  async #lookAround(tree: WatchedTree): Promise<void> {
    if (!this.#isAsked || !this.#index || performance.now() - this.#compared < compareMs) return;
    this.#isAsked = false;
    await compare(this.#index.table, tree.changed);
    this.#compared = performance.now();
  }

  close(): void {
    this.#isClosed = true;
    this.#tree?.close();
  }
}

const foldersOf = (paths: Iterable<string>): Set<string> => new Set(Array.from(paths, (path) => dirname(path)));

const placeTest = (below: string): ((path: string) => boolean) => {
  const start = `${below}/`;
  return below === "" ? () => true : (path) => path.startsWith(start);
};

/** Goes on with what is done in steps, and lets questions have their turn. */
async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Adds the signed files that are no longer what they were. */
const compare = (table: IndexTable, changed: Set<string>): Promise<void> => inSlices(comparing(table, changed));

function* comparing({ root, paths, stats }: IndexTable, changed: Set<string>): Generator<undefined, void> {
  for (const [number, path] of paths.entries()) {
    if (number % 50 === 49) yield;
    let now: number[] | undefined;
    try {
      const found = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (!found) continue;
      now = found.isFile() && found.nlink === 1 ? statsOf(found) : undefined;
    } catch {
      // It cannot be looked at, so nothing is known of it.
    }
    const isSame = now?.every((field, at) => field === stats[number * statFields + at]);
    if (!isSame) changed.add(path);
  }
}
