/**
 * Whether git keeps a file as it is, told by its index without asking git: the folder may be somebody's who set a trap in it.
 * An agent's commands can write the index, so that alone decides nothing: only who has read a file can name its bytes.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type HashLength, hashLengthOf } from "../../../core/ports/repository";
import { BoundedMap } from "../../../core/util/boundedMap";
import { isInside } from "../../../core/vocabulary/paths";
import { readIndex } from "../../../lib/git/indexEntries";
import { type GitFolder, gitFolderIn } from "../../repositories/findRepository";
import { plainFile, UnreadableFile } from "../../repositories/plainFile";
import { settingsOf } from "../../repositories/repositories";

/** Bytes of an index that is read; a larger one keeps nothing, as far as is told here. */
const largestIndex = 256 * 1024 * 1024;

/** Bytes of a file that is compared with what git keeps; a larger one is not kept, as far as is told here. */
const largestFile = 4 * 1024 * 1024;

/** How many files are remembered as long as they do not change, with what was made of them. */
const maxIndexes = 20;
const maxFiles = 10_000;

/** Something that was made of a file. */
interface Made<T> {
  /** Changes whenever the file does, and where something else is made of it. */
  readonly version: string;
  readonly value: T;
}

/** Names of objects by the bytes of their paths, one character each; see {@link nameIn}. */
export type Objects = ReadonlyMap<string, string>;

const knownIndexes = new BoundedMap<Made<Objects>>(maxIndexes, maxIndexes, () => 1);
const knownFiles = new BoundedMap<Made<string>>(maxFiles, maxFiles, () => 1);

/** What is made of a plain file. Throws for one that is not there, is too large or malformed. */
function madeOf<T>(file: string, as: string, known: BoundedMap<Made<T>>, make: () => T): T {
  const stat = statSync(file, { bigint: true });
  const version = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs, as].join();
  const kept = known.get(file);
  const value = kept?.version === version ? kept.value : make();
  known.put(file, { version, value });
  return value;
}

function bytesOf(file: string, most: number): Buffer {
  const bytes = plainFile(file, most);
  if (!bytes) throw new UnreadableFile(`${file} does not exist`);
  return bytes;
}

/**
 * What an index has of some paths.
 * @param names paths in question. @returns nothing for one in conflict.
 * @throws MalformedIndex, and UnreadableFile where the rest of it is in another file.
 */
export function objectsIn(index: Buffer, names: ReadonlySet<string>, hashLength: HashLength): Objects {
  const objects = new Map<string, string>();
  const twice = new Set<string>();
  const { isSplit } = readIndex(index, hashLength, ({ path, object }) => {
    const name = path.toString("latin1");
    if (!names.has(name)) return;
    if (objects.has(name)) twice.add(name);
    objects.set(name, object.toString("hex"));
  });
  if (isSplit) throw new UnreadableFile("the rest of the index is in another file");
  for (const name of twice) objects.delete(name);
  return objects;
}

/** The name that git gives to a file with these bytes. */
export const objectOf = (bytes: Buffer, hashLength: HashLength): string =>
  createHash(hashLength === 32 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");

function repositoryOf(path: string, top: string): GitFolder | undefined {
  for (let folder = dirname(path); isInside(top, folder); folder = dirname(folder)) {
    const found = gitFolderIn(folder);
    if (found || folder === dirname(folder)) return found;
  }
  return undefined;
}

/** Undefined instead of throwing. */
export function ifTold<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}

/** A path as an index names it. */
export const nameIn = (folder: Pick<GitFolder, "top">, path: string) =>
  Buffer.from(relative(folder.top, path)).toString("latin1");

/**
 * What the index of a repository has of some paths, by their names in it.
 * @throws where that cannot be told.
 */
export function indexedIn(folder: GitFolder, paths: readonly string[]): Objects {
  const hashLength = hashLengthOf(settingsOf(folder));
  const names = new Set(paths.map((path) => nameIn(folder, path)));
  const index = join(folder.own, "index");
  return madeOf(index, [hashLength, ...names].join("\0"), knownIndexes, () =>
    objectsIn(bytesOf(index, largestIndex), names, hashLength),
  );
}

function keptIn(folder: GitFolder, paths: readonly string[]): string[] {
  const hashLength = hashLengthOf(settingsOf(folder));
  const objects = indexedIn(folder, paths);
  const ownObject = (path: string) =>
    madeOf(path, String(hashLength), knownFiles, () => objectOf(bytesOf(path, largestFile), hashLength));
  return paths.filter((path) => {
    const object = objects.get(nameIn(folder, path));
    return object !== undefined && object === ifTold(() => ownObject(path));
  });
}

/** Paths in one repository. */
export interface RepositoryPaths {
  readonly folder: GitFolder;
  readonly paths: readonly string[];
}

/** Paths by the repositories that they lie in; without those of none. Never throws. @param top see {@link keptFiles}. */
export function byRepository(paths: readonly string[], top: string): RepositoryPaths[] {
  const folders = new Map<string, { readonly folder: GitFolder; readonly paths: string[] }>();
  for (const path of paths) {
    const folder = ifTold(() => repositoryOf(path, top));
    if (!folder) continue;
    const known = folders.get(folder.own) ?? { folder, paths: [] };
    folders.set(folder.own, known);
    known.paths.push(path);
  }
  return [...folders.values()];
}

/**
 * The files of which a repository's index has the very bytes that they hold; none where that cannot be told. Never throws.
 * @param paths real paths of files.
 * @param top folder above which no repository is looked for.
 */
export const keptFiles = (paths: readonly string[], top: string): ReadonlySet<string> =>
  new Set(byRepository(paths, top).flatMap(({ folder, paths }) => ifTold(() => keptIn(folder, paths)) ?? []));

/** The files that a repository's index names, whatever they hold by now; none where that cannot be told. Never throws. */
export const trackedFiles = (paths: readonly string[], top: string): string[] =>
  byRepository(paths, top).flatMap(({ folder, paths }) => {
    const objects = ifTold(() => indexedIn(folder, paths));
    return paths.filter((path) => objects?.has(nameIn(folder, path)));
  });
