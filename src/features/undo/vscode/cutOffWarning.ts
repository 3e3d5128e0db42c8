import * as vscode from "vscode";
import { type CutOff, leftText } from "../cutOffCalls";

/** What a person is told of a command of which VS Code had made a part of the changes when it ended. */
export function cutOffWarning(cutOff: CutOff): string {
  const left = leftText(cutOff);
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
