/** What lies in a folder that is to be moved as it is. */
import { readlinkSync, type Stats } from "node:fs";
import type { InsideWhole } from "../../../core/ports/changes/layer";
import { Turns } from "../../../core/util/turns";
import { reachableEntry } from "../../files/reachable";
import { namesNow } from "./layerEntries";

/** Everything in a folder. */
export interface Subtree {
  readonly inside: readonly Omit<InsideWhole, "comes">[];
  /** What all of it takes on the disk. */
  readonly bytes: number;
}

/** Set-user-id and set-group-id. */
const identityBits = 0o6000;

const kindOf = (stat: Stats): InsideWhole["kind"] | undefined => {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isDirectory()) return "folder";
  return stat.isFile() ? "file" : undefined;
};

/**
 * Lists a folder, a folder in it before what lies in that.
 * @param isFit false for what cannot be moved with the rest.
 * @returns undefined when something cannot: a pipe, a name that is no text, what runs as another user.
 */
export async function subtreeOf(top: string, isFit: (stat: Stats) => boolean): Promise<Subtree | undefined> {
  const inside: Omit<InsideWhole, "comes">[] = [];
  let bytes = 0;
  const turns = new Turns();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = namesIn(`${top}/${folder}`);
    for (const name of names ?? []) {
      const place = folder === "" ? name : `${folder}/${name}`;
      const stat = reachableEntry(`${top}/${place}`);
      const kind = stat && kindOf(stat);
      if (!stat || !kind || (kind === "file" && (stat.mode & identityBits) !== 0) || !isFit(stat)) return undefined;
      inside.push({ place, kind, ...(kind === "link" && { to: readlinkSync(`${top}/${place}`, "buffer") }) });
      bytes += stat.blocks * 512;
      if (kind === "folder") folders.push(place);
    }
    if (!names) return undefined;
    await turns.next();
  }
  return { inside, bytes };
}

/** Undefined where a name is no text, or the folder cannot be listed. */
function namesIn(folder: string): readonly string[] | undefined {
  const names = namesNow(folder);
  return names?.some((name) => name.includes("\ufffd")) ? undefined : names;
}
