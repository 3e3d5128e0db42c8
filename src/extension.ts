/** Entry of the extension. Activation only registers; what is behind it is loaded on first use. */
import { join } from "node:path";
import type * as vscode from "vscode";
import type { ToolcribApi } from "../toolcrib-api";
import { openEntry } from "./composition/vscode/openEntry";
import { registrations } from "./composition/vscode/registrations";
import { loadAndKeep } from "./node/state/compiledFile";
import { WindowLoader } from "./vscode/ui/lazyWindow";
import type { WindowServices } from "./window";

let loader: WindowLoader<WindowServices> | undefined;

export function activate(context: vscode.ExtensionContext): ToolcribApi {
  const { input, api } = openEntry(context);
  const window = new WindowLoader(context, async () => loadWindow(context).openWindowServices(input));
  for (const register of registrations) register(window);
  loader = window;
  return api;
}

/** What is compiled of it is kept where no tool may look, and no command either. */
const loadWindow = ({ globalStorageUri }: vscode.ExtensionContext) =>
  loadAndKeep(join(__dirname, "window.js"), join(globalStorageUri.fsPath, "compiled")) as typeof import("./window");

/** Commands do not outlive the window; VS Code waits a few seconds for this. */
export async function deactivate(): Promise<void> {
  await (await loader?.opened)?.close();
}
