/** What the tree of agents consists of. */
import type { TimedStep } from "../agent/transcripts";
import type { Subagent } from "../core/agents";
import type { KnownWorktree } from "../core/worktrees";

/** One line of the tree. */
export type AgentNode =
  | {
      readonly kind: "agent";
      readonly subagent: Subagent;
      /** Milliseconds since 1970. */
      readonly endedAt?: number;
      /** What it left to be merged or discarded. */
      readonly known?: KnownWorktree;
    }
  | { readonly kind: "step"; readonly subagent: Subagent; readonly step: TimedStep; readonly at: number }
  | { readonly kind: "worktree"; readonly known: KnownWorktree };
