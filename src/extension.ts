/** Entry of the extension. Activation only registers; what is behind it is loaded on first use. */
import { join } from "node:path";
import * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import { registrations } from "./composition/vscode/registrations";
import { RegisteredTools } from "./features/extensionTools/registeredTools";
import { CallListeners } from "./features/hooks/callListeners";
import { declaredTools } from "./features/toolCalls/vscode/registerTools";
import { loadAndKeep } from "./node/state/compiledFile";
import { WindowLoader } from "./vscode/ui/lazyWindow";
import type { WindowServices } from "./window";

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
  for (const register of registrations) register(window);
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
