import * as vscode from "vscode";
import { settingNames } from "../../../core/settings/settings";
import type { DecisionSource } from "../../../core/vocabulary/decision";
import { levelOf } from "../../../vscode/settings/configuration";
import { openSetting } from "../../../vscode/settings/openSetting";

/** True for a setting that somebody has changed, so that a file has a line of it. */
function isSet(name: string): boolean {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    vscode.workspace.getConfiguration("toolcrib").inspect(name) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
}

/** Opens what decided: a policy file at its line, a setting where it stands, or else where it can be set. */
export async function openSource(source: DecisionSource): Promise<void> {
  if ("setting" in source) {
    const setting = settingNames.find((name) => name === source.setting);
    if (setting === undefined) return;
    if (isSet(setting)) await openSetting(setting, levelOf({ setting, text: "" }));
    else await vscode.commands.executeCommand("workbench.action.openSettings", `@id:toolcrib.${setting}`);
    return;
  }
  const at = new vscode.Position(source.line - 1, 0);
  const options = { preview: false, selection: new vscode.Range(at, at) };
  await vscode.window.showTextDocument(vscode.Uri.file(source.file), options);
}
