/** Reasons of the policy as a person reads them: in the language of VS Code, where it has been translated. */
import * as vscode from "vscode";
import { clauseTranslator } from "../../core/text/clauses/clauseTranslator";
import type { Plan } from "../../core/tools/tool";
import type { Decision } from "../../core/vocabulary/decision";

let translate: ((reason: string) => string) | undefined;

/** A reason in the person's language, not yet escaped for where it is shown; in English as it is. */
export function localReason(reason: string): string {
  const { bundle } = vscode.l10n;
  if (!bundle) return reason;
  translate ??= clauseTranslator(bundle);
  return translate(reason);
}

/** A plan to show, with its notes in the person's language. */
export const localPlan = (plan: Plan): Plan => ({
  ...plan,
  ...(plan.notes && { notes: plan.notes.map(localReason) }),
});

/** A verdict to show, with its reason and those of its parts in the person's language. */
export const localDecision = (decision: Decision): Decision => ({
  ...decision,
  reason: localReason(decision.reason),
  ...(decision.parts && { parts: decision.parts.map((part) => ({ ...part, reason: localReason(part.reason) })) }),
});
