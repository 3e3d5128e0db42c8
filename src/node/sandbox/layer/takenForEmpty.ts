/** What a command made of the empty files that it found in the place of hidden ones: nothing of that must reach the workspace. */
import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import type { CommandLayer, LayerChange } from "../../../core/ports/changes/layer";
import { isInside, shownBelow } from "../../../core/vocabulary/paths";
import { ToolError } from "../../../core/vocabulary/toolError";
import { listed } from "../findings";
import { emptiedInGit } from "../places/emptiedInGit";
import { maskTime } from "../places/masks";

/** Bytes of what is there; 0 for nothing. */
const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Packages bring along files of such names that are empty by themselves. */
const isInPackages = (path: string) => path.includes("/node_modules/");

/** Empty files that have the name of a hidden one, or the time that those have which stand for them. */
function copiesIn({ path, before, after, whole }: LayerChange, names: ReadonlySet<string>): string[] {
  const came = whole?.from;
  if (came !== undefined) {
    const places = whole?.inside.filter(
      ({ comes, kind, place }) => comes && kind === "file" && names.has(basename(place)),
    );
    return (places ?? []).filter(({ place }) => sizeOf(join(came, place)) === 0).map(({ place }) => join(path, place));
  }
  if (after?.kind !== "file" || after.size > 0 || before?.size === 0) return [];
  return names.has(basename(path)) || after.mtimeMs === maskTime.getTime() ? [path] : [];
}

/**
 * The same layer, which tells of no changes where some come from files that only appeared empty.
 * @param masked real paths of hidden files.
 * @param roots real paths of the folders that it lies over.
 */
export const withoutEmptied = (
  layer: CommandLayer,
  masked: readonly string[],
  roots: readonly string[],
): CommandLayer => ({
  discard: () => layer.discard(),
  /** @throws ToolError `unavailable` where nothing of it may be kept. */
  async changes() {
    const changes = await layer.changes();
    const hidden = masked.filter((path) => sizeOf(path) > 0);
    if (hidden.length === 0 || changes.length === 0) return changes;
    const emptied: string[] = [];
    for (const root of roots) {
      const inRoot = hidden.filter((path) => isInside(root, path));
      emptied.push(...(await emptiedInGit(inRoot, changes, root)));
    }
    const names = new Set(hidden.map((path) => basename(path)));
    const copies = changes.filter(({ path }) => !isInPackages(path)).flatMap((change) => copiesIn(change, names));
    if (emptied.length + copies.length > 0) throw notKept(emptied, copies, roots);
    return changes;
  },
});

function notKept(emptied: readonly string[], copies: readonly string[], roots: readonly string[]): ToolError {
  const shown = (paths: readonly string[]) => listed(paths.map((path) => shownBelow(path, roots)));
  const isOne = copies.length === 1;
  const why = [
    ...(emptied.length > 0 ? [`git took ${shown(emptied)} for empty`] : []),
    ...(copies.length > 0
      ? [`${shown(copies)} ${isOne ? "is an empty copy of a hidden file" : "are empty copies of hidden files"}`]
      : []),
  ];
  return new ToolError(
    "unavailable",
    `${why.join(" and ")} (files that may contain secrets appear empty to commands that run without asking): call again, and a person is asked before it runs.`,
  );
}
