/** What both entries of the extension begin with: the log, what other extensions register, and what they are given. */
import * as vscode from "vscode";
import type { ToolcribApi } from "../../../toolcrib-api";
import { RegisteredTools } from "../../features/extensionTools/registeredTools";
import { CallListeners } from "../../features/hooks/callListeners";
import { declaredTools } from "../../features/toolCalls/vscode/registerTools";
import type { WindowInput } from "./windowParts";

/** Opens it, and loads nothing else. */
export function openEntry(context: vscode.ExtensionContext): {
  readonly input: WindowInput;
  readonly api: ToolcribApi;
} {
  const log = vscode.window.createOutputChannel("Toolcrib", { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("toolcrib.showLog", () => log.show(true)),
  );
  const isInstalled = (extension: string) => vscode.extensions.getExtension(extension) !== undefined;
  const listeners = new CallListeners(isInstalled);
  const registered = new RegisteredTools(isInstalled, new Set(declaredTools(context).map(withoutPrefix)));
  const api = Object.freeze({ apiVersion: 1, ...listeners.api, ...registered.api });
  return { input: { context, log, listeners, registered }, api };
}

/** The name in its dialect of a tool that is registered with VS Code. */
const withoutPrefix = (name: string) => name.slice(name.indexOf("_") + 1);
