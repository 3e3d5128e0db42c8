import * as vscode from "vscode";

/**
 * Shows a text in an editor. For `showTextDocument` it is an error when the person has gone on to another editor by the time
 * the text is there; here it is not.
 */
export const showText = async (uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> => {
  await vscode.commands.executeCommand("vscode.open", uri, options);
};
