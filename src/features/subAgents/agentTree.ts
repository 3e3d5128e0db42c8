/** How agents stand below each other, for people to look at. */

import type { AgentActivity, Subagent } from "../../core/tools/delegation";
import type { KnownWorktree } from "../worktrees/worktrees";

const byState = (agents: readonly Subagent[]): Subagent[] => [
  ...agents.filter(({ state }) => state === "running"),
  ...agents.filter(({ state }) => state !== "running").reverse(),
];

/** Agents that no remembered agent started: those that work, then those that ended, the latest first. @param all oldest first. */
export const topAgents = (all: readonly Subagent[]): Subagent[] => {
  const names = new Set(all.map(({ agent }) => agent));
  return byState(all.filter(({ parent }) => !names.has(parent)));
};

/** Agents that this one started, in the same order. */
export const agentsBelow = (all: readonly Subagent[], { agent }: Subagent): Subagent[] =>
  byState(all.filter(({ parent }) => parent === agent));

/** What waits in the worktree of an agent that has ended. */
export const worktreeOf = (
  { worktree, state }: Subagent,
  known: readonly KnownWorktree[],
): KnownWorktree | undefined =>
  state === "running" ? undefined : known.find((one) => one.worktree.folder === worktree?.folder);

/** Worktrees that no remembered agent works or worked in: those of earlier windows, and of agents that are forgotten. */
export const abandoned = (known: readonly KnownWorktree[], all: readonly Subagent[]): KnownWorktree[] => {
  const folders = new Set(all.flatMap(({ worktree }) => worktree?.folder ?? []));
  return known.filter(({ worktree, state }) => state !== "working" && !folders.has(worktree.folder));
};

/** `1 call`, `1,374 tokens`. */
export const activityTexts = ({ calls, tokens }: Pick<AgentActivity, "calls" | "tokens">): [string, string] => [
  counted(calls, "call"),
  counted(tokens, "token"),
];

const counted = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
