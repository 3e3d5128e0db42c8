/** Finding repositories and their private parts through the file port. */
import { dirname, posix } from "node:path";
import type { FilePort } from "../../core/ports/files";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";

/** A place whose files are looked for: real path, and the root that tells the port whose files they are. */
export type IgnorePlace = Pick<ResolvedPath, "real" | "root">;

/**
 * Undefined when there is nothing there, or nothing that may be examined. Links are followed only where something is:
 * most ignore files are missing, and following costs more than asking.
 * @param path absolute, in a real folder.
 */
export async function existing(
  files: FilePort,
  { root }: IgnorePlace,
  path: string,
): Promise<ResolvedPath | undefined> {
  try {
    // Without a root only resolving tells whose file it is.
    const named = root === undefined ? await files.resolve(path) : { path, real: path, shown: path, root };
    return (await files.stat(named)) && (await files.resolve(path));
  } catch {
    return undefined;
  }
}

/** Whether a repository's top is here. */
export const isRepository = async (files: FilePort, place: IgnorePlace, folder: string): Promise<boolean> =>
  (await existing(files, place, `${folder.replace(/\/$/, "")}/.git`)) !== undefined;

/** Real path of the top of the innermost repository that a folder lies in; undefined when it lies in none. */
export async function repositoryOf(files: FilePort, place: IgnorePlace): Promise<string | undefined> {
  if (await isRepository(files, place, place.real)) return place.real;
  const parent = dirname(place.real);
  return parent === place.real ? undefined : repositoryOf(files, { ...place, real: parent });
}

/**
 * The text of a small file; undefined when there is none, or a link: that may lead to what is nobody's business here.
 * @param path in a real folder.
 */
async function textOf(files: FilePort, path: string): Promise<string | undefined> {
  try {
    const target = await files.resolve(path);
    return target.real === path ? Buffer.from(await files.read(target)).toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Its first line, without what a label stands for. */
async function firstLine(files: FilePort, path: string, label = ""): Promise<string | undefined> {
  const line = (await textOf(files, path))?.split("\n")[0];
  return line?.startsWith(label) ? line.slice(label.length).trim() : undefined;
}

const realOf = async (files: FilePort, base: string, path: string): Promise<string> =>
  (await files.resolve(posix.resolve(base, path))).real;

const configuredWorktree = /^\s*worktree\s*=\s*(\S.*?)\s*$/m;

/** Whether git's folder of a worktree or submodule names it: whoever works in that cannot write where its folder is. */
async function knows(files: FilePort, own: string, top: string): Promise<boolean> {
  const worktree = await firstLine(files, `${own}/gitdir`);
  if (worktree !== undefined) return (await realOf(files, own, worktree)) === `${top}/.git`;
  const submodule = configuredWorktree.exec((await textOf(files, `${own}/config`)) ?? "")?.[1];
  return submodule !== undefined && (await realOf(files, own, submodule)) === top;
}

/**
 * Where a repository keeps the patterns that are its own and not shared. In a worktree or submodule `.git` is a file that
 * names the folder, and a worktree's folder names the one it shares.
 * @param top real path of the repository's top folder.
 * @returns undefined where that leads out of the repository and the root, to a folder that does not know it: else whoever
 * makes a repository would learn what is in files that are closed to them.
 */
export async function excludeFileOf(files: FilePort, { root }: IgnorePlace, top: string): Promise<string | undefined> {
  try {
    const link = await firstLine(files, `${top}/.git`, "gitdir:");
    const own = await realOf(files, top, link ?? ".git");
    const commonFolder = await firstLine(files, `${own}/commondir`);
    const shared = commonFolder === undefined ? own : await realOf(files, own, commonFolder);
    const isHere = (folder: string) => [top, root].some((place) => place !== undefined && isInside(place, folder));
    const counts = isHere(shared) || (!isHere(own) && (await knows(files, own, top)));
    return counts ? `${shared}/info/exclude` : undefined;
  } catch {
    return undefined;
  }
}
