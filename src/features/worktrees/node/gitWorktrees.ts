/** Git worktrees for agents, by git itself (AG-2). */
import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, realpath, rm, rmdir } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isInside } from "../../../core/vocabulary/paths";
import { ToolError } from "../../../core/vocabulary/toolError";
import { homeFolder } from "../../../node/environment/homeFolder";
import { isProcessRunning, thisProcess } from "../../../node/files/writing/processName";
import type {
  BranchChange,
  BranchImage,
  FinishedWorktree,
  KnownWorktree,
  RemovedWorktree,
  ThreeTexts,
  Worktree,
  Worktrees,
  WorktreeWish,
} from "../worktrees";
import { BranchContents, branchChanges, changedFiles, type Span } from "./branchChanges";
import { newBranchName } from "./branchName";
import { commitWorktree, isCommitted } from "./commitWorktree";
import { gitFailure, lineByGit, printedByGit, runGit, withoutFilters } from "./git";
import { mergeLines } from "./mergeLines";
import { type WorktreeRecord, WorktreeRecords } from "./records";
import {
  branchCommit,
  headCommitOf,
  uncommittedFiles,
  type WorktreeRepository,
  worktreeRepositoryOf,
} from "./repository";

/** Where things are kept. */
export interface WorktreePlaces {
  /** A folder that no tool may look into. */
  readonly records: string;
  /** The setting for where worktrees are made; `~` is the home folder. */
  folder(): string;
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Makes an empty folder that nobody else has: by this name, or with a number behind it. */
async function claimedFolder(wanted: string, count = 1): Promise<string> {
  const folder = count === 1 ? wanted : `${wanted}-${count}`;
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return false;
    },
  );
  return made ? folder : claimedFolder(wanted, count + 1);
}

/** How often, and milliseconds after which, a worktree is added again. */
const [mostTries, pauseMs] = [20, 100];

/** Git reads what it keeps of every other worktree, and fails at one that another process is just adding. */
async function addWorktree(...[repository, what, args, options]: Required<Parameters<typeof printedByGit>>) {
  for (let tries = 1; ; tries++) {
    const end = await runGit(repository, args, options);
    if (end.code === 0) return;
    if (tries === mostTries || !/failed to read \S*\bworktrees\b.*commondir/.test(end.complaint))
      throw gitFailure(what, end);
    await delay(pauseMs);
  }
}

/** Worktrees of this machine's repositories. */
export class GitWorktrees implements Worktrees {
  readonly #records: WorktreeRecords;
  readonly #working = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly places: WorktreePlaces) {
    this.#records = new WorktreeRecords(places.records);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  async create(wish: WorktreeWish, signal: AbortSignal): Promise<Worktree> {
    const repository = await worktreeRepositoryOf(wish.root, signal);
    const base = await headCommitOf(repository, signal);
    const branch = await newBranchName(repository, wish.description, wish.branch);
    const uncommitted = await uncommittedFiles(repository, signal);
    const folder = await this.#newFolder(repository, branch);
    const { top, common } = repository;
    const { agent, description } = wish;
    const facts = { branch, folder, repository: top, base, agent, description, createdAt: Date.now(), uncommitted };
    const pending = { worktree: { ...facts, workFolder: folder }, common, owner: await thisProcess() };
    // By itself first, and only if there is none: from then on it is ours to take away.
    const made = ["update-ref", "-m", "toolcrib: begin", `refs/heads/${branch}`, base, ""];
    await printedByGit(top, `create the branch ${branch}`, made).catch(async (error) => {
      await rmdir(folder);
      throw error;
    });
    await this.#records.put(pending);
    this.#working.add(folder);
    try {
      return await this.#checkOut(pending, wish.root, signal);
    } catch (error) {
      await this.remove({ folder }, { branch: "delete" }).catch(() => {});
      throw error;
    } finally {
      this.#changed();
    }
  }

  /** A new folder, in a folder of the repository's own. */
  async #newFolder({ common }: WorktreeRepository, branch: string): Promise<string> {
    const base = resolve(this.places.folder().replace(/^~(?=$|\/)/, homeFolder()));
    const name = basename(common) === ".git" ? basename(resolve(common, "..")) : basename(common);
    const hash = createHash("sha256").update(common).digest("hex").slice(0, 8);
    const repositoryFolder = join(base, `${name.replace(/[^\w.-]+/g, "-")}-${hash}`);
    await mkdir(repositoryFolder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw new ToolError(
        "unavailable",
        `The folder for worktrees ${base} could not be created (${error.message}): ask the person to change toolcrib.agents.worktreeFolder.`,
      );
    });
    return claimedFolder(join(await realpath(repositoryFolder), branch.replace(/[^\w.-]+/g, "-")));
  }

  async #checkOut(pending: WorktreeRecord, root: string, signal: AbortSignal): Promise<Worktree> {
    const { folder, branch, repository } = pending.worktree;
    const configuration = await withoutFilters(repository);
    const args = ["worktree", "add", "--quiet", folder, branch];
    await addWorktree(repository, `create the worktree ${folder}`, args, { configuration, signal });
    const gitFolder = await lineByGit(folder, "find its own folder", ["rev-parse", "--absolute-git-dir"]);
    const worktree = { ...pending.worktree, workFolder: await workFolderOf(repository, root, folder) };
    await this.#records.put({ ...pending, worktree, gitFolder: await realpath(gitFolder) });
    return worktree;
  }

  async finish({ folder }: Worktree, message: string): Promise<FinishedWorktree> {
    try {
      const record = await this.#existing(folder);
      const gitFolder = await this.#ownGitFolder(record);
      const notes = await commitWorktree({ worktree: record.worktree, gitFolder }, message);
      await this.#records.put({ ...record, finished: { notes } });
      return await this.report(record.worktree);
    } finally {
      this.#working.delete(folder);
      this.#changed();
    }
  }

  async #existing(folder: string): Promise<WorktreeRecord> {
    const record = await this.#records.get(folder);
    if (record) return record;
    throw new ToolError("not_found", `${folder} is not the worktree of an agent, or was removed already.`);
  }

  /** Git's folder for the worktree, if both still name each other. @throws ToolError `stale`. */
  async #ownGitFolder({ worktree: { folder }, gitFolder }: WorktreeRecord): Promise<string> {
    const link = join(folder, ".git");
    const isOwn = async () => {
      if (gitFolder === undefined || !(await lstat(link)).isFile() || (await realpath(folder)) !== folder) return false;
      const named = (await readFile(link, "utf8")).trim().replace(/^gitdir: /, "");
      const names = (await readFile(join(gitFolder, "gitdir"), "utf8")).trim();
      return (await realpath(named)) === gitFolder && names === link;
    };
    if (gitFolder !== undefined && (await isOwn().catch(() => false))) return gitFolder;
    throw new ToolError(
      "stale",
      `The worktree ${folder} is no longer the worktree that was created, so nothing was committed: check its files, then discard it.`,
    );
  }

  async report(worktree: Worktree): Promise<FinishedWorktree> {
    const { branch, folder, repository, base } = worktree;
    const record = await this.#records.get(folder);
    const span = await this.#span(worktree);
    const files = await changedFiles(span);
    const notes = record?.finished?.notes ?? [];
    const changed = span.commit === base ? {} : { commit: span.commit };
    return { branch, folder, repository, base, ...changed, files, notes };
  }

  async hasUncommitted({ folder }: Pick<Worktree, "folder">): Promise<boolean> {
    const record = await this.#existing(folder);
    if (!(await isThere(folder))) return false;
    return !(await isCommitted({ worktree: record.worktree, gitFolder: await this.#ownGitFolder(record) }));
  }

  async changes(worktree: Worktree): Promise<readonly BranchChange[]> {
    return branchChanges(await this.#span(worktree));
  }

  async #span({ branch, repository, base }: Worktree): Promise<Span> {
    const commit = await branchCommit(await worktreeRepositoryOf(repository), branch);
    if (commit !== undefined) return { repository, base, commit };
    throw new ToolError("not_found", `The branch ${branch} no longer exists.`);
  }

  read({ repository }: Pick<Worktree, "repository">, path: string, { id }: BranchImage): Promise<Uint8Array> {
    return new BranchContents(repository).read(path, id);
  }

  mergeLines(texts: ThreeTexts, branch: string) {
    return mergeLines(texts, branch);
  }

  async remove(
    { folder }: Pick<Worktree, "folder">,
    options: { readonly branch: "delete" | "keep" },
  ): Promise<RemovedWorktree> {
    const record = await this.#existing(folder);
    const { common, worktree } = record;
    const { branch } = worktree;
    const commit = await branchCommit({ common }, branch);
    await this.#removeFolder(record);
    const branchDeleted = options.branch === "delete" && commit !== undefined && (await deleteBranch(common, branch));
    await this.#records.remove(folder);
    this.#working.delete(folder);
    this.#changed();
    return { branch, commit, branchDeleted };
  }

  /** Git refuses to remove what is no longer as it made it; that is taken away by hand, and only that. */
  async #removeFolder({ common, worktree: { folder }, gitFolder }: WorktreeRecord): Promise<void> {
    const removed = await runGit(common, ["worktree", "remove", "--force", folder], {
      variables: { GIT_DIR: common },
    });
    if (removed.code === 0) return;
    await rm(folder, { recursive: true, force: true }).catch((error: Error) => {
      throw new ToolError("unwritable", `${folder} could not be removed (${error.message}): remove it by hand.`);
    });
    if (gitFolder !== undefined && isInside(join(common, "worktrees"), gitFolder))
      await rm(gitFolder, { recursive: true, force: true });
  }

  async list(roots: readonly string[]): Promise<readonly KnownWorktree[]> {
    const repositories = await Promise.all(roots.map((root) => worktreeRepositoryOf(root).catch(() => undefined)));
    const commons = new Set(repositories.map((repository) => repository?.common));
    const records = (await this.#records.all()).filter(({ common }) => commons.has(common));
    const known = await Promise.all(records.map((record) => this.#known(record).catch(() => undefined)));
    return known.filter((one) => one !== undefined);
  }

  /** Undefined, and off the record, for one of which nothing is left. */
  async #known(record: WorktreeRecord): Promise<KnownWorktree | undefined> {
    const { worktree, common, owner, finished } = record;
    const { folder, branch, base } = worktree;
    const commit = await branchCommit({ common }, branch);
    const changed = commit === undefined || commit === base ? {} : { commit };
    const isOurs = owner.pid === process.pid && (await thisProcess()).began === owner.began;
    if (isOurs ? this.#working.has(folder) : !finished && (await isProcessRunning(owner)))
      return { worktree, state: "working", ...changed };
    if (await isThere(folder)) return { worktree, state: finished ? "finished" : "stale", ...changed };
    if (commit !== undefined) return { worktree, state: "missing", ...changed };
    await this.#records.remove(folder);
    return undefined;
  }
}

/** False when it is checked out elsewhere. */
async function deleteBranch(common: string, branch: string): Promise<boolean> {
  const { code } = await runGit(common, ["branch", "--quiet", "-D", "--", branch], { variables: { GIT_DIR: common } });
  return code === 0;
}

/** The same place as the root's in its own repository; it may not be in any commit, or be a link there. */
async function workFolderOf(top: string, root: string, folder: string): Promise<string> {
  const place = join(folder, relative(top, await realpath(root)));
  try {
    await mkdir(place, { recursive: true });
    const real = await realpath(place);
    return isInside(folder, real) ? real : folder;
  } catch {
    return folder;
  }
}
