/** Files that have more names than one, known by where they lie on the disk (D-13). */
import { lstatSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileNamesPort, NamesThatMatter, OtherNames } from "../core/host";
import { knownIndex, NameIndex } from "./sandbox/nameIndex";

type Place = { readonly dev: number; readonly ino: number };

const placeOf = (path: string): Place | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** The files that a picked name stands for: itself, or all in a folder. */
async function filesOf(path: string, isFolder: boolean): Promise<string[]> {
  if (!isFolder) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function findIn(root: string, file: Place, real: string, { test, picks }: NamesThatMatter) {
  const isPicked = (entry: { readonly path: string; readonly isFolder: boolean }) =>
    picks(entry.path, root, entry.isFolder);
  const index = test === undefined ? new NameIndex(root, isPicked) : knownIndex(root, test, isPicked);
  for (const { path, isFolder } of await index.picked())
    for (const one of await filesOf(path, isFolder)) {
      const place = one === real ? undefined : placeOf(one);
      if (place?.ino === file.ino && place.dev === file.dev) return one;
    }
  return undefined;
}

/** On this machine's disks. */
export const diskFileNames: FileNamesPort = {
  async others(real, among): Promise<OtherNames | undefined> {
    const stat = await lstat(real).catch(() => undefined);
    if (!stat?.isFile() || stat.nlink < 2) return undefined;
    for (const root of among.roots) {
      const found = await findIn(root, stat, real, among);
      if (found !== undefined) return { count: stat.nlink, found };
    }
    return { count: stat.nlink };
  },
};
