/** Work that is handed to another agent, and how whoever handed it over hears of it (AG-1 to AG-7). */

import type { CarriedLineage } from "../session/taint";
import type { DelegateEffect } from "../vocabulary/effect";

/** `sync`: waited for; `background`: a task that goes on; `worktree`: in a git worktree of its own, waited for (AG-1, AG-2). */
export const agentModes = ["sync", "background", "worktree"] as const;
export type AgentMode = (typeof agentModes)[number];

/** What the delegate effect of a sub-agent names: `agent sync`; whoever else work is handed to has another name. */
export const delegateTo = (mode: AgentMode): string => `agent ${mode}`;

const ownAgents: ReadonlySet<string> = new Set(agentModes.map(delegateTo));

/** True for a sub-agent of this crib, whose every call is judged by the same policy. */
export const isOwnAgent = ({ to }: Pick<DelegateEffect, "to">): boolean => ownAgents.has(to);

/** What an agent is asked to do. */
export interface AgentWish {
  readonly prompt: string;
  /** For people, in a few words. */
  readonly description?: string;
  /** Name or family of a chat model; absent: the parent's (AG-1). */
  readonly model?: string;
  readonly mode: AgentMode;
  /** Branch of the worktree; made up when absent. */
  readonly branch?: string;
  /** Names of the only tools it may call; it is told of all of them all the same (AG-5). */
  readonly tools?: readonly string[];
}

/** Where an agent with a worktree works, and what it made there. */
export interface WorktreeReport {
  readonly branch: string;
  /** Absolute path of the worktree. */
  readonly folder: string;
  /** Absolute path of the repository's own working folder. */
  readonly repository: string;
  /** The commit it began at. */
  readonly base: string;
  /** The commit that holds its changes; absent when it changed nothing. */
  readonly commit?: string;
  /** What differs from the base, as `git diff --numstat` counts. */
  readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
}

export type AgentState = "running" | "done" | "failed" | "cancelled";

/** How far an agent has come (AG-6). */
export interface AgentActivity {
  readonly calls: number;
  readonly tokens: number;
  /** What it did last, in a line. */
  readonly last: string;
}

/** What an agent came back with. */
export interface AgentReport {
  readonly state: Exclude<AgentState, "running">;
  /** Its last words, or why it failed. */
  readonly text: string;
  readonly worktree?: WorktreeReport;
  /** What it took in beyond ordinary work; its words may hold it. */
  readonly lineage: readonly CarriedLineage[];
}

/** The end of an agent in the background, for whoever handed the work over. */
export interface AgentNews {
  readonly text: string;
  readonly lineage: readonly CarriedLineage[];
}

/** An agent that works, or has worked. */
export interface Subagent {
  readonly id: string;
  /** How its session is named: the parent's name, a slash and its id. */
  readonly agent: string;
  /** The agent that handed the work over, as its session is named. */
  readonly parent: string;
  readonly wish: AgentWish;
  /** Of the model that answers. */
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly state: AgentState;
  readonly activity: AgentActivity;
  /** Set from the start when it has one. */
  readonly worktree?: WorktreeReport | undefined;
  /** Set once it has ended. */
  readonly report?: AgentReport | undefined;
  /** Never rejects. */
  readonly ended: Promise<AgentReport>;
  /** Stops it with everything that it has started; safe to call again. */
  cancel(): void;
}

/** What is told of every agent while it works (AG-4). */
export type AgentEvent = {
  readonly subagent_id: string;
  /** The session that handed the work over. */
  readonly parent_id: string;
  /** The call by which it did. */
  readonly call_id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
} & (
  | { readonly type: "subagent_start"; readonly description: string; readonly mode: AgentMode }
  | { readonly type: "subagent_event"; readonly event: AgentStep }
  | { readonly type: "subagent_end"; readonly state: Exclude<AgentState, "running">; readonly text: string }
);

/** One thing an agent did. */
export type AgentStep =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly tool: string; readonly title: string }
  | { readonly kind: "result"; readonly tool: string; readonly isError: boolean };
