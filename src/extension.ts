/** Entry of the extension. Activation only registers; what is behind it is loaded on first use. */
import { join } from "node:path";
import * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import { registerApprovals } from "./features/approvals/vscode/registerApprovals";
import { registerAudit } from "./features/audit/vscode/registerAudit";
import { registerBuiltInTools } from "./features/builtInTools/vscode/registerBuiltInTools";
import { registerChat } from "./features/chat/vscode/registerChat";
import { registerTaint } from "./features/confidentiality/vscode/registerTaint";
import { registerDiagnosis } from "./features/diagnosis/vscode/registerDiagnosis";
import { RegisteredTools } from "./features/extensionTools/registeredTools";
import { CallListeners } from "./features/hooks/callListeners";
import { registerIntegrations } from "./features/integrations/vscode/integrationCommands";
import { registerMadeTools } from "./features/madeTools/vscode/madeToolCommands";
import { registerMcpServer } from "./features/mcpServer/vscode/registerMcpServer";
import { registerNeedsYou } from "./features/needsYou/vscode/needsYouCommands";
import { registerPalette } from "./features/palette/vscode/registerPalette";
import { registerPlanMode } from "./features/planMode/vscode/planCommands";
import { registerReview } from "./features/review/vscode/reviewCommands";
import { registerSample } from "./features/sample/vscode/registerSample";
import { registerSchedules } from "./features/schedules/vscode/scheduleCommands";
import { registerSkills } from "./features/skills/vscode/skillCommands";
import { registerStatus } from "./features/status/vscode/registerStatus";
import { registerAgents } from "./features/subAgents/vscode/agentCommands";
import { registerTasks } from "./features/tasks/vscode/taskCommands";
import { declaredTools, registerTools } from "./features/toolCalls/vscode/registerTools";
import { registerUndo } from "./features/undo/vscode/registerUndo";
import { registerWebSearch } from "./features/webSearch/vscode/registerWebSearch";
import { registerWorkspaces } from "./features/workspaces/vscode/workspaceCommands";
import { registerWorktrees } from "./features/worktrees/vscode/worktreeCommands";
import { loadAndKeep } from "./node/state/compiledFile";
import { WindowLoader } from "./vscode/ui/lazyWindow";
import type { WindowServices } from "./window";

const features = [
  ...[registerTools, registerChat, registerMcpServer, registerPalette],
  ...[registerStatus, registerNeedsYou],
  ...[registerReview, registerUndo, registerApprovals, registerAudit, registerTaint, registerPlanMode],
  ...[registerTasks, registerAgents, registerWorktrees, registerMadeTools, registerSchedules, registerSkills],
  ...[registerWorkspaces, registerIntegrations, registerWebSearch, registerBuiltInTools, registerDiagnosis],
  registerSample,
];

let loader: WindowLoader<WindowServices> | undefined;

export function activate(context: vscode.ExtensionContext): ToolcribApi {
  const log = vscode.window.createOutputChannel("Toolcrib", { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("toolcrib.showLog", () => log.show(true)),
  );
  const isInstalled = (extension: string) => vscode.extensions.getExtension(extension) !== undefined;
  const listeners = new CallListeners(isInstalled);
  const registered = new RegisteredTools(isInstalled, new Set(declaredTools(context).map(withoutPrefix)));
  const window = new WindowLoader(context, async () =>
    loadWindow(context).openWindowServices({ context, log, listeners, registered }),
  );
  for (const register of features) register(window);
  loader = window;
  return Object.freeze({ apiVersion: 1, ...listeners.api, ...registered.api });
}

/** What is compiled of it is kept where no tool may look, and no command either. */
const loadWindow = ({ globalStorageUri }: vscode.ExtensionContext) =>
  loadAndKeep(join(__dirname, "window.js"), join(globalStorageUri.fsPath, "compiled")) as typeof import("./window");

/** The name in its dialect of a tool that is registered with VS Code. */
const withoutPrefix = (name: string) => name.slice(name.indexOf("_") + 1);

/** Commands do not outlive the window; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await (await loader?.opened)?.close();
}
