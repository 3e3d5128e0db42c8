/** The question about the hosts and packages that an integration asks for, answered once for all of its commands (EX-1). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { ask, type Decision } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { accessText } from "../../core/vocabulary/extraAccess";

const rule = "integrations";

/** No opinion on what a person allowed; what the settings deny is refused when a command gets there. */
export const accessRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind !== "exec" || !effect.wish) return undefined;
    if (await context.isGranted?.(effect.wish)) return undefined;
    return ask(rule, clause`the integration ${effect.wish.integration} wants to ${nested(accessText(effect.wish))}`);
  },
};
