/** Entry of the extension in a browser, where there is no Node.js: what works there, and a sentence for the rest. */
import * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import { type BrowserServices, openBrowserServices } from "./composition/vscode/browserWindow";
import { openEntry } from "./composition/vscode/openEntry";
import { registerApprovals } from "./features/approvals/vscode/registerApprovals";
import { registerChat } from "./features/chat/vscode/registerChat";
import { registerTaint } from "./features/confidentiality/vscode/registerTaint";
import { registerNeedsYou } from "./features/needsYou/vscode/needsYouCommands";
import { registerPlanMode } from "./features/planMode/vscode/planCommands";
import { registerReview } from "./features/review/vscode/reviewCommands";
import { registerStatus } from "./features/status/vscode/registerStatus";
import { registerTasks } from "./features/tasks/vscode/taskCommands";
import { registerTools } from "./features/toolCalls/vscode/registerTools";
import { registerUndo } from "./features/undo/vscode/registerUndo";
import { WindowLoader } from "./vscode/ui/lazyWindow";
import { showInformation } from "./vscode/ui/notifications";

/** Called with the window in this order. */
const registrations = [
  ...[registerTools, registerChat, registerStatus, registerNeedsYou, registerReview, registerUndo],
  ...[registerApprovals, registerTaint, registerPlanMode, registerTasks],
];

export async function activate(context: vscode.ExtensionContext): Promise<ToolcribApi> {
  const { input, api } = openEntry(context);
  const window = new WindowLoader<BrowserServices>(context, () => openBrowserServices(input));
  for (const register of registrations) register(window);
  window.command("runTool", (services) => services.runTool());
  window.command("audit.show", (services) => services.showAudit());
  await explainOthers(context);
  return api;
}

/** The other commands of package.json say that they need a computer, so that none ends in "command not found". */
async function explainOthers({ extension, subscriptions }: vscode.ExtensionContext): Promise<void> {
  const { commands } = extension.packageJSON.contributes as {
    readonly commands: readonly { readonly command: string; readonly title: string | { readonly value: string } }[];
  };
  const known = new Set(await vscode.commands.getCommands());
  for (const { command, title } of commands.filter((one) => !known.has(one.command)))
    subscriptions.push(
      vscode.commands.registerCommand(command, () =>
        showInformation(
          vscode.l10n.t(
            "Toolcrib: {0} does not work in a browser window, which cannot start programs or reach a disk. Open the folder in VS Code on a computer.",
            typeof title === "string" ? title : title.value,
          ),
        ),
      ),
    );
}
