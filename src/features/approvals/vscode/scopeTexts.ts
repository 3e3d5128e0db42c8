import * as vscode from "vscode";
import type { ApprovalScope } from "../../../core/calls/approvals/approvals";

/** How long an answer is remembered. */
export const scopeTexts: Readonly<Record<ApprovalScope, string>> = {
  session: vscode.l10n.t("for this session"),
  workspace: vscode.l10n.t("in this workspace"),
  always: vscode.l10n.t("always"),
};

/** What is allowed, and for how long. */
export function scopedText(subject: string, scope: ApprovalScope): string {
  if (scope === "session") return vscode.l10n.t("{0} for this session", subject);
  return scope === "workspace" ? vscode.l10n.t("{0} in this workspace", subject) : vscode.l10n.t("{0} always", subject);
}
