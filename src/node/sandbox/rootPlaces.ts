/** What a command may not change or see inside the folders it works in (D-7, D-15). */
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ClosedFiles } from "../../core/closedFiles";
import type { Confinement } from "../../core/confinement";
import type { Mount } from "./mount";
import { repositoryMounts } from "./repositories";

/** Names that are looked at: in folders of this depth, and where files are closed to tools in deeper ones. */
const bounds = { depth: 3, names: 1500, closedDepth: 16, closedNames: 20_000 } as const;

/** Large, and made by programs. */
const passedBy = new Set(["node_modules", ".venv", "__pycache__"]);

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** Entries of a tree but links, breadth first, so that a bound is spent on what is near. */
async function* walk(root: string, depth: number, most: number): AsyncGenerator<Entry> {
  let folders = [root];
  let left = most;
  for (let level = 0; level < depth && folders.length > 0; level++) {
    const next: string[] = [];
    for (const folder of folders) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (left-- <= 0) return;
        if (entry.isSymbolicLink()) continue;
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        yield { path, name: entry.name, isFolder };
        if (isFolder && !entry.name.startsWith(".") && !passedBy.has(entry.name)) next.push(path);
      }
    }
    folders = next;
  }
}

/** How an entry is to be mounted, from its name alone; undefined when it is part of what the folder around it is. */
function mountOf(root: string, entry: Entry, confinement: Confinement, closed: ClosedFiles): Mount | undefined {
  const { path, isFolder } = entry;
  if (!closed.isEmpty && closed.reason({ path, real: path }, isFolder) !== undefined)
    return { kind: "hidden", path, isFolder };
  return confinement.isProtected(root, path) ? { kind: "readOnly", path, isFolder } : undefined;
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
      return (await entryOf(path)) || !(await entryOf(dirname(path))) ? [] : [{ kind: "masked", path, isFolder: true }];
    }),
  );
  return found.flat();
}

/** One root. */
async function mountsIn(root: string, confinement: Confinement, closed: ClosedFiles): Promise<Mount[]> {
  const mounts: Mount[] = [{ kind: "writable", path: root, isFolder: true }];
  const [depth, most] = closed.isEmpty ? [bounds.depth, bounds.names] : [bounds.closedDepth, bounds.closedNames];
  for await (const entry of walk(root, depth, most)) {
    const mount = mountOf(root, entry, confinement, closed);
    if (mount) mounts.push(mount);
    if (entry.name === ".git" && mount?.kind !== "hidden") mounts.push(...(await repositoryMounts(entry.path)));
  }
  return [
    ...mounts,
    ...(await namedMounts(root, confinement.protectedPlaces)),
    ...(await plantableMounts(root, confinement.unplantable)),
  ];
}

/** All roots that are there. */
export async function rootPlaces(confinement: Confinement, closed: ClosedFiles): Promise<Mount[]> {
  const roots = await Promise.all(confinement.roots.map(async (root) => ((await entryOf(root)) ? [root] : [])));
  const found = await Promise.all(roots.flat().map((root) => mountsIn(root, confinement, closed)));
  return found.flat();
}
