/** What a session may do that only plans, and who answers its plan (section 17). */

import type { Rule, RuleContext } from "../core/rules/rule";
import { planModeRuleName } from "../core/session/planMode";
import { clause, nested } from "../core/text/clauses/clause";
import { delegateTo, isOwnAgent } from "../core/tools/delegation";
import { askAlways, type Decision, deny } from "../core/vocabulary/decision";
import type { Effect } from "../core/vocabulary/effect";
import { analyse } from "../lib/shell/analyse";
import { isReadOnly } from "../lib/shell/usage";

/** What an effect would change, as the end of a sentence; undefined for what only looks. Fails closed (C-44, D-12). */
function change(effect: Effect): string | undefined {
  switch (effect.kind) {
    case "read":
    case "list":
    case "present":
      return undefined;
    case "write":
      return clause`this changes a file`;
    case "exec":
      if (effect.tty) return clause`this command runs in a terminal that a person types into`;
      return isReadOnly(analyse(effect.command, effect.language))
        ? undefined
        : clause`this command is not recognised as read-only`;
    case "fetch":
      // Some search services want to be asked by POST; a search changes nothing.
      return effect.method === "POST" && effect.search === undefined ? clause`this request sends something` : undefined;
    case "delegate":
      if (effect.to === delegateTo("worktree")) return clause`this creates a git worktree`;
      return isOwnAgent(effect) || effect.readOnly
        ? undefined
        : clause`this delegates work to an agent that plan mode does not restrict`;
  }
}

/** Denies every change while a session plans, whatever was approved; a plan is answered by a person alone (PM-1). */
export const planModeRule: Rule = {
  name: planModeRuleName,
  judge(effect: Effect, { caller }: RuleContext): Decision | undefined {
    if (effect.kind === "present") return askAlways(planModeRuleName, clause`only a person can answer it`);
    const changes = caller.planMode ? change(effect) : undefined;
    return changes === undefined
      ? undefined
      : {
          ...deny(planModeRuleName, clause`plan mode is on until a person approves a plan, and ${nested(changes)}`),
          instead:
            "continue with read-only work, then present your plan (with submit_plan, or in your answer if you do not have that tool)",
        };
  },
};
