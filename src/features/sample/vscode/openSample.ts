import { homedir } from "node:os";
import * as vscode from "vscode";
import { showWarning } from "../../../vscode/ui/notifications";
import { whileChanging } from "../../../vscode/ui/whileWorking";
import { copySample, openedSample } from "./sampleFolder";
import { sampleVendor } from "./sampleModel";

/** Set in the window's workspace once the demo was begun there by itself. */
const begunKey = "sample.begun";
/** As package.json has it. */
const walkthrough = "toolcrib.toolcrib#start";

/** Why the chat is not opened with the scripted model: its window has none. */
const noModel = () =>
  vscode.l10n.t("The scripted model is not available in this window. Choose another model in Chat, then ask @crib.");

/** `Toolcrib: Open Sample Project…`: copies it to a folder of the person's choice and opens it there; begins the demo in it. */
export async function openSample({ extensionUri }: vscode.ExtensionContext): Promise<void> {
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
  const title = vscode.l10n.t("Toolcrib: copying the sample project");
  const copy = await whileChanging(title, () => copySample(extensionUri, into));
  await vscode.commands.executeCommand("vscode.openFolder", copy);
}

/** In the window of a copy, the first time: shows the walkthrough and begins the demo. */
export async function welcomeToSample({ workspaceState }: vscode.ExtensionContext): Promise<void> {
  if (workspaceState.get<boolean>(begunKey) || !(await openedSample())) return;
  await workspaceState.update(begunKey, true);
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough);
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
