/** Symbolic links that a call makes: where they lead counts, because others follow them (D-6). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause } from "../../core/text/clauses/clause";
import { askAlways, type Decision } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { goesUpFromName, parentOf } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { placeOf } from "./scope";
import { secretPattern } from "./secretPaths";

const rule = "links";

/** A link that leads out of the workspace, into a closed folder or to a secret is asked about every time. */
export const linkRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (effect.kind !== "write" || effect.kinds?.after !== "link" || effect.after === undefined) return undefined;
    const to = new TextDecoder().decode(effect.after);
    // A path is resolved without following what `..` goes up from, and whoever follows the link does.
    if (goesUpFromName(to))
      return askAlways(
        rule,
        clause`it makes a link to ${shownPath(to)}, which uses ".." after a name that may be a link itself`,
      );
    const target = await context.resolve(to, parentOf(effect.target.real));
    const closed = (await context.closedFiles()).reason(target, false);
    const place = placeOf(target, context);
    // A person let the command run that made it, and environments of programs lead to the system's.
    const isOut = place === "closed" || (place === "outside" && (effect.fromLayer ?? "held") === "held");
    if (isOut || closed !== undefined)
      return askAlways(
        rule,
        clause`it makes a link to ${shownPath(to)}, which is outside the workspace or closed to tools`,
      );
    const secret = secretPattern(target, context);
    if (secret === undefined) return undefined;
    return askAlways(rule, clause`it makes a link to ${shownPath(to)}, which may contain secrets (${secret})`);
  },
};
