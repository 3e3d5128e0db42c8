/** What a session may do that only plans, and who answers its plan (section 17). */
import { delegateTo, isOwnAgent } from "../core/agents";
import { askAlways, type Decision, deny } from "../core/decision";
import type { Effect } from "../core/effect";
import { planModeRuleName } from "../core/planMode";
import type { Rule, RuleContext } from "../core/rule";
import { analyse } from "../shell/analyse";
import { isReadOnly } from "../shell/usage";

/** What an effect would change, as the end of a sentence; undefined for what only looks. Fails closed (C-44, D-12). */
function change(effect: Effect): string | undefined {
  switch (effect.kind) {
    case "read":
    case "list":
    case "present":
      return undefined;
    case "write":
      return "this changes a file";
    case "exec":
      if (effect.tty) return "this command runs in a terminal for a person to type into";
      return isReadOnly(analyse(effect.command, effect.language))
        ? undefined
        : "this command is not known to only read";
    case "fetch":
      // Some search services want to be asked by POST; a search changes nothing.
      return effect.method === "POST" && effect.search === undefined ? "this request sends something" : undefined;
    case "delegate":
      if (effect.to === delegateTo("worktree")) return "this makes a git worktree";
      return isOwnAgent(effect) || effect.readOnly ? undefined : "this hands work to somebody who is not bound by it";
  }
}

/** Denies every change while a session plans, whatever was approved; a plan is answered by a person alone (PM-1). */
export const planModeRule: Rule = {
  name: planModeRuleName,
  judge(effect: Effect, { caller }: RuleContext): Decision | undefined {
    if (effect.kind === "present") return askAlways(planModeRuleName, "only a person can answer it");
    const changes = caller.planMode ? change(effect) : undefined;
    return changes === undefined
      ? undefined
      : {
          ...deny(planModeRuleName, `plan mode is on until a person approves a plan, and ${changes}`),
          instead:
            "go on with what only reads, then hand in your plan (submit_plan, or in your answer if you have no such tool)",
        };
  },
};
