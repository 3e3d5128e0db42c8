/** The worktree of an agent, from before its first call to after its last (AG-2, AG-3). */

import type { AgentParent } from "../../core/calls/crib";
import type { AgentWish, WorktreeReport } from "../../core/tools/delegation";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { Worktree, Worktrees } from "../worktrees/worktrees";

/**
 * Makes a worktree of the parent's first root.
 * @param agent name of the agent's session.
 * @throws ToolError `unavailable` without a folder; see Worktrees.create.
 */
export async function beginWorktree(
  worktrees: Worktrees,
  { description = "", branch }: AgentWish,
  agent: string,
  { crib, signal }: AgentParent,
): Promise<Worktree> {
  const [root] = crib.context().roots;
  if (root === undefined)
    throw new ToolError("unavailable", "No open folder can have a worktree: use mode sync instead.");
  return worktrees.create({ root, description, agent, ...(branch !== undefined && { branch }) }, signal);
}

/** What is known of a worktree in which nothing was done yet. */
export const emptyReport = ({ branch, folder, repository, base }: Worktree): WorktreeReport => ({
  ...{ branch, folder, repository, base },
  files: [],
});

/** What became of a worktree. */
export interface Finished {
  /** Absent when its changes could not be committed. */
  readonly worktree?: WorktreeReport;
  /** What could not be done, one sentence each. */
  readonly notes: readonly string[];
}

/** Commits what an agent left in its worktree; one without changes is removed with its branch. Never rejects. */
export async function finishWorktree(worktrees: Worktrees, worktree: Worktree, message: string): Promise<Finished> {
  try {
    const { notes, ...report } = await worktrees.finish(worktree, message);
    const told = [...missing(worktree), ...notes];
    if (report.commit !== undefined) return { worktree: report, notes: told };
    // What could not be committed is nowhere else.
    if (notes.length > 0)
      return { notes: [...told, `Its worktree remains in ${worktree.folder} until it is discarded.`] };
    return { worktree: report, notes: [...told, ...(await removed(worktrees, worktree))] };
  } catch (error) {
    return { notes: [`Its changes could not be committed and are in ${worktree.folder}: ${messageOf(error)}`] };
  }
}

function missing({ uncommitted }: Worktree): string[] {
  if (uncommitted === 0) return [];
  const files = `${uncommitted} ${uncommitted === 1 ? "file" : "files"}`;
  return [`It worked on the last commit, without the uncommitted changes of the person (${files}).`];
}

async function removed(worktrees: Worktrees, worktree: Worktree): Promise<string[]> {
  try {
    await worktrees.remove(worktree, { branch: "delete" });
    return [];
  } catch (error) {
    return [`Its empty worktree could not be removed from ${worktree.folder}: ${messageOf(error)}`];
  }
}
