import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

const root = (vscode.workspace.workspaceFolders ?? [])[0]?.uri.fsPath ?? "";

/** The path of a file in the opened folder. */
export const inWorkspace = (name: string): string => join(root, name);

/** Writes a file past VS Code, as another program would. */
export const put = (name: string, content: string | Uint8Array): void => writeFileSync(inWorkspace(name), content);

/** The bytes on the disk. */
export const onDisk = (name: string): Buffer => readFileSync(inWorkspace(name));

/** Opens a file in an editor and puts a text before its content, unsaved. */
export async function typeInto(name: string, text: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(inWorkspace(name)));
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
  return editor.document;
}

/** Calls one of our tools as another extension would: without a chat. */
export async function callTool(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const result = await vscode.lm.invokeTool(`toolcrib_${name}`, { input, toolInvocationToken: undefined }, token);
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** The right sides of all diff editors, of texts and of notebooks. */
const shownChanges = (): vscode.Uri[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) =>
      input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff ? [input.modified] : [],
    );

/** Waits until a proposal is shown in a diff editor, and returns its address. */
export async function shownProposal(): Promise<vscode.Uri> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [shown] = shownChanges().filter(({ scheme }) => scheme === "toolcrib-proposal");
    if (shown) return shown;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No proposal was shown.");
}

/** Answers the proposal that is shown or is about to be. */
export async function decide(verdict: "accept" | "reject"): Promise<void> {
  const uri = await shownProposal();
  // The buttons appear a moment after the editor.
  for (;;) {
    await vscode.commands.executeCommand(`toolcrib.review.${verdict}`, uri);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!shownChanges().some(({ path }) => path === uri.path)) return;
  }
}

/** Says yes to every file of a call as it is shown. */
export async function acceptAll(call: Promise<string>): Promise<void> {
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    for (const input of inputs)
      if (input instanceof vscode.TabInputTextDiff && input.modified.scheme === "toolcrib-proposal")
        await vscode.commands.executeCommand("toolcrib.review.accept", input.modified);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await over;
}

/** Closes every editor, unsaved text included. */
export async function closeEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
