/** What may be read at all, and what must not be written back (PO-9). */

import type { Rule, RuleContext } from "../../core/rules/rule";
import { clause, nested } from "../../core/text/clauses/clause";
import { askAlways, type Decision, deny } from "../../core/vocabulary/decision";
import type { Effect } from "../../core/vocabulary/effect";
import { isAbove } from "../../core/vocabulary/level";
import { countRedactionMarks, lettersOf } from "../secrets/secretText";
import { readsAnything } from "./classification";
import { type Source, sourcesOf } from "./dataSources";

const rule = "classification";

/** Why something may not be read, as one clause; undefined when it may, or only a person's yes is missing. */
export function refusalToRead(
  { level, reason, action, source }: Source,
  { settings }: Pick<RuleContext, "settings">,
): string | undefined {
  const ceiling = settings["classification.ceiling"];
  if (action === "block") return clause`agents may not read ${source} (${nested(reason)})`;
  if (!isAbove(level, ceiling)) return undefined;
  return clause`${source} is ${level} (${nested(reason)}), and agents may only read up to ${ceiling}`;
}

/** Levels above the ceiling, and rules that block or want a person's yes. */
export const classificationRule: Rule = {
  name: rule,
  async judge(effect: Effect, context: RuleContext): Promise<Decision | undefined> {
    if (readsAnything(context)) return undefined;
    const sources = await sourcesOf(effect, context);
    const refusal = sources.map((source) => refusalToRead(source, context)).find((reason) => reason !== undefined);
    if (refusal !== undefined) return deny(rule, refusal);
    const asked = sources.find(({ action }) => action === "approve");
    return asked && askAlways(rule, clause`${asked.source} is ${asked.level} (${nested(asked.reason)})`);
  },
};

const marked: Decision = {
  ...deny("redaction", clause`the new text contains a placeholder for a secret that was removed from what was read`),
  instead: "edit only the text around it",
};

/** True where secrets may have been taken out of what a model reads. */
const redacts = ({ settings }: RuleContext) =>
  settings["classification.redactSecrets"] ||
  settings["classification.rules"].some(({ action }) => action === "redact");

/** A mark for a secret never takes the secret's place in a file. */
export const redactionMarkRule: Rule = {
  name: "redaction",
  judge(effect: Effect, context: RuleContext): Decision | undefined {
    if (!redacts(context)) return undefined;
    if (effect.kind === "exec" && countRedactionMarks(`${effect.command}\n${effect.input ?? ""}`) > 0)
      return askAlways("redaction", clause`it contains a placeholder for a secret that was removed from what was read`);
    if (effect.kind !== "write" || !effect.after?.length) return undefined;
    const added = countRedactionMarks(lettersOf(effect.after)) > countRedactionMarks(lettersOf(effect.before));
    return added ? marked : undefined;
  },
};
