/** What a person may remember of an answer, in words for whoever shows it. */
import type { ApprovalScope, Offer, Offers } from "../../core/calls/approvals/approvals";
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

function exactSubject({ shown, commandsOnly }: Offers): string {
  if (commandsOnly) return shown.length === 1 ? "this exact command here" : "these exact commands here";
  const more = shown.length > maxNamed ? ` and ${shown.length - maxNamed} more` : "";
  return revealed(shown.slice(0, maxNamed).join(", ") + more);
}

/** The offers for a question, the narrowest first; none where nothing may be remembered. */
export function offerLines(offers: Offers): OfferLine[] {
  const { exact: scopes, prefixes } = offers;
  return [
    ...(scopes.length > 0 ? [{ offer: "exact" as const, subject: exactSubject(offers), scopes }] : []),
    ...(prefixes.length > 0 ? [{ offer: "prefix" as const, subject: revealed(prefixesText(prefixes)), scopes }] : []),
  ];
}
