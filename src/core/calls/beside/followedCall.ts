/** What is told of a call that has ended to those who keep what it may have changed. */

import type { RuleContext } from "../../rules/rule";
import type { Effect } from "../../vocabulary/effect";
import type { Level } from "../../vocabulary/level";

/** Part of the call's record. */
export interface FollowedCall {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
  readonly agent: string;
  /** How confidential its result is. */
  readonly level: Level;
  /** Absent when it could not be planned. */
  readonly judged?: {
    readonly plan: { readonly effects: readonly Effect[] };
    readonly context: Pick<RuleContext, "caller" | "inWorkspace" | "ownWorkspace">;
  };
}
