/** What happens to every result before a model reads it: it is classified, and secrets in it may be taken out (PO-5, PO-6). */

import type { Session } from "../session/session";
import type { ToolResult } from "../tools/tool";
import type { Level } from "../vocabulary/level";
import type { CallTrace, JudgedCall } from "./call";

/** A result as it leaves the crib. */
export interface CheckedResponse {
  readonly result: ToolResult;
  /** How confidential it is. */
  readonly level: Level;
}

/** Classifies results, and raises the session's taint by them. Deterministic; never rejects. */
export interface Responses {
  /**
   * @param call what led to the result; undefined when it could not be planned.
   */
  check(
    result: ToolResult,
    call: JudgedCall | undefined,
    session: Session,
    id: string,
    trace?: CallTrace,
  ): Promise<CheckedResponse>;
}

/** Nothing is confidential: for tests of other things. */
export const plainResponses: Responses = { check: async (result) => ({ result, level: "PUBLIC" }) };
