/** Who may be handed work: sub-agents, tools of extensions, tools that the editor has from elsewhere (AG-1, CT-1). */

import type { Rule } from "../core/rules/rule";
import { clause } from "../core/text/clauses/clause";
import { isOwnAgent } from "../core/tools/delegation";
import { allow, ask, type Decision } from "../core/vocabulary/decision";
import type { DelegateEffect, Effect } from "../core/vocabulary/effect";

const rule = "delegation";

function judgeDelegation(effect: DelegateEffect): Decision {
  if (isOwnAgent(effect)) return allow(rule, clause`each call of a sub-agent is judged on its own`);
  if (effect.readOnly) return allow(rule, clause`the ${effect.to} says that it changes nothing`);
  if (effect.asksItself) return allow(rule, clause`VS Code asks about it where needed`);
  return ask(rule, clause`Toolcrib cannot check what the ${effect.to} does with it`);
}

/** Asks about work for those whom nothing here holds, but where they only look or are asked about elsewhere. */
export const delegationRule: Rule = {
  name: rule,
  judge: (effect: Effect): Decision | undefined => (effect.kind === "delegate" ? judgeDelegation(effect) : undefined),
};
