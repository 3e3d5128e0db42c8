/** Finding repositories and their private parts through the file port. */
import { dirname, posix } from "node:path";
import type { ResolvedPath } from "../core/effect";
import type { FilePort } from "../core/host";

/** A place whose files are looked for: real path, and the root that tells the port whose files they are. */
export type Place = Pick<ResolvedPath, "real" | "root">;

/**
 * Undefined when there is nothing there, or nothing that may be examined. Links are followed only where something is:
 * most ignore files are missing, and following costs more than asking.
 * @param path absolute, in a real folder.
 */
export async function existing(files: FilePort, { root }: Place, path: string): Promise<ResolvedPath | undefined> {
  try {
    // Without a root only resolving tells whose file it is.
    const named = root === undefined ? await files.resolve(path) : { path, real: path, shown: path, root };
    return (await files.stat(named)) && (await files.resolve(path));
  } catch {
    return undefined;
  }
}

/** Whether a repository's top is here. */
export const isRepository = async (files: FilePort, place: Place, folder: string): Promise<boolean> =>
  (await existing(files, place, `${folder.replace(/\/$/, "")}/.git`)) !== undefined;

/** Real path of the top of the innermost repository that a folder lies in; undefined when it lies in none. */
export async function repositoryOf(files: FilePort, place: Place): Promise<string | undefined> {
  if (await isRepository(files, place, place.real)) return place.real;
  const parent = dirname(place.real);
  return parent === place.real ? undefined : repositoryOf(files, { ...place, real: parent });
}

/** The first line of a small text file, without what a label stands for; undefined when there is none. */
async function firstLine(files: FilePort, path: string, label = ""): Promise<string | undefined> {
  try {
    const [line = ""] = Buffer.from(await files.read(await files.resolve(path)))
      .toString("utf8")
      .split("\n");
    return line.startsWith(label) ? line.slice(label.length).trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where a repository keeps the patterns that are its own and not shared. In a worktree or submodule `.git` is a file that
 * names the folder, and a worktree's folder names the one it shares.
 * @param top real path of the repository's top folder.
 */
export async function excludeFileOf(files: FilePort, top: string): Promise<string> {
  const link = await firstLine(files, `${top}/.git`, "gitdir:");
  const own = link === undefined ? `${top}/.git` : posix.resolve(top, link);
  const shared = await firstLine(files, `${own}/commondir`);
  return `${shared === undefined ? own : posix.resolve(own, shared)}/info/exclude`;
}
