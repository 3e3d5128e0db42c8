/** What stands around every call beside the rules: programs of the person and other extensions (PO-1, PO-5). */
import type { Decision } from "./decision";
import type { JudgedCall } from "./pipeline";
import type { ToolResult } from "./tool";

/** Which call a hook is told of. */
export interface HookedCall {
  readonly id: string;
  readonly agent: string;
  readonly judged: JudgedCall;
  readonly signal: AbortSignal;
}

/** Called around every call, in both hosts. */
export interface Hooks {
  /**
   * PRE_TOOL_CALL, before anybody is asked. Opinions count beside those of the rules, so they can only tighten: an allow
   * changes nothing. Never rejects; a hook that fails has an opinion by its own setting.
   */
  before(call: HookedCall): Promise<readonly Decision[]>;
  /** POST_TOOL_RESPONSE, with what the model will read. Never rejects. @returns what the model should know besides. */
  after(call: HookedCall, result: ToolResult): Promise<readonly string[]>;
}

/** Nobody listens. */
export const noHooks: Hooks = { before: async () => [], after: async () => [] };
