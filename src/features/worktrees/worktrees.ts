/** Git worktrees in which agents work apart from the workspace, and what becomes of their work (AG-2). */
import type { WorktreeReport } from "../../core/tools/delegation";

/** A worktree to be made. */
export interface WorktreeWish {
  /** Absolute path of the root whose repository is worked on. */
  readonly root: string;
  /** For people; names the branch when none is given. */
  readonly description: string;
  /** Name of the new branch; made up when absent. */
  readonly branch?: string;
  /** Who will work there. */
  readonly agent: string;
}

/** A worktree that was made for an agent. */
export interface Worktree {
  readonly branch: string;
  /** Absolute path of its top folder; names it. */
  readonly folder: string;
  /** Absolute path of the folder in it that stands for the root: its top, or the subfolder that the root is. */
  readonly workFolder: string;
  /** Absolute path of the top of the person's own working folder. */
  readonly repository: string;
  /** The commit it began at. */
  readonly base: string;
  readonly agent: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Files that the person had changed and not committed when it was made, which it therefore does not hold. */
  readonly uncommitted: number;
}

/** One file that a branch changes. A renamed file is one that goes and one that comes. */
export interface BranchFile {
  /** Relative to the repository's top, with `/`. */
  readonly path: string;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly binary?: true;
}

/** One state of a file in a branch. */
export interface BranchImage {
  /** `link`: a symbolic link; `module`: another repository. */
  readonly kind: "file" | "executable" | "link" | "module";
  /** Names its contents in the repository. */
  readonly id: string;
}

/** What a branch makes of one file. */
export interface BranchChange {
  /** Relative to the repository's top, with `/`. */
  readonly path: string;
  /** Absent: the branch creates it. */
  readonly before?: BranchImage;
  /** Absent: the branch deletes it. */
  readonly after?: BranchImage;
}

/** A text that was changed on two sides. */
export interface ThreeTexts {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}

/** What becomes of it. */
export interface MergedLines {
  /** With markers around what both sides changed. */
  readonly text: string;
  /** Number of such places. */
  readonly conflicts: number;
}

/** What an agent left behind in its worktree, committed. */
export interface FinishedWorktree extends WorktreeReport {
  readonly files: readonly BranchFile[];
  /** What could not be committed, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * `working`: its agent works there; `finished`: it waits to be merged or discarded; `stale`: its agent is gone and
 * nothing of its work was committed yet; `missing`: its folder is gone and its branch is not.
 */
export type WorktreeState = "working" | "finished" | "stale" | "missing";

/** The states for people. */
export const worktreeWords: Readonly<Record<WorktreeState, string>> = {
  working: "at work",
  finished: "waiting to be merged or discarded",
  stale: "its agent is gone; some of its work is not committed",
  missing: "its folder is gone; its branch remains",
};

/** Those in which no agent works any more, each with how it stands with it. */
export const leftBehind = (all: readonly KnownWorktree[]): { readonly branch: string; readonly state: string }[] =>
  all
    .filter(({ state }) => state !== "working")
    .map(({ worktree, state }) => ({ branch: worktree.branch, state: worktreeWords[state] }));

/** A worktree on record. */
export interface KnownWorktree {
  readonly worktree: Worktree;
  readonly state: WorktreeState;
  /** The commit with its changes; absent before it is finished and when nothing was changed. */
  readonly commit?: string;
}

/** What was removed, for bringing it back by hand. */
export interface RemovedWorktree {
  readonly branch: string;
  /** Where the branch stood; undefined when it was gone already. */
  readonly commit: string | undefined;
  readonly branchDeleted: boolean;
}

/** Makes worktrees for agents and keeps them on record, so that none is lost when its window ends (AG-2). */
export interface Worktrees {
  /**
   * Makes a worktree on a new branch at the repository's HEAD.
   * @throws ToolError `unavailable` without git, a repository or a commit, `invalid_input` for a branch that cannot be made,
   * `cancelled`.
   */
  create(wish: WorktreeWish, signal: AbortSignal): Promise<Worktree>;
  /**
   * Commits what differs in the worktree to its branch; may be called again. Call it when the agent has ended in any way,
   * so that its work waits to be reviewed.
   * @param message of the commit.
   * @throws ToolError `stale` when the worktree no longer is what it was made as, `unavailable` when git fails.
   */
  finish(worktree: Worktree, message: string): Promise<FinishedWorktree>;
  /** What the branch holds by now, without committing anything. @throws ToolError `not_found` when it is gone. */
  report(worktree: Worktree): Promise<FinishedWorktree>;
  /**
   * Whether something in the worktree's folder is not in its branch; files that git ignores do not count.
   * @throws ToolError `stale` when the worktree no longer is what it was made as, `unavailable` when git fails.
   */
  hasUncommitted(worktree: Pick<Worktree, "folder">): Promise<boolean>;
  /** What the branch changes, file by file, by path. @throws ToolError `not_found` when it is gone. */
  changes(worktree: Worktree): Promise<readonly BranchChange[]>;
  /**
   * What a file of a branch holds, as a checkout would write it.
   * @param path relative to the repository's top. @throws ToolError `unavailable` when git does not have it.
   */
  read(worktree: Pick<Worktree, "repository">, path: string, image: BranchImage): Promise<Uint8Array>;
  /** Merges two changes of one text. @param branch for the markers of conflicts. */
  mergeLines(texts: ThreeTexts, branch: string): Promise<MergedLines>;
  /**
   * Removes the worktree, and its branch when asked to. What was not committed is lost.
   * @throws ToolError `unavailable` when git fails.
   */
  remove(worktree: Pick<Worktree, "folder">, options: { readonly branch: "delete" | "keep" }): Promise<RemovedWorktree>;
  /** Every worktree of the repositories that hold the roots, oldest first. Never rejects. */
  list(roots: readonly string[]): Promise<readonly KnownWorktree[]>;
  /** @param listener hears when a worktree is made, finished or removed. @returns ends the listening. */
  onChange(listener: () => void): () => void;
}

/** A branch, and how its files are read. */
export interface MergeSource {
  readonly worktree: Pick<Worktree, "branch" | "repository">;
  readonly changes: readonly BranchChange[];
  readonly worktrees: Pick<Worktrees, "read" | "mergeLines">;
}

/** What merging a branch into the workspace did. */
export interface MergeData {
  /** Shown paths of the files that are written. */
  readonly merged: readonly string[];
  /** Files of the branch that the workspace does not have as the branch has them, with the reasons. */
  readonly left: readonly LeftFile[];
}

/** A file that was left as it is. */
export interface LeftFile {
  readonly shown: string;
  /** A clause. */
  readonly reason: string;
  /** True when both sides stand between markers in what can be written instead. */
  readonly canBeMarked: boolean;
}
