import * as vscode from "vscode";
import { type EntryCheck, readSettings, type SettingProblem } from "../../core/settings/readSettings";
import { type SettingName, type Settings, settingDefinitions, settingNames } from "../../core/settings/settings";

/** Where a setting may be written down, in the order in which lists are joined. */
const levels = ["globalValue", "workspaceValue", "workspaceFolderValue"] as const;
export type SettingLevel = (typeof levels)[number];

const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The lists of every level, one after the other, for settings that only tighten. */
function joined(configuration: vscode.WorkspaceConfiguration, name: string): unknown {
  const found = configuration.inspect<unknown>(name);
  return levels.flatMap((level) => listAt(found?.[level]));
}

/**
 * What counts of a setting. One of the machine is the user's alone: VS Code keeps a workspace from it by its name, and lets
 * `toolcrib.sandbox.x` through, which it does not know and which would take the place of `toolcrib.sandbox`.
 */
function givenValue(configuration: vscode.WorkspaceConfiguration, name: SettingName): unknown {
  const { joined: isJoined, scope } = settingDefinitions[name];
  if (isJoined) return joined(configuration, name);
  return scope === "machine" ? configuration.inspect<unknown>(name)?.globalValue : configuration.get(name);
}

/** The effective settings, and what of the given ones is not used. */
interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingProblem[];
}

/** What was read since the last change, by what looked at the entries. Undefined before {@link keepSettings}. */
let kept: Map<EntryCheck | undefined, ReadSettings> | undefined;

/**
 * Has settings read once for each change of them: every call asks for them several times, and VS Code looks each one up.
 * Must be called before anything listens for changes of settings, because listeners are told in turn.
 */
export function keepSettings(): vscode.Disposable {
  const { workspace } = vscode;
  const forget = () => {
    kept = new Map();
  };
  forget();
  const listening = [
    workspace.onDidChangeConfiguration(forget),
    workspace.onDidChangeWorkspaceFolders(forget),
    workspace.onDidGrantWorkspaceTrust(forget),
  ];
  return {
    dispose() {
      kept = undefined;
      for (const one of listening) one.dispose();
    },
  };
}

/** @param check looks at entries of lists; the same function each time. */
export function currentSettings(check?: EntryCheck): ReadSettings {
  const known = kept?.get(check);
  if (known) return known;
  const configuration = vscode.workspace.getConfiguration("toolcrib");
  const values = settingNames.map((name) => [name, givenValue(configuration, name)]);
  const read = readSettings(Object.fromEntries(values), check);
  kept?.set(check, read);
  return read;
}

/** Whose settings file holds what a problem is about. */
export function levelOf({ setting, at }: SettingProblem): SettingLevel {
  const found = vscode.workspace.getConfiguration("toolcrib").inspect<unknown>(setting);
  // VS Code merges the objects of all levels, key by key.
  const holds = (level: SettingLevel) =>
    typeof at === "string" ? Object.hasOwn(Object(found?.[level]), at) : found?.[level] !== undefined;
  const { joined: isJoined, scope } = settingDefinitions[setting as SettingName];
  if (scope === "machine") return "globalValue";
  if (!isJoined) return levels.findLast(holds) ?? "globalValue";
  // As the lists are joined: entries of one level after those of the one before it.
  const owners = levels.flatMap((level) => listAt(found?.[level]).map(() => level));
  return owners[Number(at ?? 0)] ?? "globalValue";
}
