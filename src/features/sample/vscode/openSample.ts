import { homedir } from "node:os";
import * as vscode from "vscode";
import { showWarning } from "../../../vscode/ui/notifications";
import { copySample, openedSample } from "./sampleFolder";
import { sampleVendor } from "./sampleModel";

/** Where a copy that was just made is noted down until its window has come up. */
const freshKey = "sample.fresh";

/** Why the chat is not opened with the scripted model: its window has none. */
const noModel = () =>
  vscode.l10n.t("The scripted model is not available in this window. Choose another model in Chat, then ask @crib.");

/** `Toolcrib: Open Sample Project…`: copies it to a folder of the person's choice and opens it there; begins the demo in it. */
export async function openSample({ globalState, extensionUri }: vscode.ExtensionContext): Promise<void> {
  if (await openedSample()) return beginDemo();
  const [into] =
    (await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      defaultUri: vscode.workspace.workspaceFolders?.[0]
        ? vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "..")
        : vscode.Uri.file(homedir()),
      title: vscode.l10n.t("Where to put the sample project"),
      openLabel: vscode.l10n.t("Copy Sample Here"),
    })) ?? [];
  if (!into) return;
  const copy = await copySample(extensionUri, into);
  await globalState.update(freshKey, copy.toString());
  await vscode.commands.executeCommand("vscode.openFolder", copy);
}

/** In the window of a copy that was just made: begins the demo. */
export async function welcomeToSample({ globalState }: vscode.ExtensionContext): Promise<void> {
  const fresh = globalState.get<string>(freshKey);
  if (fresh === undefined || (await openedSample())?.toString() !== fresh) return;
  await globalState.update(freshKey, undefined);
  await beginDemo();
}

/** Opens the chat with the scripted model and its request, which is not sent. */
async function beginDemo(): Promise<void> {
  const query = { query: "@crib fix the failing test", isPartialQuery: true };
  const [scripted] = await vscode.lm.selectChatModels({ vendor: sampleVendor });
  const modelSelector = scripted && { modelSelector: { vendor: scripted.vendor, id: scripted.id } };
  await vscode.commands.executeCommand("workbench.action.chat.open", { ...query, ...modelSelector });
  if (!scripted) void showWarning(noModel());
}
