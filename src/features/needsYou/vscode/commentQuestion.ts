import * as vscode from "vscode";

/** Asks what an agent should do instead of what is rejected. @returns undefined when the person leaves it open; empty: a plain no. */
export const askForComment = (what: string): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    title: vscode.l10n.t("Reject: {0}", what),
    prompt: vscode.l10n.t("What should the agent do instead? Without a comment this is a plain rejection."),
    ignoreFocusOut: true,
  });
