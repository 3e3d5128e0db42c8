/** What a command changed on its layer, by comparing the layer with the workspace. */

import type { Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { changedMeanwhile, type LayerChange, type LayerFile, type LayerWhole } from "../../../core/ports/changes/layer";
import { Turns } from "../../../core/util/turns";
import type { WholeFacts } from "../../../core/vocabulary/changes/wholeChange";
import { ToolError } from "../../../core/vocabulary/toolError";
import { isLeftover } from "../../files/writing/temporaryFile";
import { identityAt } from "../../files/writing/wholeWrite";
import {
  entryAt,
  isEntry,
  isSame,
  isTwiceNamed,
  isWhiteout,
  kindName,
  namesIn,
  namesNow,
  ordinaryFolder,
  permissions,
  statNow,
} from "./layerEntries";
import { type SharedFolders, sharedFolders } from "./sharedFolders";
import { type Subtree, subtreeOf } from "./subtree";

/** One layer: the folder below it, and what was changed in that. */
export interface LayerTree {
  readonly root: string;
  readonly upper: string;
  /** Milliseconds since 1970 at which the command was started. */
  readonly began: number;
  /** Names that the command deleted, by the folder that they were in: relative to the root. Absent where `upper` holds whiteouts. */
  readonly gone?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Names in folders as the command left them; where a folder was removed and made again, those that it had are not among
 * them, which the layer itself tells nobody who cannot read its attributes.
 * @param folders relative to the root.
 */
export type NamesLeft = (folders: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/** More than these take too long to be made one by one. */
const maxChanges = 100_000;

/** From here on files and folders are moved as they are, and their bytes are looked at by nobody. */
const large = { entries: 1000, bytes: 16 * 1024 * 1024 } as const;

/** So many changes, and bytes before and after, are looked at; of more, files are moved as they are. */
const lookedAt = { changes: 5000, bytes: 48 * 1024 * 1024 } as const;

/** Always looked at where that can be, because git writes files wherever it says. */
const isGitIndex = (place: string) => /(?:^|\/)\.git\/(?:worktrees\/[^/]+\/)?index$/.test(place);

/** Of files that were only touched so many, and bytes of them, are listed. */
const touched = { count: 1000, bytes: 8 * 1024 * 1024 } as const;

/** A side of a file or folder that is moved as it is. */
interface Side {
  readonly facts: WholeFacts;
  readonly inside: Subtree["inside"];
}

/** What is looked at so far, of all parts of a layer. */
interface Looked {
  changes: number;
  bytes: number;
  /** Files that were only touched, and their bytes. */
  touched: number;
  touchedBytes: number;
}

/** Collects the changes of one layer. */
class Comparison {
  readonly #changes: LayerChange[] = [];
  readonly #turns = new Turns();

  /** @param apart the place that is not moved as it is, whatever its size. */
  constructor(
    private readonly tree: LayerTree,
    private readonly shared: SharedFolders,
    private readonly namesLeft: ReadonlyMap<string, ReadonlySet<string>>,
    private readonly looked: Looked = { changes: 0, bytes: 0, touched: 0, touchedBytes: 0 },
    private readonly apart?: string,
  ) {}

  async all(): Promise<LayerChange[]> {
    await this.#folder("", true);
    return this.#changes;
  }

  /** Those of one place. */
  async at(place: string): Promise<LayerChange[]> {
    if (statNow(join(this.tree.upper, place))) await this.#entry(place, true);
    else await this.#deleted(place);
    return this.#changes;
  }

  #add(place: string, change: Omit<LayerChange, "path">): void {
    if (this.#changes.length >= maxChanges)
      throw new ToolError("too_large", `The command changed more than ${maxChanges} files, which cannot be listed.`);
    this.looked.changes += 1;
    this.#changes.push({ path: join(this.tree.root, place), ...change });
  }

  /** Files that a write of ours is making are nobody's change. @param after what the command left there. */
  #addChangedMeanwhile(place: string, after?: Stats): void {
    const left = after && isEntry(after) && { after: entryAt(join(this.tree.upper, place), after) };
    if (!isLeftover(basename(place))) this.#add(place, { other: changedMeanwhile, ...left });
  }

  /** @param isShared it is there in the workspace too. */
  async #folder(place: string, isShared: boolean): Promise<void> {
    const { root, upper, began } = this.tree;
    const names = await readdir(join(upper, place)).catch(() => undefined);
    if (!names) return this.#add(place, { other: "cannot be listed, because the command closed it", isHidden: true });
    const deleted = this.tree.gone?.get(place) ?? [];
    for (const name of deleted) await this.#deleted(join(place, name));
    for (const name of names.sort()) await this.#entry(join(place, name), isShared);
    const left = isShared && this.namesLeft.get(place);
    if (!left) return;
    const found = new Set([...names, ...deleted]);
    const gone = (this.shared.get(place) ?? []).filter((name) => !left.has(name) && !found.has(name));
    const folder = gone.length > 0 ? statNow(join(root, place)) : undefined;
    // One that came to be meanwhile had nothing that the command could have removed.
    if (!folder || folder.birthtimeMs > began) return;
    // What lies in it may have come with it: no time of a file tells that a folder around it was moved.
    if (folder.ctimeMs > began) return this.#addChangedMeanwhile(place);
    for (const name of gone.sort()) await this.#deleted(join(place, name));
  }

  async #entry(place: string, isShared: boolean): Promise<void> {
    await this.#turns.next();
    const { root, upper, began } = this.tree;
    const path = join(upper, place);
    const after = statNow(path);
    const before = isShared ? statNow(join(root, place)) : undefined;
    if (!after)
      return this.#add(place, { other: "has a name that is not UTF-8, or cannot be examined", isHidden: true });
    const isStillFolder = before?.isDirectory() && after.isDirectory();
    if (before && !isStillFolder && before.ctimeMs > began) return this.#addChangedMeanwhile(place, after);
    if (isWhiteout(after)) return before && this.#deleted(place);
    if (!isEntry(after)) return this.#add(place, { other: `is ${kindName(after)}` });
    if (before && !isEntry(before)) return this.#add(place, { other: `was ${kindName(before)} and was replaced` });
    if (before?.isDirectory() && !after.isDirectory()) {
      await this.#deleted(place);
      return this.#changed(place, undefined, after);
    }
    if (!after.isDirectory()) return this.#changed(place, before, after);
    if (before?.isDirectory()) {
      if (this.#isReplaced(place) && (await this.#movesFolder(place, before, after))) return;
      if (permissions(before) !== permissions(after)) await this.#changed(place, before, after);
      return this.#folder(place, true);
    }
    await this.#newFolder(place, after, before);
  }

  /** One that its files bring along, as folders are made for files, needs no change of its own. */
  async #newFolder(place: string, after: Stats, before: Stats | undefined): Promise<void> {
    if (!before && (await this.#movesFolder(place, undefined, after))) return;
    const names = await namesIn(join(this.tree.upper, place));
    const isOrdinary = names.length > 0 && permissions(after) === ordinaryFolder;
    if (before || !isOrdinary) await this.#changed(place, before, after);
    await this.#folder(place, false);
  }

  async #changed(place: string, before: Stats | undefined, after: Stats): Promise<void> {
    const { root, upper } = this.tree;
    const [old, now] = [join(root, place), join(upper, place)];
    if (before && (await isSame(old, before, now, after))) return this.#touched(place, before, after);
    if (this.#isLarge(place, before, after)) return this.#addWhole(place, fileSide(before), fileSide(after));
    const copy = isTwiceNamed(after) && { isCopy: true as const };
    this.#add(place, { ...(before && { before: entryAt(old, before) }), after: entryAt(now, after), ...copy });
  }

  /** Build tools compare times. They need not be kept of many files at once, as those of a checkout. */
  #touched(place: string, before: Stats, after: Stats): void {
    const { looked } = this;
    if (!after.isFile() || before.mtimeMs === after.mtimeMs) return;
    if (looked.touched >= touched.count || looked.touchedBytes + after.size > touched.bytes) return;
    looked.touched += 1;
    looked.touchedBytes += after.size;
    const file = entryAt(join(this.tree.root, place), before);
    this.#changes.push({
      path: join(this.tree.root, place),
      before: file,
      after: { ...file, mtimeMs: after.mtimeMs },
      isTouched: true,
    });
  }

  /** @param gone folders that were deleted with it, outermost first. */
  async #deleted(place: string, gone: readonly string[] = []): Promise<void> {
    await this.#turns.next();
    const path = join(this.tree.root, place);
    const stat = statNow(path);
    if (!stat) return;
    if (stat.ctimeMs > this.tree.began) return this.#addChangedMeanwhile(place);
    if (!isEntry(stat)) return this.#add(place, { other: `was ${kindName(stat)} and was deleted` });
    const emptied = gone.length > 0 && { emptied: gone };
    if (!stat.isDirectory() && this.#isLarge(place, stat, undefined))
      return this.#addWhole(place, fileSide(stat), undefined, gone);
    if (!stat.isDirectory()) return this.#add(place, { before: entryAt(path, stat), ...emptied });
    if (await this.#movesFolder(place, stat, undefined, gone)) return;
    const names = await namesIn(path);
    const isOrdinary = names.length > 0 && permissions(stat) === ordinaryFolder;
    for (const name of names.sort()) await this.#deleted(join(place, name), isOrdinary ? [...gone, path] : gone);
    // After what lies in it, which makes it empty.
    if (!isOrdinary) this.#add(place, { before: entryAt(path, stat), ...emptied });
  }

  /** Whether nothing of what a folder had shows in it any more; see NamesLeft. */
  #isReplaced(place: string): boolean {
    const left = this.namesLeft.get(place);
    const { root, upper } = this.tree;
    const own = new Set(left && namesNow(join(upper, place)));
    const before = namesNow(join(root, place));
    if (!left || !before || [...left].some((name) => !own.has(name))) return false;
    const shared = before.map((name) => join(place, name)).filter((below) => this.namesLeft.has(below));
    return shared.every((below) => this.#isReplaced(below));
  }

  /** Whether a plain file, or a change between two, is too much to be looked at. */
  #isLarge(place: string, before: Stats | undefined, after: Stats | undefined): boolean {
    const { looked } = this;
    const sides = [before, after].filter((stat) => stat !== undefined);
    if (!sides.every((stat) => stat.isFile() && (stat.mode & 0o6000) === 0)) return false;
    const bytes = sides.reduce((sum, { size }) => sum + size, 0);
    const isTooMuch = bytes >= large.bytes && !isGitIndex(place);
    if (isTooMuch || looked.changes >= lookedAt.changes || looked.bytes + bytes > lookedAt.bytes) return true;
    looked.bytes += bytes;
    return false;
  }

  /** Has a folder moved as it is, where it is large on one side at least and nothing in it speaks against it. */
  async #movesFolder(
    place: string,
    before: Stats | undefined,
    after: Stats | undefined,
    gone: readonly string[] = [],
  ): Promise<boolean> {
    if (place === this.apart || place.split("/").includes(".git")) return false;
    const { root, upper, began } = this.tree;
    const sideOf = async (stat: Stats, path: string, isFit: (stat: Stats) => boolean): Promise<Side | undefined> => {
      const found = await subtreeOf(path, isFit);
      const entries = (found?.inside.length ?? 0) + 1;
      return (
        found && { facts: { kind: "folder", entries, bytes: found.bytes + stat.blocks * 512 }, inside: found.inside }
      );
    };
    const came = after && (await sideOf(after, join(upper, place), () => true));
    if (after && !came) return false;
    // What somebody else changed meanwhile is found and named by looking at each file.
    const isAsBefore = (stat: Stats) => stat.ctimeMs <= began;
    const went = before && isAsBefore(before) ? await sideOf(before, join(root, place), isAsBefore) : undefined;
    if (before && !went) return false;
    const isLarge = [came, went].some(
      (side) => side && (side.facts.entries >= large.entries || side.facts.bytes >= large.bytes),
    );
    if (isLarge) await this.#addWhole(place, went, came, gone);
    return isLarge;
  }

  async #addWhole(
    place: string,
    went: Side | undefined,
    came: Side | undefined,
    gone: readonly string[] = [],
  ): Promise<void> {
    const { root, upper, began } = this.tree;
    const found = went && (await identityAt(join(root, place)));
    // What was examined before may have been saved since, and would be named as it is now.
    if (went && (statNow(join(root, place))?.ctimeMs ?? 0) > began) return this.#addChangedMeanwhile(place);
    const coming = came && (await identityAt(join(upper, place)));
    const inside = [
      ...(went?.inside ?? []).map((one) => ({ ...one, comes: false })),
      ...(came?.inside ?? []).map((one) => ({ ...one, comes: true })),
    ];
    const whole: LayerWhole = {
      ...(went && { before: went.facts }),
      ...(came && { after: came.facts, from: join(upper, place) }),
      ...(found !== undefined && { found }),
      ...(went?.facts.kind === "folder" && { unchangedSince: began }),
      ...(coming !== undefined && { coming }),
      inside,
      apart: () => new Comparison(this.tree, this.shared, this.namesLeft, this.looked, place).at(place),
    };
    const side = (one: Side | undefined): LayerFile | undefined =>
      one && { kind: one.facts.kind, size: 0, mode: 0, read: async () => new Uint8Array() };
    const [before, after] = [side(went), side(came)];
    const emptied = gone.length > 0 && { emptied: gone };
    this.#add(place, { ...(before && { before }), ...(after && { after }), ...emptied, whole });
  }
}

const fileSide = (stat: Stats | undefined): Side | undefined =>
  stat && { facts: { kind: "file", entries: 1, bytes: stat.size }, inside: [] };

/** What goes, the deepest first, and then what comes, each folder before what lies in it: in this order they can be made. */
const inOrder = (one: LayerChange, other: LayerChange): number => {
  const [goes, alsoGoes] = [one.after === undefined, other.after === undefined];
  if (goes !== alsoGoes) return goes ? -1 : 1;
  const isFirst = one.path < other.path;
  return isFirst === goes ? 1 : -1;
};

/** All changes of one layer, in the order in which they can be made. @throws ToolError `too_large`. */
export async function changesOf(tree: LayerTree, namesLeft: NamesLeft): Promise<LayerChange[]> {
  // Before the layer is put together once more: a name that comes after that is missing there for no command's sake.
  const shared = await sharedFolders(tree.root, tree.upper);
  const left = shared.size > 0 ? await namesLeft([...shared.keys()]) : new Map();
  const changes = await new Comparison(tree, shared, left).all();
  return changes.sort(inOrder);
}
