import type { ReachedHost } from "../ports/confinement";
import type { ToolResult } from "../tools/tool";
import type { Decision } from "../vocabulary/decision";
import type { Level } from "../vocabulary/level";
import type { Call, JudgedCall } from "./call";

/** A call that is about to change something: what was called, and what was decided. */
export interface AnnouncedCall {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  /** What it would do, or the name of the tool when it could not be planned. */
  readonly title: string;
  /** As it was given; it may hold secrets. */
  readonly input: unknown;
  /** Absent when it could not be planned. */
  readonly judged?: JudgedCall;
  readonly decision?: Decision;
  /** Who answered an ask. */
  readonly approvedBy?: string;
}

/** One line of the record: an announced call, and how it ended (D-18). */
export interface CallRecord extends AnnouncedCall {
  readonly isError: boolean;
  /** As the model reads it. */
  readonly result: ToolResult;
  /** How confidential the result is. */
  readonly level: Level;
  readonly durationMs: number;
  /** Hosts that its commands talked to while it was waited for. */
  readonly reached?: readonly ReachedHost[];
}

/** Where calls go on record. */
export interface CallLog {
  /** Puts a call on record before it changes anything. @throws ToolError `unrecorded` when it must not go on unrecorded. */
  announce(call: AnnouncedCall): Promise<void>;
  /** Receives one record for every call, refused ones too. Never rejects. */
  record(record: CallRecord): Promise<void>;
  /** Puts on record what was done beside a call, by a person or by the crib. Never rejects. */
  note(event: string, agent: string, detail: string): Promise<void>;
}

/** A call that has begun, as far as its record needs it; an OpenCall is one. */
interface BegunCall {
  readonly id: string;
  readonly session: { readonly agent: string };
  readonly call: Pick<Call, "tool" | "input">;
}

/** What is known of a call before it is made. @param time milliseconds since 1970. */
export const factsOf = (
  { id, session, call }: BegunCall,
  time: number,
  judged: JudgedCall | undefined,
): AnnouncedCall => ({
  time,
  id,
  agent: session.agent,
  tool: call.tool,
  title: judged?.plan.title ?? call.tool,
  input: call.input,
  ...(judged && { judged, decision: judged.decision }),
});
