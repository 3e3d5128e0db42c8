import * as vscode from "vscode";
import { type SettingName, settingDefinitions } from "../../core/settings/settings";
import type { SettingLevel } from "./configuration";

const openCommands: Readonly<Record<SettingLevel, string>> = {
  globalValue: "workbench.action.openSettingsJson",
  workspaceValue: "workbench.action.openWorkspaceSettingsFile",
  workspaceFolderValue: "workbench.action.openFolderSettingsFile",
};

/** In a remote window VS Code takes settings of the machine from the remote's own file alone. */
function openCommandOf(name: string, level: SettingLevel): string {
  const ofMachine = settingDefinitions[name as SettingName].scope === "machine";
  const isRemote = vscode.env.remoteName !== undefined;
  return level === "globalValue" && ofMachine && isRemote
    ? "workbench.action.openRemoteSettingsFile"
    : openCommands[level];
}

/**
 * Opens the file that a setting of ours is in, at its line.
 * @param edit puts it there when it is not.
 */
export async function openSetting(name: string, level: SettingLevel, edit = false): Promise<void> {
  await vscode.commands.executeCommand(openCommandOf(name, level), {
    revealSetting: { key: `toolcrib.${name}`, edit },
  });
}
