/** Whether the files that tell ripgrep what to leave out are still what they were. */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { homeFolder } from "../environment/homeFolder";
import { settledState } from "../files/settledState";

const ignoreNames = [".gitignore", ".ignore", ".rgignore"] as const;

/** Whether ripgrep heeds a file of this name, in whatever folder. */
export const isIgnoreName = (name: string): boolean => (ignoreNames as readonly string[]).includes(name);

/** The folder of a repository, in its own folder. */
export const repositoryFolder = ".git";

/** Ignore files in one folder that are looked at for each question; it takes a few microseconds for each. */
const maxFiles = 1000;

/** Milliseconds in which a file can change twice and have the same times. */
const tickMs = 100;

const gone = "-";

/** A file changed so lately that its times may not tell the next change. */
class Recent extends Error {}

/** What a file is, in one line; a link is what it leads to. */
function stateOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) return gone;
    const state = settledState(stats, tickMs);
    if (state === undefined) throw new Recent();
    return state;
  } catch (error) {
    if (error instanceof Recent) throw error;
    return (error as NodeJS.ErrnoException).code ?? "?";
  }
}

/** Undefined for a `.git` that is a file, as it names folders elsewhere. */
function repositoryState(folder: string): string[] | undefined {
  const stats = statSync(join(folder, repositoryFolder), { throwIfNoEntry: false });
  if (!stats) return [gone];
  if (!stats.isDirectory()) return undefined;
  return [`${stats.dev} ${stats.ino}`, stateOf(join(folder, repositoryFolder, "info", "exclude"))];
}

/** Git's own configuration, and the ignore file that it names; undefined where that is not plain. */
function generalState(root: string): string[] | undefined {
  const home = homeFolder();
  if ((process.env.HOME ?? home) !== home) return undefined;
  const config = join(resolve(root, process.env.XDG_CONFIG_HOME || join(home, ".config")), "git");
  const states = [stateOf(join(config, "ignore"))];
  for (const path of [join(home, ".gitconfig"), join(config, "config"), "/etc/gitconfig"]) {
    const state = stateOf(path);
    states.push(state);
    if (state === gone) continue;
    const text = readFileSync(path, "latin1");
    const mentions = text.match(/excludesfile/gi)?.length ?? 0;
    const named = [...text.matchAll(/^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/gim)];
    if (named.length !== mentions) return undefined;
    for (const [, file = ""] of named) states.push(stateOf(resolve(root, file.replace(/^~(?=\/)/, home))));
  }
  return states;
}

/** The folders that a folder lies in, the nearest first. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/**
 * A text that is another one as soon as ripgrep may leave out other files of a folder, though none came or went there.
 * @param root real path of the folder.
 * @param files ignore files in it, relative to it. @param repositories folders in it that hold `.git`, relative to it.
 * @returns undefined where that cannot be told.
 */
export function ignoreState(
  root: string,
  files: ReadonlySet<string>,
  repositories: ReadonlySet<string>,
): string | undefined {
  if (files.size + repositories.size > maxFiles) return undefined;
  try {
    const above = foldersAbove(root);
    const places = [...above, root, ...Array.from(repositories, (place) => join(root, place))];
    const ofRepositories = places.map(repositoryState);
    const general = generalState(root);
    if (!general || ofRepositories.includes(undefined)) return undefined;
    const paths = [
      ...Array.from(files, (file) => join(root, file)),
      ...above.flatMap((folder) => [...ignoreNames, ".jj"].map((name) => join(folder, name))),
    ];
    return JSON.stringify([...paths.map(stateOf), ...ofRepositories, ...general]);
  } catch {
    return undefined;
  }
}
