import * as vscode from "vscode";
import { localTitle } from "../../../vscode/ui/localReason";
import { type CutOff, leftText, tornText } from "../cutOffCalls";

/** What a person is told of a call of which VS Code had made a part of the changes when it ended. */
export function cutOffWarning(cutOff: CutOff): string {
  const torn = tornText(cutOff);
  if (torn === "") return takenBackWarning(cutOff);
  const halves = vscode.l10n.t("These files were half-written and have been restored: {0}.", torn);
  return `${takenBackWarning(cutOff)} ${halves}`;
}

function takenBackWarning(cutOff: CutOff): string {
  const left = leftText(cutOff);
  if (!cutOff.isCommand) return cutOffCallWarning(localTitle(cutOff.line), left);
  return left === ""
    ? vscode.l10n.t(
        "VS Code was stopped while the changes of `{0}` were applied, so they have been taken back.",
        cutOff.line,
      )
    : vscode.l10n.t(
        "VS Code was stopped while the changes of `{0}` were applied, so they have been taken back, except in files that changed since: {1}",
        cutOff.line,
        left,
      );
}

const cutOffCallWarning = (title: string, left: string): string =>
  left === ""
    ? vscode.l10n.t('VS Code was stopped while the changes of "{0}" were made, so they have been taken back.', title)
    : vscode.l10n.t(
        'VS Code was stopped while the changes of "{0}" were made, so they have been taken back, except in files that changed since: {1}',
        title,
        left,
      );
