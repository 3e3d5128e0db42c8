/** A call on its way: as it is wished for, planned and judged, and about to be made. */

import type { Turn } from "../journal/journalEntry";
import type { ReachedHost } from "../ports/confinement";
import type { Declined, DialectTool, Plan, ToolResult } from "../tools/tool";
import type { Decision } from "../vocabulary/decision";
import type { FetchEffect, ResolvedPath } from "../vocabulary/effect";
import type { CallPolicy } from "./callPolicy";

/** What a call came across while it ran, whatever its result is. Filled by the hosts, read by the classification. */
export interface CallTrace {
  /** Files of which a search showed lines. */
  readonly files: ResolvedPath[];
  /** Requests that were answered, those of the calls around this one and within it as well. */
  readonly requests: FetchEffect[];
  /** Hosts that its commands talked to, those of the calls around this one and within it as well. */
  readonly reached: ReachedHost[];
}

/** A model's, person's or program's wish to use a tool. */
export interface Call {
  /** Names the call in the record and the journal; made up when absent. */
  readonly id?: string;
  /** Name or alias in the crib's dialect. */
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** What it is part of, for taking it back together with other calls; absent: a turn of its own. */
  readonly turn?: Turn;
  /** Id of the call that this one is part of. */
  readonly within?: string;
  /**
   * True for a call that is in no order with others, as one that another extension makes while a call of ours may wait for
   * it. It is told nothing but what came of it.
   */
  readonly unordered?: boolean;
  /** What the call that this one is part of hands to it; see RunContext.call. */
  readonly privateInput?: unknown;
  /** Of the call that this one is part of; the requests that this one makes are added to it. */
  readonly trace?: CallTrace;
  /** Live progress, one line at a time. */
  progress?(line: string): void;
  /** Hears in a short line for people what it would do, as soon as that is planned. */
  planned?(title: string): void;
  /** Called when everybody who is asked said yes, before anything is done. @returns a no of the host. Must not reject. */
  starting?(call: StartingCall): Promise<Declined | undefined>;
}

/** A call that is about to be made. */
export interface StartingCall {
  readonly judged: JudgedCall;
  /** See Answer; absent when nobody was asked. */
  readonly approvedBy?: string;
  /** The person changed what it proposed. */
  readonly isEdited: boolean;
}

/** A call that was planned and judged, and not yet done. */
export interface JudgedCall {
  readonly kind: "judged";
  readonly tool: DialectTool;
  readonly args: Record<string, unknown>;
  readonly plan: Plan;
  readonly decision: Decision;
  /** The verdict on each of the plan's effects, in their order. */
  readonly byEffect: readonly Decision[];
  readonly context: CallPolicy;
  /** What the rules alone said, set when hooks said more; what was approved for the rules does not answer that. */
  readonly byRules?: Decision;
  /** Set when the plan could not be finished before this read is approved. */
  readonly needsFirst?: string;
}

/** What preparing a call leads to; nothing has been done yet. */
export type PreparedCall = JudgedCall | { readonly kind: "failed"; readonly result: ToolResult };
