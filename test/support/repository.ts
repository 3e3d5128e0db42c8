/** Real git repositories for tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GitWorktrees } from "../../src/features/worktrees/node/gitWorktrees";
import { plant, type Tree, tempFolder } from "./tempFolder";

/** Runs git as a person would; output without the last line feed. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).replace(/\n$/, "");

/** A repository with one commit. */
export function repositoryWith(tree: Tree, folder = join(tempFolder(), "repo")): string {
  mkdirSync(folder, { recursive: true });
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
