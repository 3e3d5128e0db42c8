import * as vscode from "vscode";
import { readSettings, type Settings, settingDefinitions, settingNames } from "../core/settings";

/** The lists of every level, one after the other, for settings that only tighten. */
function joined(configuration: vscode.WorkspaceConfiguration, name: string): unknown {
  const levels = configuration.inspect<unknown[]>(name);
  const lists = [levels?.globalValue, levels?.workspaceValue, levels?.workspaceFolderValue];
  return lists.flatMap((list) => (Array.isArray(list) ? list : []));
}

/** The effective settings, and a sentence for each that could not be used. */
export function currentSettings(): { settings: Settings; problems: string[] } {
  const configuration = vscode.workspace.getConfiguration("toolcrib");
  const values = settingNames.map((name) => {
    const definition = settingDefinitions[name];
    return [name, definition.joined ? joined(configuration, name) : configuration.get(name)];
  });
  return readSettings(Object.fromEntries(values));
}
