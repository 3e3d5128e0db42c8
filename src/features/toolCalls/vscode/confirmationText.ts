import * as vscode from "vscode";
import { offersFor } from "../../../core/calls/approvals/approvals";
import type { JudgedCall } from "../../../core/calls/call";
import { plainMarkdown } from "../../../core/text/markdown";
import { localDecision, localPlan, localReason, localTitle } from "../../../vscode/ui/localReason";
import { scopedText } from "../../approvals/vscode/scopeTexts";
import { offerLines } from "../../preview/offers";
import { previewOf, shortDiff } from "../../preview/preview";

/** Commands that links in a question may call. */
const linkCommands = { openDiff: "toolcrib.openDiff", remember: "toolcrib.rememberCommand" } as const;

const link = (text: string, command: string, ...values: readonly string[]) =>
  `[${text}](command:${command}?${encodeURIComponent(JSON.stringify(values))})`;

/** A question as it stands in a chat. */
export interface ConfirmationParts {
  /** Of the question, for its links. */
  readonly id: string;
  /** How many files have a diff. */
  readonly files: number;
  /** Markdown above what the call would do. */
  readonly head?: string;
}

/** What a call would do and why it is asked about, with links to its diff and to what may be remembered. */
export function confirmationText(
  { plan, byEffect, byRules, decision }: JudgedCall,
  { id, files, head }: ConfirmationParts,
): vscode.MarkdownString {
  const { openDiff, remember } = linkCommands;
  const offers = byRules ? [] : offerLines(offersFor(plan.effects, byEffect), vscode.l10n, localTitle);
  const offered = offers.map(({ offer, subject, scopes }) => {
    const links = scopes.map((scope) =>
      link(`↗ ${scopedText(plainMarkdown(subject), scope)}`, remember, id, offer, scope),
    );
    return vscode.l10n.t("Allow and do not ask again: {0}", links.join(" · "));
  });
  const diffLink = files > 0 ? [link(`↗ ${vscode.l10n.t("Open in the diff editor")}`, openDiff, id)] : [];
  const why = vscode.l10n.t("Asked because {0}.", plainMarkdown(localReason(decision.reason)));
  const preview = previewOf(localPlan(plan), byEffect.map(localDecision), shortDiff, vscode.l10n);
  const parts = [head, why, ...diffLink, preview, ...offered];
  const message = new vscode.MarkdownString(parts.filter(Boolean).join("\n\n"), true);
  message.isTrusted = { enabledCommands: Object.values(linkCommands) };
  return message;
}
