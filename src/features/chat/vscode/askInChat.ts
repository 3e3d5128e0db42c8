import * as vscode from "vscode";

/** What each view begins a request with that will fill it. */
const beginnings = (): Readonly<Record<string, string>> => ({
  changes: vscode.l10n.t("Change "),
  tasks: vscode.l10n.t("Note the steps as tasks, then do them: "),
  agents: vscode.l10n.t("Let a sub-agent do this: "),
  madeTools: vscode.l10n.t("Make a tool that "),
  skills: vscode.l10n.t("Save as a skill how to "),
  schedules: vscode.l10n.t("Schedule this: "),
  workspaces: vscode.l10n.t("In your own workspace, write and run a program that "),
});

const filesIn = (values: readonly unknown[]) =>
  values.filter((value): value is vscode.Uri => value instanceof vscode.Uri);

/**
 * `Toolcrib: Ask @crib…`: opens the chat with the beginning of a request, which is not sent.
 * @param about name of the view that the request is for, or the file of a menu; anything else begins an empty one, as
 * keys and other extensions pass what they like.
 * @param selected all files that are selected beside that one; they are attached.
 */
export async function askInChat(about?: unknown, selected?: unknown): Promise<void> {
  const known = beginnings();
  const beginning = typeof about === "string" && Object.hasOwn(known, about) ? known[about] : "";
  await vscode.commands.executeCommand("workbench.action.chat.open", {
    query: `@crib ${beginning}`,
    isPartialQuery: true,
    attachFiles: about instanceof vscode.Uri ? filesIn(Array.isArray(selected) ? selected : [about]) : [],
  });
}
