/** What is to be known of a person's repository before a worktree of it is made. */
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { ToolError } from "../../../core/vocabulary/toolError";
import { fieldsOf, type GitEnd, lineByGit, printedByGit, runGit, withoutFilters } from "./git";

/** A repository with a working folder. */
export interface WorktreeRepository {
  /** Real path of the top of its working folder. */
  readonly top: string;
  /** Real path of the folder that all its worktrees share. */
  readonly common: string;
}

const noRepository = (root: string, { complaint }: GitEnd) => {
  if (/safe\.bareRepository|must be run in a work tree/.test(complaint))
    return new ToolError(
      "unavailable",
      `${root} is a bare repository, which has no working folder: run the agent with the mode "sync" instead.`,
    );
  if (/dubious ownership/.test(complaint))
    return new ToolError(
      "unavailable",
      `Git does not trust the repository at ${root}, because it belongs to another user: ask the person to add it to git's safe.directory.`,
    );
  return new ToolError(
    "unavailable",
    `${root} is not in a git repository, which a worktree needs: run the agent with the mode "sync" instead.`,
  );
};

/** The repository that holds a folder. @throws ToolError `unavailable` when there is none with a working folder. */
export async function worktreeRepositoryOf(root: string, signal?: AbortSignal): Promise<WorktreeRepository> {
  const options = signal ? { signal } : {};
  const shown = await runGit(root, ["rev-parse", "--show-toplevel"], options);
  if (shown.code !== 0) throw noRepository(root, shown);
  const top = await realpath(shown.output.toString("utf8").replace(/\r?\n$/, ""));
  const common = await lineByGit(top, "find its own folder", ["rev-parse", "--git-common-dir"], options);
  return { top, common: await realpath(resolve(top, common)) };
}

/** The commit that is checked out. @throws ToolError `unavailable` when there is none yet. */
export async function headCommitOf({ top }: WorktreeRepository, signal: AbortSignal): Promise<string> {
  const { code, output } = await runGit(top, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { signal });
  if (code === 0) return output.toString("utf8").trim();
  throw new ToolError(
    "unavailable",
    `The repository ${top} has no commit yet, so a worktree of it would be empty: ask the person to commit first, or run the agent with the mode "sync".`,
  );
}

/** The commit that a branch stands at; undefined when there is no such branch. */
export async function branchCommit(
  { common }: Pick<WorktreeRepository, "common">,
  branch: string,
): Promise<string | undefined> {
  const { code, output } = await runGit(common, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`], {
    variables: { GIT_DIR: common },
  });
  return code === 0 ? output.toString("utf8").trim() : undefined;
}

/** How many files differ from HEAD or are not in it. */
export async function uncommittedFiles({ top }: WorktreeRepository, signal: AbortSignal): Promise<number> {
  const args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--ignore-submodules=dirty"];
  const configuration = await withoutFilters(top);
  return fieldsOf(await printedByGit(top, "list the changes", args, { configuration, signal })).length;
}
