/** Real git repositories for tests. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { GitWorktrees } from "../../src/features/worktrees/node/gitWorktrees";
import { plant, sharedFolder, type Tree, tempFolder } from "./tempFolder";

/** Runs git as a person would; output without the last line feed. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).replace(/\n$/, "");

let models: string | undefined;
const modelOf = new Map<string, string>();

/** A repository with one commit, of all that is in the folder then: where that is new, a copy of the first with this tree. */
export function repositoryWith(tree: Tree, folder = join(tempFolder(), "repo")): string {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) return madeWith(tree, folder);
  const key = JSON.stringify(Object.entries(tree));
  let model = modelOf.get(key);
  if (model === undefined) {
    models ??= sharedFolder();
    model = join(models, `${modelOf.size}`);
    mkdirSync(model);
    madeWith(tree, model);
    modelOf.set(key, model);
  }
  cpSync(model, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

function madeWith(tree: Tree, folder: string): string {
  git(folder, "init", "-q");
  plant(folder, tree);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  return folder;
}

/** Worktrees with folders of their own. @param state by default a new folder. */
export function worktreesIn(state = tempFolder()) {
  const places = { records: join(state, "records"), folder: () => join(state, "trees") };
  return { worktrees: new GitWorktrees(places), state };
}

export const never = new AbortController().signal;
