/** The folders that a command works in, as it is to see them, and what has to be done about them after it. */
import { lstat, statfs } from "node:fs/promises";
import type { CommandLayer } from "../../../core/ports/changes/layer";
import type { Confinement } from "../../../core/ports/confinement";
import { isInside, shownBelow } from "../../../core/vocabulary/paths";
import { createdNote, type HeldEnding } from "../findings";
import type { HoldRequest } from "../hold";
import { type LayerMounting, layersInMemory } from "../layer/layerFolders";
import { probeLayer } from "../layer/layerProbe";
import { OpenLayer } from "../layer/openLayer";
import type { LayerWish, PreparedLayer } from "../layer/preparedLayer";
import { withoutEmptied } from "../layer/takenForEmpty";
import { moveClosedAside } from "../places/closedNames";
import { occupantOf, type StandIns, standIn } from "../places/maskedFolders";
import { isMasked } from "../places/masks";
import type { Mount } from "../places/mount";
import { removeRedirections, watchedRedirections } from "../places/repositories";
import { type Protected, protectedIn, rootPlaces } from "../places/rootPlaces";
import { unsearchedNotes } from "../places/unsearched";

/** The roots of one command. */
export interface HeldRoots {
  readonly mounts: readonly Mount[];
  /** Real paths of what is hidden in them. */
  readonly hidden: ReadonlySet<string>;
  /** How its shell is started where these places are; absent: as anywhere. */
  readonly mounting?: LayerMounting;
  /** Where they are mounted already, path of that namespace. */
  readonly namespace?: string;
  /** What the command changes, where it does not change the roots themselves. */
  readonly layer?: CommandLayer;
  /** Tidies up. @param ending absent where it never ran. @returns what a model should know of it. */
  release(ending: HeldEnding | undefined): Promise<readonly string[]>;
}

const pathsOf = (mounts: readonly Mount[], kind: Mount["kind"]) =>
  new Set(mounts.filter((mount) => mount.kind === kind).map(({ path }) => path));

/** A name that is to be masked, with what is there by now: a stand-in, what somebody made meanwhile, or nothing. */
async function maskAsFound(mount: Mount, { held, taken }: StandIns): Promise<Mount[]> {
  const { kind, path } = mount;
  if (kind !== "masked" || held.has(path)) return [mount];
  const found = taken.has(path) ? await lstat(path).catch(() => undefined) : undefined;
  return found && !found.isSymbolicLink() ? [{ kind: "readOnly", path, isFolder: found.isDirectory() }] : [];
}

/** Protected names in the person's own roots. */
function protectedNames(known: Protected, { ownWorkspace }: Confinement): Set<string> {
  const found = [...known].flatMap(([root, { entries }]) => (root === ownWorkspace ? [] : entries));
  return new Set(found.filter(({ isSocket }) => !isSocket).map(({ path }) => path));
}

/** Protected names that a command brought to be; the outermost ones, for what lies in them is protected with them. */
async function createdNotes(known: Protected, confinement: Confinement): Promise<string[]> {
  const before = protectedNames(known, confinement);
  const now = protectedNames(await protectedIn(confinement), confinement);
  const created = [...now].filter((path) => !before.has(path));
  const occupants = await Promise.all(created.map(occupantOf));
  // Another command's stand-ins are not of this one.
  const places = created.filter((_, at) => occupants[at] === "other");
  return places.length > 0 ? [createdNote(places.map((path) => shownBelow(path, confinement.roots)))] : [];
}

/** The roots themselves, with what is protected in them held. */
export async function rootsInPlace({ request, hold }: HoldRequest): Promise<HeldRoots> {
  const { confinement, closedFiles } = hold;
  const known = confinement.onlyReads ? undefined : await protectedIn(confinement);
  const inRoots = await rootPlaces(confinement, closedFiles, known);
  const mayPlant = !request.background && !confinement.changesNothing;
  const began = Date.now();
  const [hidden, writable] = [pathsOf(inRoots, "hidden"), pathsOf(inRoots, "writable")];
  const redirections = await watchedRedirections(inRoots);
  const standIns = await standIn([...pathsOf(inRoots, "masked")]);
  return {
    mounts: (await Promise.all(inRoots.map((mount) => maskAsFound(mount, standIns)))).flat(),
    hidden,
    async release() {
      const created = await standIns.remove();
      // Long after a background command began nobody knows any more whether it was the person who created a name.
      const checked = request.background ? [] : confinement.roots.filter((root) => writable.has(root));
      const closed = await moveClosedAside(checked, closedFiles, hidden, began);
      const planted = [...created, ...closed, ...(await removeRedirections(redirections))];
      const unsearched = unsearchedNotes(known, confinement);
      // What a second search finds in such a folder was there before.
      const isWhole = unsearched.length === 0;
      return [
        ...planted,
        ...unsearched,
        ...(known && mayPlant && isWhole ? await createdNotes(known, confinement) : []),
      ];
    },
  };
}

/**
 * A layer over the roots: whatever the command changes in them, they stay as they are, so nothing in them has to be held.
 * What is closed is hidden all the same.
 * @param prepared one that is mounted already; it is taken, or removed where it is not what would be mounted now.
 */
export async function rootsOnLayer(
  { hold, state }: HoldRequest,
  prepared: PreparedLayer | undefined,
): Promise<HeldRoots> {
  const { confinement, closedFiles, onLayer } = hold;
  const probe = await probeLayer(state);
  if ("reason" in probe) throw new Error(probe.reason);
  const layer = await layerOf({ ...probe, roots: confinement.roots }, prepared);
  const places = await rootPlaces(confinement, closedFiles);
  const hidden = places.filter(({ kind }) => kind === "hidden");
  const masked = hidden.filter(isMasked).map(({ path }) => path);
  const beside = await besideLayer(onLayer === "open" ? places : [], confinement);
  return {
    mounts: [...layer.mounts(), ...hidden, ...beside.mounts],
    hidden: pathsOf(hidden, "hidden"),
    mounting: layer.mounting,
    ...(layer.namespace !== undefined && { namespace: layer.namespace }),
    layer: masked.length > 0 ? withoutEmptied(layer, masked, confinement.roots) : layer,
    async release(ending) {
      layer.letGo();
      return [
        ...(await beside.release()),
        ...(await fullNotes(probe.place)),
        ...(ending ? await foreignNotes(layer, ending) : []),
      ];
    },
  };
}

async function layerOf(wish: LayerWish, prepared: PreparedLayer | undefined): Promise<OpenLayer> {
  if (prepared?.isFor(wish)) return OpenLayer.of(wish.programs, prepared);
  prepared?.remove();
  return OpenLayer.over(wish.programs, wish.place, wish.roots);
}

/** How programs name what the system answers then; in the person's language it may be another sentence. */
const notCopiedWords = /Value too large for defined data type|\bEOVERFLOW\b/;

/** Of a command that failed where there is something that no layer copies. */
async function foreignNotes(layer: OpenLayer, { exitCode = 0, tail }: HeldEnding): Promise<string[]> {
  const isSaid = notCopiedWords.test(tail);
  const why = exitCode !== 0 || isSaid ? await layer.notCopied(isSaid) : undefined;
  return why === undefined
    ? []
    : [
        `[The command may have failed because ${why}. Run it again: it will then change the files themselves, after asking a person where that is needed.]`,
      ];
}

/** Bytes that are left where nothing more can be written. */
const hardlyAny = 1024 * 1024;

/** Of a layer in memory that is full, which is no fault of the disk. */
async function fullNotes(place: string): Promise<string[]> {
  if (place !== layersInMemory) return [];
  const { bavail, bsize, blocks } = await statfs(place);
  if (bavail * bsize > hardlyAny) return [];
  const megabytes = Math.floor((blocks * bsize) / hardlyAny).toLocaleString("en");
  return [
    `[The layer for changes is full: here it is kept in memory (/dev/shm, ${megabytes} MB). Run a command that writes less, or ask the person to move the state folder to a disk.]`,
  ];
}

/** The repository that a worktree belongs to lies in no root: it is held as it is without a layer. */
async function besideLayer(
  places: readonly Mount[],
  { roots }: Confinement,
): Promise<{ readonly mounts: readonly Mount[]; release(): Promise<readonly string[]> }> {
  const beside = places.filter(({ kind, path }) => kind !== "hidden" && !roots.some((root) => isInside(root, path)));
  const redirections = await watchedRedirections(beside);
  const standIns = await standIn([...pathsOf(beside, "masked")]);
  return {
    mounts: (await Promise.all(beside.map((mount) => maskAsFound(mount, standIns)))).flat(),
    async release() {
      const created = await standIns.remove();
      return [...created, ...(await removeRedirections(redirections))];
    },
  };
}
