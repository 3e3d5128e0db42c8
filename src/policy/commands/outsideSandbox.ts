/** Leaving the sandbox (D-15). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";

const rule = "sandbox";

/**
 * A person is asked each time, whatever was approved before; where the sandbox is required, and in an agent's own workspace
 * (EX-4), nobody can say yes.
 */
export const outsideSandboxRule: Rule = {
  name: rule,
  judge(effect: Effect, { settings, inWorkspace }: RuleContext): Decision | undefined {
    if (effect.kind !== "exec" || !effect.outsideSandbox || settings.sandbox === "off") return undefined;
    if (inWorkspace)
      return deny(
        rule,
        clause`commands in the agent's own workspace cannot leave the sandbox; use run_command, which can ask to`,
      );
    return settings.sandbox === "required"
      ? {
          ...deny(
            rule,
            clause`it asks to run outside the sandbox, but the setting toolcrib.sandbox requires the sandbox`,
          ),
          instead: "run it in the sandbox (without outside_sandbox), or tell the person what you need",
        }
      : askAlways(rule, clause`it runs outside the sandbox`);
  },
};
