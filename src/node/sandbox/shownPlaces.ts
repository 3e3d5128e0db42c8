/** What of the machine a command that runs unasked sees beside the workspace: what programs need, and nothing else (D-13, D-15). */
import { lstat, readFile, readlink, realpath } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { Confinement } from "../../core/confinement";
import { isInside } from "../../core/paths";
import type { Mount } from "./mount";
import { sharedFolder } from "./repositories";

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

/** The repository around a root that is a folder in it: git looks at all of it. That of a home folder is none. */
async function repositoryAround(root: string, home: string): Promise<string | undefined> {
  for (let folder = root; folder !== "/" && !isInside(folder, home); folder = dirname(folder))
    if (await lstat(join(folder, ".git")).catch(() => undefined)) return folder;
  return undefined;
}

/** Where a submodule's repository is, when that names the submodule in its turn. */
async function moduleFolder(file: string): Promise<string | undefined> {
  const link = /^gitdir:\s*(.+)$/m.exec(await readFile(file, "utf8"))?.[1];
  if (link === undefined) return undefined;
  const folder = await realpath(resolve(dirname(file), link.trim()));
  const named = /^\s*worktree\s*=\s*(.+)$/m.exec(await readFile(join(folder, "config"), "utf8"))?.[1];
  return named !== undefined && resolve(folder, named.trim()) === dirname(file) ? folder : undefined;
}

/** The folders that git needs for a root: the repository around it, and the one that a worktree or a submodule belongs to. */
async function gitPlaces(root: string, home: string): Promise<string[]> {
  const around = await repositoryAround(root, home);
  if (around === undefined) return [];
  const file = join(around, ".git");
  const folders = await Promise.all([
    sharedFolder(file).catch(() => undefined),
    moduleFolder(file).catch(() => undefined),
  ]);
  return [around, ...folders].filter((folder) => folder !== undefined);
}

/** The repositories around the roots, whose files are in sight as well. Real paths. */
export async function surroundings({ roots, home }: Confinement): Promise<string[]> {
  const around = await Promise.all(roots.map((root) => repositoryAround(root, home)));
  return [...new Set(around)].filter((folder) => folder !== undefined).filter((folder) => !roots.includes(folder));
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
    const folders = (await Promise.all(roots.map((root) => gitPlaces(root, home)))).flat();
    return Promise.all(folders.map(found));
  };
  const places = (await Promise.all([programPlaces(home, env), ofGit()])).flat();
  const isOpen = ({ path }: Mount) => !closed.some((folder) => isInside(folder, path));
  const mounts = places.flatMap((place) => place.mounts).filter(isOpen);
  const isOutermost = ({ path }: { readonly path: string }) =>
    !mounts.some((other) => other.path !== path && isInside(other.path, path));
  return { mounts: mounts.filter(isOutermost), links: places.flatMap((place) => place.links).filter(isOutermost) };
}
