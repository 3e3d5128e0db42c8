/** Why a call failed, for code that words it differently in each dialect. */
export type ToolErrorCode =
  | "invalid_input"
  | "unknown_tool"
  | "not_found"
  | "is_directory"
  | "not_directory"
  | "not_text"
  | "too_large"
  | "over_quota"
  | "unreadable"
  | "unwritable"
  | "outside_roots"
  | "denied"
  | "declined"
  | "stale"
  | "not_read"
  | "no_match"
  | "many_matches"
  | "no_change"
  | "exists"
  | "invalid_pattern"
  | "command_failed"
  | "tool_failed"
  | "timeout"
  | "unreachable"
  | "http_error"
  | "cancelled"
  | "unavailable"
  | "unrecorded"
  | "internal";

/**
 * A failure written for a model to act on: `message` is one sentence that says what was wrong, with the values, and
 * what to do next. It is returned as an error result, never thrown past the pipeline.
 */
export class ToolError extends Error {
  constructor(
    readonly code: ToolErrorCode,
    message: string,
    /** Facts behind the message, for dialects that word it themselves. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "ToolError";
  }
}

/** `stale`, for a path that leads to another file by now than when it was judged. @param shown the path for people and models. */
export const leadsElsewhere = (shown: string): ToolError =>
  new ToolError("stale", `${shown} resolved to another file than the one that was checked: call the tool again.`);

/** The words of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
