/** What of the machine a command that runs unasked sees beside the workspace: what programs need, and nothing else (D-13, D-15). */
import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import type { Confinement } from "../../../core/ports/confinement";
import { isInside } from "../../../core/vocabulary/paths";
import { repositoriesAt } from "../../repositories/repositories";
import type { Mount } from "./mount";

/** A link that stands where the machine has one. */
export interface Link {
  readonly path: string;
  readonly target: string;
}

/** All of it; nothing else is there. */
export interface ShownPlaces {
  readonly mounts: readonly Mount[];
  readonly links: readonly Link[];
}

const names = (text: string) => text.trim().split(/\s+/);

/** Programs, their libraries and their settings. */
const systemPlaces: readonly string[] = names(
  "/bin /sbin /lib /lib32 /lib64 /libx32 /usr /etc /opt /nix /gnu /snap /sys /var/lib/dpkg /var/lib/rpm /var/cache/man",
);

/** Below a home folder: tools that version managers and installers keep there, and what git is told for all repositories. */
const homePlaces: readonly string[] = [
  ...names(".nvm .cargo .rustup .pyenv .rbenv .nodenv .goenv .jenv .asdf .volta .bun .deno .sdkman .juliaup .ghcup"),
  ...names(".local/bin .local/lib .local/share/mise .local/share/fnm .local/share/uv .local/share/pipx"),
  ...names(".local/share/pnpm .gitconfig .config/git .tool-versions"),
];

/** What installed programs need lies beside their folder under these names. */
const belongings = names("lib lib64 libexec share include conf jmods release");

/** A folder of the PATH with what belongs to it. */
const withBelongings = (folder: string, home: string): string[] =>
  /^s?bin$/.test(basename(folder)) && dirname(folder) !== home
    ? [folder, ...belongings.map((name) => join(dirname(folder), name))]
    : [folder];

/** A place as it is found: what really lies there, and the link that leads to it. */
async function found(path: string): Promise<ShownPlaces> {
  try {
    const real = await realpath(path);
    const mount: Mount = { kind: "shown", path: real, isFolder: (await lstat(real)).isDirectory() };
    const isLink = (await lstat(path)).isSymbolicLink();
    const target = isLink && dirname(path) === "/" ? await readlink(path) : real;
    return { mounts: [mount], links: real === path ? [] : [{ path, target }] };
  } catch {
    // What is not there, or may not be entered, is not there inside either.
    return { mounts: [], links: [] };
  }
}

/** The folder of a repository, and those outside of it that know it as theirs: of a worktree or a submodule. */
interface GitPlace {
  readonly top: string;
  readonly folders: readonly string[];
}

/** What git needs for a root: the repository that it is or lies in. That of a home folder is none. */
function gitPlaces(root: string, home: string): GitPlace[] {
  const { found } = repositoriesAt(root);
  return found
    .filter(({ top }) => !isInside(top, home))
    .map(({ top, reaches }) => ({
      top,
      folders: reaches.filter(({ isAcknowledged }) => isAcknowledged).map(({ folder }) => folder),
    }));
}

/** The repositories around the roots, whose files are in sight as well. Real paths. */
export function surroundings({ roots, home }: Confinement): string[] {
  const around = roots.flatMap((root) => gitPlaces(root, home).map(({ top }) => top));
  return [...new Set(around)].filter((folder) => !roots.includes(folder));
}

/** Milliseconds for which what lies on the machine is taken to stay where it is: a hundred places are looked at. */
const keptMs = 10_000;
let kept: { readonly key: string; readonly until: number; readonly places: Promise<ShownPlaces[]> } | undefined;

/** Programs, and what they need; the same for every command of a while. */
function programPlaces(home: string, env: NodeJS.ProcessEnv): Promise<ShownPlaces[]> {
  const programs = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const settings = env.XDG_CONFIG_HOME === undefined ? [] : [join(env.XDG_CONFIG_HOME, "git")];
  const key = JSON.stringify([home, programs, settings]);
  if (kept?.key === key && Date.now() < kept.until) return kept.places;
  const wanted = [
    ...systemPlaces,
    ...homePlaces.map((place) => join(home, place)),
    ...settings,
    ...programs.flatMap((folder) => withBelongings(folder, home)),
  ];
  const places = Promise.all([...new Set(wanted)].map(found));
  kept = { key, until: Date.now() + keptMs, places };
  return places;
}

/** @param env of the command. */
export async function shownPlaces(confinement: Confinement, env: NodeJS.ProcessEnv): Promise<ShownPlaces> {
  const { home, roots, closed } = confinement;
  const ofGit = async () => {
    const folders = roots.flatMap((root) => gitPlaces(root, home)).flatMap(({ top, folders }) => [top, ...folders]);
    return Promise.all([...new Set(folders)].map(found));
  };
  const places = (await Promise.all([programPlaces(home, env), ofGit()])).flat();
  const isOpen = ({ path }: Mount) => !closed.some((folder) => isInside(folder, path));
  const mounts = places.flatMap((place) => place.mounts).filter(isOpen);
  const isOutermost = ({ path }: { readonly path: string }) =>
    !mounts.some((other) => other.path !== path && isInside(other.path, path));
  return { mounts: mounts.filter(isOutermost), links: places.flatMap((place) => place.links).filter(isOutermost) };
}
