/** Committing what an agent left in its worktree, whatever it did there. */
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Worktree } from "../worktrees";
import { fieldsOf, type GitOptions, gitFailure, lineByGit, printedByGit, runGit, withoutFilters } from "./git";

/** Bytes of a file that is committed. */
const maxBytes = 100 * 1024 * 1024;

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/** A worktree, and git's own folder for it as it was when it was made. */
export interface CommitPlace {
  readonly worktree: Worktree;
  readonly gitFolder: string;
}

/** What is left out, as names below the top, with the reasons. */
interface LeftOut {
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

/** Submodules, and what takes the place of one or becomes one. */
interface Modules {
  /** Never looked into: git would start itself there, with configuration that the agent may have written. */
  readonly all: readonly string[];
  /** Those in which an agent left something: what it commits there is in no repository of the person's. */
  readonly changed: readonly string[];
}

const isEmptyFolder = (path: string) =>
  readdir(path).then(
    (names) => names.length === 0,
    () => true,
  );

async function modulesIn(folder: string, options: GitOptions): Promise<Modules> {
  const staged = fieldsOf(await printedByGit(folder, "look for submodules", ["ls-files", "-z", "--stage"], options));
  const known = staged.flatMap((entry) => /^160000 .*?\t(.*)$/s.exec(entry)?.[1] ?? []);
  const args = ["diff-files", "--raw", "-z", "--ignore-submodules=dirty"];
  const fields = fieldsOf(await printedByGit(folder, "look for changes", args, options));
  const differing = fields.filter((_, at) => at % 2 === 1 && /^:(?:160000|\d+ 160000) /.test(fields[at - 1] ?? ""));
  const filled = await Promise.all(known.map(async (path) => !(await isEmptyFolder(join(folder, path)))));
  return {
    all: [...new Set([...known, ...differing])],
    changed: [...new Set([...known.filter((_, at) => filled[at]), ...differing])],
  };
}

/** Where no git command looked yet, so names come as git finds them: a folder with a repository of its own ends in `/`. */
async function leftOut(folder: string, options: GitOptions): Promise<LeftOut> {
  const others = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
  const paths = [...new Set(fieldsOf(await printedByGit(folder, "look for changes", others, options)))];
  const modules = await modulesIn(folder, options);
  const untracked = paths.filter((path) => path.endsWith("/"));
  const nested = [...untracked, ...modules.changed];
  const sizes = await Promise.all(paths.map((path) => lstat(join(folder, path)).catch(() => undefined)));
  const large = paths.flatMap((path, at) => {
    const found = sizes[at];
    return found?.isFile() && found.size > maxBytes ? [{ path, size: found.size }] : [];
  });
  return {
    paths: [...untracked.map((path) => path.slice(0, -1)), ...modules.all, ...large.map(({ path }) => path)],
    notes: [
      ...nested.map((path) => `${path.replace(/\/?$/, "/")} is a repository of its own, so it was not committed.`),
      ...large.map(
        ({ path, size }) =>
          `${path} is ${megabytes(size)} MiB; the limit for a commit is ${megabytes(maxBytes)} MiB, so it was left out.`,
      ),
    ],
  };
}

/** Puts all that differs into the index. @returns what could not be, one sentence each. */
async function stage(folder: string, options: GitOptions): Promise<readonly string[]> {
  // What only looks changed would be listed as changed.
  await runGit(folder, ["update-index", "-q", "--refresh"], options);
  const { paths, notes } = await leftOut(folder, options);
  const patterns = [".", ...paths.map((path) => `:(exclude,literal)${path}`)];
  const args = ["add", "--all", "--ignore-errors", "--pathspec-from-file=-", "--pathspec-file-nul"];
  const added = await runGit(folder, args, { ...options, input: patterns.join("\0") });
  if (added.code === 0) return notes;
  const refused = added.complaint
    .split("\n")
    .flatMap((line) => /^error: (open\(.*|.*unable to index.*)/.exec(line)?.[1] ?? []);
  if (refused.length === 0) throw gitFailure("stage the changes of the worktree", added);
  return [...notes, ...refused.map((words) => `Git left a file out: ${words}.`)];
}

/** The person's name, or ours where they gave none. */
async function author(repository: string): Promise<Record<string, string>> {
  const [name, email] = await Promise.all(
    ["user.name", "user.email"].map(async (key) =>
      (await runGit(repository, ["config", "--get", key])).output.toString("utf8").trim(),
    ),
  );
  const [as, at] = name && email ? [name, email] : ["Toolcrib", "toolcrib@localhost"];
  return { GIT_AUTHOR_NAME: as, GIT_AUTHOR_EMAIL: at, GIT_COMMITTER_NAME: as, GIT_COMMITTER_EMAIL: at };
}

/** Where the repository is, git is told: nothing in the worktree is asked for it. */
const optionsFor = async ({ worktree, gitFolder }: CommitPlace) => ({
  configuration: await withoutFilters(worktree.repository),
  variables: { GIT_DIR: gitFolder, GIT_WORK_TREE: worktree.folder },
});

/** Whether its branch has all that lies in a worktree, but for what git ignores. @throws ToolError `unavailable` when git fails. */
export async function isCommitted(place: CommitPlace): Promise<boolean> {
  const { folder, branch } = place.worktree;
  const options = await optionsFor(place);
  const what = "look for changes";
  await runGit(folder, ["update-index", "-q", "--refresh"], options);
  const others = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
  if ((await printedByGit(folder, what, others, options)).length > 0) return false;
  const tree = await lineByGit(folder, what, ["write-tree"], options);
  return tree === (await lineByGit(folder, what, ["rev-parse", `refs/heads/${branch}^{tree}`], options));
}

/**
 * Commits everything that differs to the worktree's branch; nothing when nothing does.
 * @returns what could not be committed, one sentence each. @throws ToolError `unavailable` when git fails.
 */
export async function commitWorktree(
  { worktree, gitFolder }: CommitPlace,
  message: string,
): Promise<readonly string[]> {
  const { folder, branch, repository, base } = worktree;
  const options = await optionsFor({ worktree, gitFolder });
  // Nobody else writes this index; the lock is of a process that was killed while it did.
  await rm(join(gitFolder, "index.lock"), { force: true });
  const notes = await stage(folder, options);
  const ref = `refs/heads/${branch}`;
  const found = await runGit(folder, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`], options);
  const parent = found.code === 0 ? found.output.toString("utf8").trim() : base;
  const tree = await lineByGit(folder, "store the changes of the worktree", ["write-tree"], options);
  if (tree === (await lineByGit(folder, "find the last commit", ["rev-parse", `${parent}^{tree}`], options)))
    return notes;
  const commit = await lineByGit(folder, "commit the worktree", ["commit-tree", tree, "-p", parent, "-F", "-"], {
    ...options,
    input: message,
    variables: { ...options.variables, ...(await author(repository)) },
  });
  const before = found.code === 0 ? parent : "";
  await lineByGit(
    folder,
    `move the branch ${branch}`,
    ["update-ref", "-m", "toolcrib: finish", ref, commit, before],
    options,
  );
  return notes;
}
