import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** The commands for agents' worktrees, without the part of their names that all commands share; known before what they do is loaded. */
export const worktreeCommandNames = ["agents.review", "agents.merge", "agents.discard", "agents.cleanUp"] as const;

/** What each does; all but the last are given a line of the Agents view, or ask which worktree is meant. */
export type WorktreeCommands = Readonly<Record<(typeof worktreeCommandNames)[number], (node?: unknown) => unknown>>;

/** The commands for agents' worktrees. */
export function registerWorktrees(window: LazyWindow<{ readonly worktreeCommands: WorktreeCommands }>): void {
  window.commands(worktreeCommandNames, ({ worktreeCommands }) => worktreeCommands);
}
