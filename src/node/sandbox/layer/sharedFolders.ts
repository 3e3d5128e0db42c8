import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { namesIn, statOf } from "./layerEntries";

/** Folders that are both in a layer and in the workspace, relative to it, with the names that they have there. */
export type SharedFolders = ReadonlyMap<string, readonly string[]>;

/** All but the root itself. */
export async function sharedFolders(root: string, upper: string): Promise<SharedFolders> {
  const found = new Map<string, readonly string[]>();
  const folders = [""];
  for (const place of folders)
    for (const entry of await readdir(join(upper, place), { withFileTypes: true }).catch(() => [])) {
      const below = join(place, entry.name);
      if (!entry.isDirectory() || !(await statOf(join(root, below)))?.isDirectory()) continue;
      found.set(below, await namesIn(join(root, below)));
      folders.push(below);
    }
  return found;
}
