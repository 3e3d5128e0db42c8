/** Leaving the sandbox (D-15). */
import { askAlways, type Decision, deny } from "../core/decision";
import type { Effect } from "../core/effect";
import type { Rule, RuleContext } from "../core/rule";

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
      return deny(rule, "no command leaves the sandbox from the agent's own workspace; run_command can ask to");
    return settings.sandbox === "required"
      ? {
          ...deny(rule, "it asks to run outside the sandbox, which the setting toolcrib.sandbox requires"),
          instead: "run it in the sandbox (without outside_sandbox), or tell the person what you need",
        }
      : askAlways(rule, "it runs outside the sandbox");
  },
};
