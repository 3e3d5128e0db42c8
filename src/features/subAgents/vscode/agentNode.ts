/** What the tree of agents consists of. */

import type { Subagent } from "../../../core/tools/delegation";
import type { KnownWorktree } from "../../worktrees/worktrees";
import type { TimedStep } from "../transcripts";

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
