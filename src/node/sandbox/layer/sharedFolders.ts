import { join } from "node:path";
import { Turns } from "../../../core/util/turns";
import { entriesNow } from "../../files/entriesNow";
import { reachableEntry } from "../../files/reachable";
import { namesNow } from "./layerEntries";

/** Folders that are both in a layer and in the workspace, relative to it, with the names that they have there. */
export type SharedFolders = ReadonlyMap<string, readonly string[]>;

/** All but the root itself. */
export async function sharedFolders(root: string, upper: string): Promise<SharedFolders> {
  const found = new Map<string, readonly string[]>();
  const turns = new Turns();
  const folders = [""];
  for (const place of folders) {
    await turns.next();
    for (const entry of entriesNow(join(upper, place))) {
      const below = join(place, entry.name);
      if (!entry.isDirectory() || !reachableEntry(join(root, below))?.isDirectory()) continue;
      found.set(below, namesNow(join(root, below)) ?? []);
      folders.push(below);
    }
  }
  return found;
}
