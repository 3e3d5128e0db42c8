/** What a person may remember of an answer, in words for whoever shows it. */
import type { ApprovalScope, Offer, Offers } from "../../core/calls/approvals/approvals";
import { englishTexts, type Texts } from "../../core/text/clauses/texts";
import { revealed } from "../../core/text/markdown";
import { prefixesText } from "./preview";

/** One thing that may be allowed beyond this call. */
export interface OfferLine {
  readonly offer: Offer;
  /** What would be allowed, as plain text. */
  readonly subject: string;
  readonly scopes: readonly ApprovalScope[];
}

/** Targets that are named; of more the number is told. */
const maxNamed = 3;

/** In English. */
const asItIs = (title: string) => title;

function exactSubject({ shown, commandsOnly }: Offers, l10n: Texts, local: typeof asItIs): string {
  if (commandsOnly) return shown.length === 1 ? l10n.t("this exact command here") : l10n.t("these exact commands here");
  const named = revealed(shown.slice(0, maxNamed).map(local).join(", "));
  return shown.length > maxNamed ? l10n.t("{0} and {1} more", named, shown.length - maxNamed) : named;
}

/**
 * The offers for a question, the narrowest first; none where nothing may be remembered.
 * @param local brings a title into the language of `l10n`.
 */
export function offerLines(offers: Offers, l10n: Texts = englishTexts, local = asItIs): OfferLine[] {
  const { exact: scopes, prefixes } = offers;
  return [
    ...(scopes.length > 0 ? [{ offer: "exact" as const, subject: exactSubject(offers, l10n, local), scopes }] : []),
    ...(prefixes.length > 0
      ? [{ offer: "prefix" as const, subject: revealed(prefixesText(prefixes, l10n)), scopes }]
      : []),
  ];
}
