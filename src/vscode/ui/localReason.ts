/** Reasons of the policy and titles of calls as a person reads them: in the language of VS Code, where it has been translated. */
import * as vscode from "vscode";
import { clauseMark, clauseTranslator, type TextMark, titleMark } from "../../core/text/clauses/clauseTranslator";
import { english, type PersonsLanguage } from "../../core/text/clauses/texts";
import type { Plan } from "../../core/tools/tool";
import type { Decision } from "../../core/vocabulary/decision";

/** To the person's language; with VS Code in English, as it is. Made when it is first used. */
function translator(mark: TextMark): (text: string) => string {
  let translate: ((text: string) => string) | undefined;
  return (text) => {
    const { bundle } = vscode.l10n;
    if (!bundle) return text;
    translate ??= clauseTranslator(bundle, mark);
    return translate(text);
  };
}

/** A reason in the person's language, not yet escaped for where it is shown. */
export const localReason = translator(clauseMark);

/** How whoever looks at this window reads. */
export const personsLanguage: PersonsLanguage = {
  local: localReason,
  get locale() {
    const { language } = vscode.env;
    return language.startsWith("en") ? english.locale : language;
  },
};

/** The same for what a call does, as `Run npm test`. Not for a turn's title, which is what the person wrote. */
export const localTitle = translator(titleMark);

/** A plan to show, with its title and its notes in the person's language. */
export const localPlan = (plan: Plan): Plan => ({
  ...plan,
  title: localTitle(plan.title),
  ...(plan.notes && { notes: plan.notes.map(localReason) }),
});

/** A verdict to show, with its reason and those of its parts in the person's language. */
export const localDecision = (decision: Decision): Decision => ({
  ...decision,
  reason: localReason(decision.reason),
  ...(decision.parts && { parts: decision.parts.map((part) => ({ ...part, reason: localReason(part.reason) })) }),
});
