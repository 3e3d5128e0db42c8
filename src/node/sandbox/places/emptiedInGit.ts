/**
 * Whether git took files for empty that are hidden from a command: what it would keep by then is a loss that no later command
 * shows, so it has to be told from what the command left in the repository.
 */
import { dirname, join, relative } from "node:path";
import { inflateSync } from "node:zlib";
import type { LayerChange, LayerFile } from "../../../core/ports/changes/layer";
import { hashLengthOf } from "../../../core/ports/repository";
import { Turns } from "../../../core/util/turns";
import { isInside } from "../../../core/vocabulary/paths";
import { settingsOf } from "../../repositories/repositories";
import { byRepository, ifTold, indexedIn, nameIn, objectOf, objectsIn, type RepositoryPaths } from "./gitIndex";

/** Compressed bytes of a commit that is looked at. */
const largestCommit = 64 * 1024;

/** Bytes of a folder's list that is looked at. */
const largestList = 16 * 1024 * 1024;

/** By their paths. */
type Changes = ReadonlyMap<string, LayerChange>;

/** What a command left in a repository. */
interface Left {
  readonly repository: RepositoryPaths;
  readonly changes: Changes;
  /** Name of the object that an empty file is. */
  readonly emptyFile: string;
}

/** Names of files in a repository, as its index has them. */
const namesOf = ({ folder, paths }: RepositoryPaths) => new Map(paths.map((path) => [nameIn(folder, path), path]));

async function contentOf(file: LayerFile | undefined): Promise<Buffer | undefined> {
  const bytes = await file?.read().catch(() => undefined);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Of the names those that the index has as empty by now. */
async function inIndex({ repository, changes, emptyFile }: Left, names: ReadonlySet<string>): Promise<string[]> {
  const change = changes.get(join(repository.folder.own, "index"));
  const index = await contentOf(change?.after);
  const objects = index && ifTold(() => objectsIn(index, names, emptyFile.length === 64 ? 32 : 20));
  return [...names].filter((name) => objects?.get(name) === emptyFile);
}

/** A loose object without its header; undefined for one that is no such thing. */
async function objectIn(file: LayerFile | undefined, kind: "commit" | "tree", most: number) {
  const bytes = await contentOf(file);
  const whole = bytes && ifTold(() => inflateSync(bytes, { maxOutputLength: most }));
  return whole?.toString("latin1", 0, kind.length + 1) === `${kind} `
    ? whole.subarray(whole.indexOf(0) + 1)
    : undefined;
}

/** Names of objects by the names of the files and folders that they are. */
function entriesOf(tree: Buffer, hashBytes: number): Map<string, string> {
  const entries = new Map<string, string>();
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    if (end < 0) break;
    const name = tree.toString("latin1", tree.indexOf(" ", at) + 1, end);
    at = end + 1 + hashBytes;
    entries.set(name, tree.toString("hex", end + 1, at));
  }
  return entries;
}

/** Of the names those that a commit has as empty which the command made, as for a stash. */
async function inCommits({ repository, changes, emptyFile }: Left, names: ReadonlySet<string>): Promise<string[]> {
  const objects = join(repository.folder.common, "objects");
  const lists = new Map<string, Map<string, string>>();
  const listOf = async (object: string) => {
    const place = join(objects, object.slice(0, 2), object.slice(2));
    const tree = lists.has(object) ? undefined : await objectIn(changes.get(place)?.after, "tree", largestList);
    if (tree) lists.set(object, entriesOf(tree, emptyFile.length / 2));
    return lists.get(object);
  };
  /** Undefined also where nothing around it is new. */
  const objectAt = async (top: string, name: string) => {
    let object: string | undefined = top;
    for (const part of name.split("/")) object = object === undefined ? undefined : (await listOf(object))?.get(part);
    return object;
  };
  const found = new Set<string>();
  const turns = new Turns();
  for (const { path, before, after } of changes.values()) {
    if (before || !after || after.size > largestCommit || !isLoose(relative(objects, path))) continue;
    await turns.next();
    const commit = await objectIn(after, "commit", largestList);
    const [, tree] = /^tree ([0-9a-f]+)\n/.exec(commit?.toString("latin1", 0, 80) ?? "") ?? [];
    if (tree === undefined) continue;
    for (const name of names) if ((await objectAt(tree, name)) === emptyFile) found.add(name);
  }
  return [...found];
}

const isLoose = (place: string) => /^[0-9a-f]{2}\/[0-9a-f]{38,62}$/.test(place);

async function emptiedIn(repository: RepositoryPaths, changes: Changes): Promise<string[]> {
  const { folder, paths } = repository;
  const hashLength = ifTold(() => hashLengthOf(settingsOf(folder))) ?? 20;
  const left = { repository, changes, emptyFile: objectOf(Buffer.alloc(0), hashLength) };
  const before = ifTold(() => indexedIn(folder, paths));
  const files = namesOf(repository);
  // What the index had as empty before was added so by somebody.
  const names = new Set([...files.keys()].filter((name) => before?.get(name) !== left.emptyFile));
  const emptied = new Set([...(await inIndex(left, names)), ...(await inCommits(left, names))]);
  return [...emptied].map((name) => files.get(name) ?? name);
}

/** Repositories that the command made, which nothing but its changes tells of. */
function madeRepositories(hidden: readonly string[], changes: Changes): RepositoryPaths[] {
  const tops = new Set<string>();
  for (const path of hidden)
    for (let top = dirname(path); top !== dirname(top); top = dirname(top)) {
      const index = changes.get(join(top, ".git", "index"));
      if (index?.after && !index.before) tops.add(top);
    }
  return [...tops].map((top) => {
    const own = join(top, ".git");
    return { folder: { top, own, common: own, isSure: true }, paths: hidden.filter((path) => isInside(top, path)) };
  });
}

/**
 * The hidden files that git has as empty by what a command did, in its index or in a commit. Never rejects.
 * @param hidden real paths of files that the command found empty, and that are not.
 * @param root folder above which no repository is looked for.
 */
export async function emptiedInGit(
  hidden: readonly string[],
  found: readonly LayerChange[],
  root: string,
): Promise<string[]> {
  const changes: Changes = new Map(found.map((change) => [change.path, change]));
  const emptied: string[] = [];
  const repositories = [...byRepository(hidden, root), ...madeRepositories(hidden, changes)];
  for (const repository of repositories) emptied.push(...(await emptiedIn(repository, changes)));
  return [...new Set(emptied)].sort();
}
