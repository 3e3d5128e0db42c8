/** Who may be handed work: sub-agents, tools of extensions, tools that the editor has from elsewhere (AG-1, CT-1). */
import { isOwnAgent } from "../core/agents";
import { allow, ask, type Decision } from "../core/decision";
import type { DelegateEffect, Effect } from "../core/effect";
import type { Rule } from "../core/rule";

const rule = "delegation";

function judgeDelegation(effect: DelegateEffect): Decision {
  if (isOwnAgent(effect)) return allow(rule, "each call of a sub-agent is judged by itself");
  if (effect.readOnly) return allow(rule, `the ${effect.to} says that it changes nothing`);
  if (effect.asksItself) return allow(rule, "VS Code asks about it where it has to be asked about");
  return ask(rule, `nobody can tell what the ${effect.to} does with it`);
}

/** Asks about work for those whom nothing here holds, but where they only look or are asked about elsewhere. */
export const delegationRule: Rule = {
  name: rule,
  judge: (effect: Effect): Decision | undefined => (effect.kind === "delegate" ? judgeDelegation(effect) : undefined),
};
