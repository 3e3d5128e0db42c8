/** The person's own folders for a command that works in an agent's workspace alone: as if they were not there (EX-1, HB-1). */
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import { isInside } from "../../../core/vocabulary/paths";
import type { Mount } from "./mount";

/** What lies in `/` on every machine: without it nothing runs, and none of it is anybody's work. */
const systemNames = new Set(
  "bin boot dev etc lib lib32 lib64 libx32 nix opt proc run sbin snap sys usr var tmp Library System private".split(
    " ",
  ),
);

const isSystem = (path: string) => dirname(path) === "/" && systemNames.has(path.slice(1));

/** A root as places that can be hidden. */
async function partsOf(root: string): Promise<string[]> {
  const parts = root === "/" ? (await readdir("/")).map((name) => join("/", name)) : [root];
  return parts.filter((path) => !isSystem(path));
}

async function hidden(path: string): Promise<Mount[]> {
  const found = await stat(path).catch(() => undefined);
  return found ? [{ kind: "hidden", path, isFolder: found.isDirectory() }] : [];
}

/** All of them, but for the agent's own workspace where the person has opened that. */
export async function personPlaces({ alone, workspace, ownWorkspace }: Confinement): Promise<Mount[]> {
  if (!alone) return [];
  const roots = workspace.filter((root) => ownWorkspace === undefined || !isInside(ownWorkspace, root));
  const parts = (await Promise.all(roots.map(partsOf))).flat();
  return (await Promise.all(parts.map(hidden))).flat();
}
