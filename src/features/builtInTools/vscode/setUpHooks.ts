/** Where the hooks of harnesses are set up, and what is set up there now. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { homeFolder } from "../../../node/environment/homeFolder";
import { setUpIn } from "../hookSettings";
import type { SetUpHooks } from "../judgedHarnesses";
import { isThere } from "../node/hookProgram";

/** Without its prefix: whether the extension's plugin is on. */
export const pluginSetting = "judgeBuiltInTools";

/** What VS Code's harnesses and Copilot CLI read, absolute. */
export const copilotFile = () =>
  join(process.env.COPILOT_HOME ?? join(homeFolder(), ".copilot"), "hooks", "toolcrib.json");
/** Claude Code's settings, absolute. */
export const claudeFile = () => join(process.env.CLAUDE_CONFIG_DIR ?? join(homeFolder(), ".claude"), "settings.json");

/** A file of a harness that may have our hook. */
export interface HookFile {
  readonly path: string;
  /** Undefined where there is none. */
  readonly text: string | undefined;
}

/** @throws Error for one that is there and cannot be read. */
export async function readHookFile(path: string): Promise<HookFile> {
  try {
    return { path, text: await readFile(path, "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { path, text: undefined };
    throw error;
  }
}

/** What is set up now. */
export async function setUpHooks(): Promise<SetUpHooks> {
  const [copilot, claude] = await Promise.all(
    [copilotFile(), claudeFile()].map((path) => readHookFile(path).catch(() => undefined)),
  );
  // The file is all ours, whatever is left of it.
  const isKept = existsSync(copilotFile());
  const inCopilot = setUpIn(copilot?.text, isThere);
  const chat = vscode.workspace.getConfiguration("chat");
  return {
    plugin: vscode.workspace.getConfiguration("toolcrib").get(pluginSetting, false),
    pluginsOn: chat.get("plugins.enabled", true),
    hooksOn: chat.get("useHooks", true) && !chat.get("hooks.allowManagedOnly", false),
    isServed: vscode.env.uiKind === vscode.UIKind.Web,
    copilot: isKept && inCopilot === "no" ? "lenient" : inCopilot,
    claude: setUpIn(claude?.text, isThere),
  };
}
