/** Paths in an agent's worktree, by what they stand for in the person's folders (AG-3). */

import { isInside, relativeInside } from "../../core/vocabulary/paths";

/** Where an agent works, see RuleContext; without a worktree paths stand for themselves alone. */
export interface WorktreePlace {
  /** Real path. */
  readonly worktree?: string | undefined;
  /** Real paths of the person's own roots; the worktree stands for the first. */
  readonly workspace?: readonly string[] | undefined;
}

/** A path, and behind it the one below the person's first root that it stands for where it lies in the worktree. */
export function standingFor(path: string, { worktree, workspace: [first] = [] }: WorktreePlace): string[] {
  if (worktree === undefined || first === undefined || !isInside(worktree, path, false)) return [path];
  const place = relativeInside(worktree, path);
  return [path, place === "" ? first : `${first.replace(/[\\/]$/, "")}/${place}`];
}

/** The folders that paths count from: where the agent works, and in a worktree the person's roots too. */
export const countedFrom = (
  roots: readonly string[],
  { worktree, workspace = [] }: WorktreePlace,
): readonly string[] => (worktree === undefined ? roots : [...roots, ...workspace]);
