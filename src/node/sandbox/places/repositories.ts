/** What of a repository a command may change: everything git itself has to, and nothing that makes git run programs. */
import { readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isFree, occupantOf } from "./maskedFolders";
import type { Mount } from "./mount";

const kindOf = async (path: string): Promise<"file" | "folder" | undefined> => {
  const found = await stat(path).catch(() => undefined);
  return found && (found.isDirectory() ? "folder" : "file");
};

const readOnly = async (path: string): Promise<Mount[]> => {
  const kind = await kindOf(path);
  return kind ? [{ kind: "readOnly", path, isFolder: kind === "folder" }] : [];
};

/** Hooks and configuration of one git folder. A missing hooks folder is masked, for it would be looked into. */
async function fixedParts(folder: string): Promise<Mount[]> {
  const hooks = join(folder, "hooks");
  const own: Mount[] = (await isFree(hooks))
    ? [{ kind: "masked", path: hooks, isFolder: true }]
    : await readOnly(hooks);
  const config = await readOnly(join(folder, "config"));
  return [...own, ...config, ...(await readOnly(join(folder, "config.worktree")))];
}

/** Git folders of submodules, whose names may hold slashes. */
async function moduleFolders(folder: string, depth = 3): Promise<string[]> {
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const found = await Promise.all(
    below.map(async (one) => ((await kindOf(join(one, "HEAD"))) ? [one] : moduleFolders(one, depth - 1))),
  );
  return found.flat();
}

async function worktreeParts(folder: string): Promise<Mount[]> {
  const names = await readdir(join(folder, "worktrees")).catch(() => []);
  const parts = await Promise.all(
    names.flatMap((name) =>
      ["commondir", "gitdir", "config.worktree"].map((part) => readOnly(join(folder, "worktrees", name, part))),
    ),
  );
  return parts.flat();
}

/** Bound onto itself, so that it cannot be moved away and another put in its place. */
async function gitFolder(folder: string): Promise<Mount[]> {
  const modules = await moduleFolders(join(folder, "modules"));
  const fixed = await Promise.all([folder, ...modules].map(fixedParts));
  return [{ kind: "writable", path: folder, isFolder: true }, ...fixed.flat(), ...(await worktreeParts(folder))];
}

/**
 * The repository that a worktree belongs to, when that names this worktree in its turn: a file that merely points
 * somewhere opens nothing.
 */
async function sharedFolder(file: string): Promise<string | undefined> {
  const link = /^gitdir:\s*(.+)$/m.exec(await readFile(file, "utf8"))?.[1];
  if (link === undefined) return undefined;
  const own = await realpath(resolve(dirname(file), link.trim()));
  const shared = dirname(dirname(own));
  const named = (await readFile(join(own, "gitdir"), "utf8")).trim();
  const belongs = basename(dirname(own)) === "worktrees" && resolve(own, named) === file;
  return belongs && (await kindOf(join(shared, "objects"))) === "folder" ? shared : undefined;
}

/**
 * @param path real path of an existing `.git`.
 * @param isolated the repository that a worktree belongs to is somebody else's to change: it is only shown (AG-2).
 */
export async function repositoryMounts(path: string, isolated: boolean): Promise<Mount[]> {
  const occupant = await occupantOf(path);
  if (occupant === "nothing") return [];
  if (occupant === "standIn") return [{ kind: "masked", path, isFolder: true }];
  if ((await kindOf(path)) === "folder") return gitFolder(path);
  const shared = await sharedFolder(path).catch(() => undefined);
  const own = await readOnly(path);
  if (shared === undefined) return own;
  return isolated ? [...own, { kind: "shown", path: shared, isFolder: true }] : [...own, ...(await gitFolder(shared))];
}

/**
 * Files that would send git to another folder for its configuration; only worktrees have one. They cannot be masked,
 * for git outside would trip over what stands in for them.
 * @returns those that are not there now.
 */
export async function watchedRedirections(mounts: readonly Mount[]): Promise<string[]> {
  const folders = mounts.filter(({ path }) => basename(path) === "hooks").map(({ path }) => dirname(path));
  const files = folders.map((folder) => join(folder, "commondir"));
  const there = await Promise.all(files.map(kindOf));
  return files.filter((_, index) => there[index] === undefined);
}

/** Takes away those that a command brought to be. @returns one sentence for each. */
export async function removeRedirections(files: readonly string[]): Promise<string[]> {
  const notes = await Promise.all(
    files.map(async (path) => {
      if (!(await kindOf(path))) return [];
      await rm(path, { recursive: true, force: true });
      return [`[${path} was removed again: it points git to another configuration.]`];
    }),
  );
  return notes.flat();
}
