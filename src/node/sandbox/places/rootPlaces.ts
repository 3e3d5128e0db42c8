/** What a command may not change or see inside the folders it works in (D-7, D-15). */
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import { execHistoryName } from "../../../core/ports/workspaces";
import type { ClosedFiles } from "../../../core/vocabulary/closedFiles";
import { isInside } from "../../../core/vocabulary/paths";
import { isFree, occupantOf } from "./maskedFolders";
import type { Mount } from "./mount";
import { knownIndex, madeByPrograms, type NamedEntry, namedEntries, type PickedNames } from "./nameIndex";
import { readingPlaces } from "./readingPlaces";
import { repositoryMounts } from "./repositories";
import { unsearchedMounts } from "./unsearched";

/** Names that are looked at: in folders of this depth, and where files are closed to tools in deeper ones. */
const bounds = { depth: 3, names: 1500, closedDepth: 16, closedNames: 20_000 } as const;

const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);

/** Folders that are read at a time. */
const readAhead = 8;

/** What is in each folder, in their order; the next ones are read meanwhile. */
async function* contents(folders: readonly string[]) {
  const reading = folders.slice(0, readAhead).map(entriesOf);
  for (const [at, folder] of folders.entries()) {
    const entries = await (reading.shift() ?? []);
    const later = folders[at + readAhead];
    if (later !== undefined) reading.push(entriesOf(later));
    yield { folder, entries };
  }
}

/** Entries of a tree but links, breadth first, so that a bound is spent on what is near. */
async function* walk(root: string, depth: number, most: number): AsyncGenerator<NamedEntry[]> {
  let folders = [root];
  let left = most;
  for (let level = 0; level < depth && folders.length > 0; level++) {
    const next: string[] = [];
    for await (const { folder, entries } of contents(folders)) {
      const found = namedEntries(folder, entries.slice(0, left));
      yield found;
      left -= entries.length;
      if (left <= 0) return;
      next.push(...found.filter(isEntered).map(({ path }) => path));
    }
    folders = next;
  }
}

const isEntered = ({ name, isFolder }: NamedEntry) => isFolder && !name.startsWith(".") && !madeByPrograms.has(name);

/**
 * How an entry is to be mounted; undefined when it is part of what the folder around it is. A stand-in that another
 * process needs elsewhere is masked here too, so that it stays.
 */
async function mountOf(
  root: string,
  entry: NamedEntry,
  confinement: Confinement,
  closed: ClosedFiles,
): Promise<Mount | undefined> {
  const { path, isFolder, isSocket } = entry;
  // Some other program listens there; that the folder around it cannot be changed would keep nobody from talking to it.
  if (isSocket) return { kind: "hidden", path, isFolder };
  if (!closed.isEmpty && closed.reason({ path, real: path }, isFolder) !== undefined)
    return { kind: "hidden", path, isFolder };
  if (!confinement.isProtected(root, path)) return undefined;
  const occupant = isFolder ? await occupantOf(path) : "other";
  if (occupant === "nothing") return undefined;
  return { kind: occupant === "standIn" ? "masked" : "readOnly", path, isFolder };
}

const entryOf = async (path: string) => lstat(path).catch(() => undefined);

/** Places that a setting names, which may lie deeper than is looked. */
async function namedMounts(root: string, places: readonly string[]): Promise<Mount[]> {
  const found = await Promise.all(
    places.map(async (place): Promise<Mount[]> => {
      const path = join(root, place);
      const entry = await entryOf(path);
      return entry && !entry.isSymbolicLink() ? [{ kind: "readOnly", path, isFolder: entry.isDirectory() }] : [];
    }),
  );
  return found.flat();
}

/** Names that may not come to be; a folder that is not there itself has nothing at its top. */
async function plantableMounts(root: string, names: readonly string[]): Promise<Mount[]> {
  const found = await Promise.all(
    names.map(async (name): Promise<Mount[]> => {
      const path = join(root, name);
      const isPlantable = (await entryOf(dirname(path))) && (await isFree(path));
      return isPlantable ? [{ kind: "masked", path, isFolder: true }] : [];
    }),
  );
  return found.flat();
}

/** Entries of a folder but links, as deep as it is worth looking, breadth first and in parts. */
export const walkIn = (root: string, closed: ClosedFiles) =>
  closed.isDeep ? walk(root, bounds.closedDepth, bounds.closedNames) : walk(root, bounds.depth, bounds.names);

/** The record of an agent's runs cannot be seen, however many names the agent puts beside it; one that is missing cannot be planted (PO-8). */
async function historyMounts(workspace: string): Promise<Mount[]> {
  const [existing, missing] = await Promise.all([
    namedMounts(workspace, [execHistoryName]),
    plantableMounts(workspace, [execHistoryName]),
  ]);
  return [...existing.map((mount): Mount => ({ ...mount, kind: "hidden" })), ...missing];
}

/** Nothing of the person's runs in an agent's own workspace, so that it may have repositories and settings of its own. */
async function guardsOf(root: string, confinement: Confinement): Promise<Mount[]> {
  const { unplantable, ownWorkspace, programPlaces } = confinement;
  if (root === ownWorkspace) return historyMounts(root);
  return [...(await plantableMounts(root, unplantable)), ...(await namedMounts(root, programPlaces))];
}

/** One root. */
async function mountsIn(
  root: string,
  confinement: Confinement,
  closed: ClosedFiles,
  known: Protected,
): Promise<Mount[]> {
  const mounts: Mount[] = [{ kind: "writable", path: root, isFolder: true }];
  for await (const entries of heldEntries(root, known, closed))
    for (const entry of entries) {
      const mount = await mountOf(root, entry, confinement, closed);
      if (mount) mounts.push(mount);
      if (entry.name === ".git" && mount?.kind !== "hidden" && root !== confinement.ownWorkspace)
        mounts.push(...(await repositoryMounts(entry.path, confinement.isolated)));
    }
  const all = [
    ...mounts,
    ...unsearchedMounts(known.get(root)),
    ...(await namedMounts(root, confinement.protectedPlaces)),
    ...(await guardsOf(root, confinement)),
  ];
  return [...all, ...foldersAbove(root, all)];
}

/** Each place costs a command some time, and that grows faster than their number: those that are near come first. */
const maxHeld = 150;

/** What is protected in each root, at any depth; sockets as well, which nobody may talk to. */
export type Protected = ReadonlyMap<string, PickedNames>;

/** Looked up anew. */
export async function protectedIn({ roots, protectedTest, isProtected }: Confinement): Promise<Protected> {
  const found = await Promise.all(
    roots.map(async (root) => {
      const picks = ({ path, name, isSocket }: NamedEntry) => name === ".git" || isSocket || isProtected(root, path);
      return [root, await knownIndex(root, protectedTest, picks).picked()] as const;
    }),
  );
  return new Map(found);
}

/** What there may be to hold in a root, at any depth. */
async function* heldEntries(
  root: string,
  known: Protected,
  closed: ClosedFiles,
): AsyncGenerator<readonly NamedEntry[]> {
  // What is closed can change at any time, by a file deep in the tree.
  if (!closed.isEmpty) yield* walkIn(root, closed);
  else yield known.get(root)?.entries.slice(0, maxHeld) ?? [];
}

/**
 * The folders between a root and what is held in it, bound onto themselves: whoever moved one away could put another in
 * its place, with another file of that name.
 */
function foldersAbove(root: string, mounts: readonly Mount[]): Mount[] {
  const held = mounts.filter(({ kind }) => kind !== "writable").map(({ path }) => path);
  const above = new Set<string>();
  for (const path of held)
    for (let folder = dirname(path); isInside(root, folder) && folder !== root; folder = dirname(folder))
      above.add(folder);
  // Within a place that is held, a folder bound as one that may be changed would open it again.
  return [...above]
    .filter((folder) => !held.some((place) => isInside(place, folder)))
    .map((path) => ({ kind: "writable", path, isFolder: true }));
}

/** The same, for a command that may change nothing: what cannot be changed needs no further care. */
const unwritable = (mounts: readonly Mount[]): Mount[] =>
  mounts
    .filter(({ kind }) => kind !== "masked")
    .map((mount) => (mount.kind === "writable" ? { ...mount, kind: "shown" } : mount));

const hiddenWhole = (root: string): Mount => ({ kind: "hidden", path: root, isFolder: true });

/** What is to be hidden in a root. */
async function hiddenIn(root: string, closed: ClosedFiles, isHidden: (path: string) => boolean): Promise<Mount[]> {
  const mounts: Mount[] = [];
  for await (const entries of walkIn(root, closed))
    for (const { path, isFolder } of entries)
      if (isHidden(path) || closed.reason({ path, real: path }, isFolder) !== undefined)
        mounts.push({ kind: "hidden", path, isFolder });
  return mounts;
}

async function placesIn(
  root: string,
  confinement: Confinement,
  closed: ClosedFiles,
  known: Protected,
): Promise<Mount[]> {
  if (confinement.program?.permissions.reads === "none") return [hiddenWhole(root)];
  const mounts = await mountsIn(root, confinement, closed, known);
  return confinement.changesNothing ? unwritable(mounts) : mounts;
}

/** What an agent that works apart may not see of the person's own folder: what is closed there, and secrets. */
async function hiddenFromApart(root: string, confinement: Confinement, closed: ClosedFiles): Promise<Mount[]> {
  const { isSecret, program } = confinement;
  return program?.permissions.reads === "none" ? [hiddenWhole(root)] : hiddenIn(root, closed, isSecret);
}

/** Roots that are there. */
async function existingRoots({ roots }: Confinement): Promise<string[]> {
  const found = await Promise.all(roots.map(async (root) => ((await entryOf(root)) ? [root] : [])));
  return found.flat();
}

/** What a command that runs unasked sees of them, where nothing can be changed. */
async function shownRoots(roots: readonly string[], confinement: Confinement, closed: ClosedFiles): Promise<Mount[]> {
  const { ownWorkspace } = confinement;
  const own = ownWorkspace !== undefined && roots.includes(ownWorkspace) ? await historyMounts(ownWorkspace) : [];
  return [...(await readingPlaces({ ...confinement, roots }, closed)), ...unwritable(own)];
}

/**
 * All roots that are there, and the person's own where an agent works apart from them.
 * @param known what is protected in them, where that was looked up just now.
 * @throws ToolError `unavailable` when more would have to be hidden from a command that runs unasked than can be.
 */
export async function rootPlaces(confinement: Confinement, closed: ClosedFiles, known?: Protected): Promise<Mount[]> {
  const roots = await existingRoots(confinement);
  if (confinement.onlyReads) return shownRoots(roots, confinement, closed);
  const held = known ?? (await protectedIn(confinement));
  const apart = confinement.alone ? [] : confinement.workspace;
  const found = await Promise.all([
    ...roots.map((root) => placesIn(root, confinement, closed, held)),
    ...apart.map((root) => hiddenFromApart(root, confinement, closed)),
  ]);
  return found.flat();
}
