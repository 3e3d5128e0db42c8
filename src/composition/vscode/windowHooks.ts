/** Judges for the hooks of agents that work in the window's folders with tools of their own. */
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { Session } from "../../core/session/session";
import { messageOf } from "../../core/vocabulary/toolError";
import { BuiltInEdits } from "../../features/builtInTools/builtInEdits";
import { agentOf, type BuiltInCall, type HarnessName, harnessNames } from "../../features/builtInTools/harness";
import { judgeBuiltIn } from "../../features/builtInTools/judgeBuiltIn";
import { hookFolderIn } from "../../features/builtInTools/node/hookPlaces";
import { hookStartIn, placeLauncher } from "../../features/builtInTools/node/hookProgram";
import { HookServer } from "../../features/builtInTools/node/hookServer";
import { shellFolderFiles } from "../../features/builtInTools/node/shellFolderFiles";
import { toolNamesOf } from "../../features/builtInTools/toolMeaning";
import { ripgrepOfWindow } from "../../vscode/files/ripgrepOfWindow";
import { currentSettings } from "../../vscode/settings/configuration";
import { checkRule } from "../makeCribs";
import type { WindowParts } from "./windowCribs";

/** What the window sees of changes by the tools that it judges for hooks. */
export const openBuiltInEdits = ({ keep, features, files, log }: WindowParts): BuiltInEdits =>
  keep(new BuiltInEdits({ files, journal: features.journal, warn: (text) => log.warn(text) }));

/** Begins to listen; where that fails, hooks judge themselves. Never rejects. */
export async function openHookServer(parts: WindowParts, edits: BuiltInEdits): Promise<void> {
  const { keep, log, roots, hookFolder } = parts;
  const tell = (error: unknown) =>
    log.warn(`Hooks of other agents cannot reach this window, so they judge calls by themselves: ${messageOf(error)}`);
  try {
    const server = await HookServer.open({
      folder: hookFolder,
      place: () => placeOf(parts),
      judge: judgeFor(parts, edits),
    });
    const publish = () => void server.publish().catch(tell);
    keep({ dispose: () => server.close() });
    // Set up by an earlier version of Toolcrib or VS Code, it would start that one.
    if (existsSync(hookStartIn(hookFolder).launcher)) await placeLauncher(hookFolder, __dirname);
    keep(roots.onDidChange(publish));
    keep(vscode.workspace.onDidGrantWorkspaceTrust(publish));
    keep(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("toolcrib")) publish();
      }),
    );
  } catch (error) {
    tell(error);
  }
}

function placeOf({ context, stateFolder, realRoots }: WindowParts) {
  const { settings } = currentSettings(checkRule);
  return {
    roots: realRoots(),
    stateFolder,
    sessionState: context.globalStorageUri.fsPath,
    // The hook's program has no VS Code to find its ripgrep in.
    settings: { ...settings, "search.ripgrepPath": ripgrepOfWindow(settings) ?? "" },
    trusted: vscode.workspace.isTrusted,
  };
}

/** The names of systems in VS Code's settings. */
const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "osx", win32: "windows" };

/** The program of the terminals that VS Code opens for its own tools, where a setting names one. */
function terminalOfTools(): string | undefined {
  const profiles = vscode.workspace.getConfiguration("chat.tools.terminal.terminalProfile");
  const profile = profiles.get<{ readonly path?: unknown } | null>(systems[process.platform] ?? "linux");
  return typeof profile?.path === "string" ? profile.path : undefined;
}

/** What one agent of the workspace has taken in counts for all, and none changes anything while they plan. */
function judgeFor({ cribs, agents, current, stateFolder }: WindowParts, edits: BuiltInEdits) {
  const sessionOf = (harness: HarnessName) => new Session(agentOf(harness, true), [], agents);
  const sessions = new Map(harnessNames.map((name) => [name, sessionOf(name)] as const));
  const folders = shellFolderFiles(hookFolderIn(stateFolder));
  const ours = toolNamesOf(cribs);
  return (call: BuiltInCall, signal: AbortSignal) => {
    const session = sessions.get(call.harness) ?? sessionOf(call.harness);
    const terminal = terminalOfTools() ?? vscode.env.shell;
    return judgeBuiltIn({ crib: current(), session, ours, folders, terminal, edits }, call, signal);
  };
}
