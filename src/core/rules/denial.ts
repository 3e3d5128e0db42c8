import type { Decision, Refusal } from "../vocabulary/decision";
import type { Effect } from "../vocabulary/effect";
import { ToolError } from "../vocabulary/toolError";

/** Fits every rule; one that knows more says so itself (Decision.instead). */
const defaultAdvice = "do not retry it another way: go on without it, or tell the person what you need";

/** How a model is told that the policy refuses something. @param instead see Decision.instead. */
export const deniedText = (what: string, reason: string, instead = defaultAdvice): string =>
  `Denied by policy: ${reason}. "${what}" was not done; ${instead}.`;

/** The policy's no, with the facts behind it for dialects that word it themselves (D-4). */
export class Denial extends ToolError {
  /** Name of the rule that gave it. */
  readonly rule: string;
  /** One clause without a final period. */
  readonly reason: string;
  /** For what leads a person from the refusal to its cause. */
  readonly refusal: Refusal;
  /** True when the place is refused because it lies in none of the roots. */
  readonly outside: boolean;

  /**
   * @param what the title of what was refused.
   * @param effect the part of it that was refused, when it was one part.
   * @param roots real paths of the roots, the first being the base of relative paths.
   */
  constructor(
    readonly what: string,
    readonly decision: Decision,
    readonly effect: Effect | undefined,
    readonly roots: readonly string[],
  ) {
    super("denied", deniedText(what, decision.reason, decision.instead));
    const { rule, reason } = decision;
    this.rule = rule;
    this.reason = reason;
    const { source } = decision;
    this.refusal = { rule, reason, ...(source && { source }) };
    this.outside = rule === "scope" && effect !== undefined && "target" in effect && effect.target.root === undefined;
  }
}
