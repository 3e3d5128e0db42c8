/** Where layers lie, and the programs that mount them over the folders of a command. */

import { chmodSync, lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { quoted } from "../../../core/vocabulary/shellQuoting";
import { isLeftBehind, ownedName } from "../../files/writing/processName";
import { askProgram } from "../../processes/askProgram";
import { systemProgram } from "../../processes/systemPrograms";

/** The parts of one layer, below its folder: `lower` is a link to the root, all others are folders. */
const layerParts = { lower: "lower", upper: "upper", work: "work", merged: "merged" } as const;

/** Folders of the layers of one command, one for each of its roots. */
export interface LayerFolders {
  /** Holds all of them, named by their place in `roots`. */
  readonly folder: string;
  /** Real paths. */
  readonly roots: readonly string[];
}

/** Where what is changed in a root is kept. */
export const upperOf = ({ folder }: LayerFolders, at: number): string => join(folder, String(at), layerParts.upper);

/** Where a root with all changes is seen by what {@link mounting} starts. */
export const mergedOf = ({ folder }: LayerFolders, at: number): string => join(folder, String(at), layerParts.merged);

/** Where layers lie on the disk. */
export const layersIn = (state: string): string => join(state, "sandbox", "layers");

/** Where clones of the workspace lie, which stand for layers on macOS. */
export const clonesIn = (state: string): string => join(state, "sandbox", "clones");

/** Where they lie in memory, for state folders whose file system cannot hold them, as that of most containers. */
export const layersInMemory = `/dev/shm/toolcrib-layers-${process.getuid?.() ?? 0}`;

/** Removes the layers that a process left which was killed. Never rejects. */
export async function cleanLayers(state: string, now: number): Promise<void> {
  for (const layers of [layersIn(state), clonesIn(state), layersInMemory])
    for (const name of await readdir(layers).catch(() => []))
      if (await isLeftBehind(join(layers, name), now)) await removeLayers(join(layers, name));
}

/** The environment of programs of ours that are started on a layer. */
export const layerEnvironment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" } as const;

/** Makes the folders, in place: they are few. @param place real path of the folder in which layers lie. */
export async function makeLayerFolders(place: string, roots: readonly string[]): Promise<LayerFolders> {
  const folder = join(place, await ownedName());
  const folders = { folder, roots };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [at, root] of roots.entries()) {
    const { lower, ...parts } = layerParts;
    mkdirSync(join(folder, String(at)), { mode: 0o700 });
    for (const part of Object.values(parts)) mkdirSync(join(folder, String(at), part), { mode: 0o700 });
    symlinkSync(root, join(folder, String(at), lower));
    // The root's own permissions are those of the layer; the folders around it are closed.
    chmodSync(upperOf(folders, at), lstatSync(root).mode & 0o7777);
  }
  return folders;
}

/** A command may have closed folders to everybody, its own user included. */
async function open(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return;
  await chmod(folder, 0o700).catch(() => undefined);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await open(join(folder, entry.name));
}

/** Removes a folder with all that lies in it, as far as that is possible. Never rejects. */
export async function removeLayers(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove().catch(async () => {
    await open(folder);
    await remove().catch(() => removeDeep(folder));
  });
}

/** What the system makes in the folder for its work, and closes to everybody. */
const closedBySystem = ["work", "work/incompat", "work/incompat/volatile"];

/** Opens that again for its owner, so that anybody's `rm -r` removes layers that wait. @throws the system's error. */
export function openForRemoval({ folder, roots }: LayerFolders): void {
  for (const [at] of roots.entries())
    for (const name of closedBySystem) chmodSync(join(folder, String(at), layerParts.work, name), 0o700);
}

/** Milliseconds for removing what Node cannot. */
const removalMs = 60_000;

/** Paths in it may be longer than any system takes: the system's own program goes from folder to folder. */
async function removeDeep(folder: string): Promise<void> {
  const program = systemProgram("rm");
  const question = { args: ["-rf", "--", folder], cwd: "/", env: layerEnvironment, timeoutMs: removalMs };
  if (program !== undefined) await askProgram({ program, ...question }).catch(() => undefined);
}

/** The programs that it takes. */
export interface LayerPrograms {
  readonly unshare: string;
  readonly mount: string;
}

/** Undefined where one is missing. */
export function layerPrograms(): LayerPrograms | undefined {
  const [unshare, mount] = [systemProgram("unshare"), systemProgram("mount")];
  return unshare !== undefined && mount !== undefined ? { unshare, mount } : undefined;
}

/**
 * How a shell comes to be where the layers are mounted, seen by it and what it starts alone: it is started by `starter`, and
 * runs `text` before anything else. It is root there and nobody outside; the mounts are gone when the last process ends.
 */
export interface LayerMounting {
  readonly starter: readonly string[];
  /** The same for whoever is root in a namespace of its own already. */
  readonly starterOfRoot: readonly string[];
  readonly text: string;
}

/**
 * Mounts every layer. Paths are relative to their folder: in the options of a mount `,` and `:` would part them.
 *
 * `volatile`: what a layer holds need not outlive a crash of the machine, and without it the system would write all of it to the
 * disk when the command ends.
 */
export function mounting({ unshare, mount }: LayerPrograms, { folder, roots }: LayerFolders): LayerMounting {
  const { lower, upper, work, merged } = layerParts;
  const mounts = roots.map((_, at) => {
    const options = `lowerdir=${at}/${lower},upperdir=${at}/${upper},workdir=${at}/${work},userxattr,volatile`;
    return `${quoted(mount)} -t overlay overlay -o ${options} ${at}/${merged} || exit 125`;
  });
  return {
    starter: [unshare, "--user", "--map-root-user", "--mount", "--"],
    starterOfRoot: [unshare, "--mount", "--"],
    text: [`cd ${quoted(folder)} || exit 125`, ...mounts, ""].join("\n"),
  };
}

/**
 * The same for layers that were mounted before: the system refuses those that were mounted `volatile` until the mark of it is
 * removed, as after a crash something may be missing in them.
 * Of a shell with the environment of {@link layerEnvironment}.
 */
export function mountingAgain(programs: LayerPrograms, folders: LayerFolders): LayerMounting {
  const { text, ...starters } = mounting(programs, folders);
  const marks = folders.roots.map((_, at) => `${at}/${layerParts.work}/work/incompat`);
  return { ...starters, text: `(cd ${quoted(folders.folder)} && rm -rf ${marks.join(" ")}) || exit 125\n${text}` };
}

/** A program with its arguments, started where the layers are mounted. */
export const mounted = (
  { starter, text }: Pick<LayerMounting, "starter" | "text">,
  program: readonly string[],
): string[] => [...starter, ...["/bin/sh", "-c", `${text}exec "$@"`, "sh"], ...program];
