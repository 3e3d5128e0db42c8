/** What is done before a worktree is looked at or removed, so that nothing that lies in it is lost (AG-2). */
import type { FinishedWorktree, KnownWorktree, RemovedWorktree, Worktree, Worktrees } from "./worktrees";

const finish = (worktrees: Worktrees, worktree: Worktree): Promise<FinishedWorktree> =>
  worktrees.finish(worktree, worktree.description || "Work of an agent");

/**
 * Commits what lies in a worktree in which no agent works any more: an agent left it, or a person did who looked through its work.
 * @throws ToolError as {@link Worktrees.finish} where nothing was committed before. What was is there whatever became of the folder.
 */
export async function commitLeft(worktrees: Worktrees, { worktree, state }: KnownWorktree): Promise<void> {
  if (state === "stale") await finish(worktrees, worktree);
  if (state === "finished") await finish(worktrees, worktree).catch(() => undefined);
}

/** What became of a worktree that was merged. */
export interface MergedWorktree {
  /** Absent: it was kept. */
  readonly removed?: RemovedWorktree;
  /** What could not be committed when it was finished, one sentence each. */
  readonly notes: readonly string[];
  /** True where something in it is in no commit of its branch. */
  readonly isUncommitted: boolean;
}

/**
 * Removes a worktree, unless something of it is nowhere else.
 * @param isAllMerged whether the workspace has all of its branch. @throws ToolError where it cannot be looked at, and stays.
 */
export async function removeMerged(
  worktrees: Worktrees,
  worktree: Worktree,
  isAllMerged: boolean,
  branch: "keep" | "delete",
): Promise<MergedWorktree> {
  const { notes } = await worktrees.report(worktree);
  const isUncommitted = await worktrees.hasUncommitted(worktree);
  if (!isAllMerged || notes.length > 0 || isUncommitted) return { notes, isUncommitted };
  return { removed: await worktrees.remove(worktree, { branch }), notes, isUncommitted };
}
