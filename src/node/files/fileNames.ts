/** Files that have more names than one, known by where they lie on the disk (D-13). */
import type { Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileNamesPort, NamesThatMatter, OtherNames } from "../../core/ports/fileNames";
import { relativeInside } from "../../core/vocabulary/paths";
import { knownIndex, NameIndex } from "../sandbox/places/nameIndex";
import { reachableEntry } from "./reachable";

type Place = Pick<Stats, "dev" | "ino">;

/** The files that a picked name stands for: itself, or all in a folder. */
async function filesOf(path: string, isFolder: boolean): Promise<string[]> {
  if (!isFolder) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Seconds in which some 35,000 folders are looked through: a command waits for it, and a harness for its hook. */
const secondsBelow = 1;

const keyOf = ({ dev, ino }: Place) => `${dev} ${ino}`;

/** Files that matter, by where they lie, and whether these are all. */
async function placesIn(
  root: string,
  { test, picks }: NamesThatMatter,
): Promise<{ readonly places: ReadonlyMap<string, readonly string[]>; readonly isWhole: boolean }> {
  const isPicked = (entry: { readonly path: string; readonly isFolder: boolean }) =>
    picks(entry.path, root, entry.isFolder);
  const index = test === undefined ? new NameIndex(root, isPicked) : knownIndex(root, test, isPicked);
  const places = new Map<string, string[]>();
  const { entries, unsearched } = await index.picked();
  for (const { path, isFolder } of entries)
    for (const one of await filesOf(path, isFolder)) {
      const place = reachableEntry(one);
      if (place) places.set(keyOf(place), [...(places.get(keyOf(place)) ?? []), one]);
    }
  return { places, isWhole: unsearched.length === 0 };
}

/** On this machine's disks. */
export const diskFileNames: FileNamesPort = {
  async others(reals, among): Promise<ReadonlyMap<string, OtherNames>> {
    const several = reals.flatMap((real) => {
      const stats = reachableEntry(real);
      return stats?.isFile() && stats.nlink > 1 ? [{ real, stats }] : [];
    });
    if (several.length === 0) return new Map();
    const looked = await Promise.all(among.roots.map((root) => placesIn(root, among)));
    return new Map(
      several.map(({ real, stats }) => {
        const named = looked.flatMap(({ places }) => places.get(keyOf(stats)) ?? []);
        const found = named.find((name) => name !== real);
        const isUnsure = found === undefined && looked.some(({ isWhole }) => !isWhole);
        const more = { ...(found !== undefined && { found }), ...(isUnsure && { isUnsure: true as const }) };
        return [real, { count: stats.nlink, ...more }];
      }),
    );
  },
  async below(folder, test, picks) {
    const index = knownIndex(folder, test, ({ path }) => picks(path), secondsBelow);
    const { entries, unsearched } = await index.picked();
    const places = entries.map(({ path, isFolder }) => ({ path: relativeInside(folder, path), isFolder }));
    return { places, ...(unsearched.length > 0 && { isUnsure: true as const }) };
  },
};
