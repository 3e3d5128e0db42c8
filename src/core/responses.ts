/** What happens to every result before a model reads it: it is classified, and secrets in it may be taken out (PO-5, PO-6). */

import type { JudgedCall } from "./call";
import type { FetchEffect, ResolvedPath } from "./effect";
import type { Level } from "./level";
import type { Session } from "./session";
import type { ToolResult } from "./tool";

/** A result as it leaves the crib. */
export interface CheckedResponse {
  readonly result: ToolResult;
  /** How confidential it is. */
  readonly level: Level;
}

/** What a call came upon while it ran, whatever came of it. */
export interface Found {
  /** Files that a search showed lines of. */
  readonly files: readonly ResolvedPath[];
  /** Requests that were answered, those of the calls around it and within it too. */
  readonly requests: readonly FetchEffect[];
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
    found?: Found,
  ): Promise<CheckedResponse>;
}

/** Nothing is confidential: for tests of other things. */
export const plainResponses: Responses = { check: async (result) => ({ result, level: "PUBLIC" }) };
