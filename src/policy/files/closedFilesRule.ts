import type { Rule, RuleContext } from "../../core/rules/rule";
import { type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";

/** What `.toolcribignore` names is not read, listed, searched or written, and no command runs in it. */
export const closedFilesRule: Rule = {
  name: "closedFiles",
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind === "fetch" || effect.kind === "delegate" || effect.kind === "present") return undefined;
    const target = effect.kind === "exec" ? effect.cwd : effect.target;
    const { reason } = await (await context.closedFiles()).examine(target);
    return reason === undefined ? undefined : deny("closedFiles", reason);
  },
};
