/** Where git finds its repository when it is started in a folder (gitrepository-layout(5)). */
import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { settledMemo } from "../files/settledState";
import { plainFileText, UnreadableFile } from "./plainFile";

/** A folder that git may take for its repository. */
export interface GitFolder {
  /** Real path of the folder that it was found in. */
  readonly top: string;
  /** Real path. */
  readonly own: string;
  /** Real path of the folder that holds what all worktrees share; mostly the same. */
  readonly common: string;
  /** True where git looks no further up. */
  readonly isSure: boolean;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The path itself where nothing is there. */
export function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

const isFolder = (path: string) => statOf(path)?.isDirectory() === true;

/** No more than git takes for a branch or a commit. */
const head = /^(?:ref: refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/;

const isHead = settledMemo(false, (path) => head.test(plainFileText(path) ?? ""));

function isWhole(own: string, common: string): boolean {
  try {
    return isHead(join(own, "HEAD")) && isFolder(join(common, "objects")) && isFolder(join(common, "refs"));
  } catch {
    return false;
  }
}

function gitFolder(top: string, named: string, isNamed: boolean): GitFolder {
  const own = realOf(named);
  const shared = plainFileText(join(own, "commondir"))?.replace(/[\r\n]+$/, "");
  const common = shared === undefined ? own : realOf(resolve(own, shared));
  return { top, own, common, isSure: isNamed || isWhole(own, common) };
}

/** The one named by `.git` in a folder. @throws UnreadableFile when it cannot be told. */
export function gitFolderIn(top: string): GitFolder | undefined {
  const path = join(top, ".git");
  const found = statOf(path);
  if (found?.isDirectory()) return gitFolder(top, path, false);
  if (!found?.isFile()) return undefined;
  const named = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(plainFileText(path) ?? "")?.[1];
  if (named === undefined) throw new UnreadableFile(`${path} does not say where its repository is`);
  return gitFolder(top, resolve(top, named), true);
}

/** A folder that is itself a git folder: without a work tree, or one that somebody works in. */
const bareFolder = (top: string): GitFolder | undefined =>
  statOf(join(top, "HEAD")) && statOf(join(top, "config")) ? gitFolder(top, top, false) : undefined;

/**
 * From the folder upwards as far as git may look.
 * @param folder real path.
 * @throws UnreadableFile when it cannot be told.
 */
export function gitFoldersAbove(folder: string): GitFolder[] {
  const found: GitFolder[] = [];
  for (let top = folder; ; top = dirname(top)) {
    const named = gitFolderIn(top);
    if (named) found.push(named);
    if (named?.isSure) return found;
    const bare = bareFolder(top);
    if (bare) found.push(bare);
    if (dirname(top) === top) return found;
  }
}
