/** What commands were given of secret files does not get into other files unseen (D-13). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { lettersOf } from "./secretText";

/** Characters of a value at least: shorter ones stand in any file. */
const least = 8;

/** A write that would put such a value into a file asks each time: whoever reads that file later is not asked. */
export const givenValueRule: Rule = {
  name: "givenValues",
  judge(effect: Effect, context: RuleContext): Decision | undefined {
    if (effect.kind !== "write" || !effect.after) return undefined;
    const values = [...(context.givenValues?.() ?? [])].filter((value) => value.length >= least);
    if (values.length === 0) return undefined;
    if (effect.whole)
      return askAlways(
        "givenValues",
        clause`a command was given a secret file, and ${effect.target.shown} is too large to be searched for its values`,
      );
    const [before, after] = [lettersOf(effect.before), lettersOf(effect.after)];
    const isNew = values.some((value) => after.includes(value) && !before.includes(value));
    return isNew
      ? askAlways(
          "givenValues",
          clause`it would put a value from a secret file that a command was given into ${effect.target.shown}`,
        )
      : undefined;
  },
};
