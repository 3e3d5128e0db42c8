/** `Toolcrib: Judge Built-in Tools…`: sets up the hooks of harnesses, and takes them away again. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { cribWith } from "../../../core/calls/cribWith";
import { executeCall } from "../../../core/calls/executeCall";
import type { Session } from "../../../core/session/session";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation } from "../../../vscode/ui/notifications";
import { type AskParts, askPerson } from "../../approvals/vscode/askPerson";
import { claudeSettings, copilotHooks, type HookStart, startsHook } from "../hookSettings";
import type { SetUpHooks } from "../judgedHarnesses";
import { launcherIn, placeLauncher } from "../node/hookProgram";
import { judgedLines, judgedText } from "./judgedText";

/** What the command needs of the window. */
export interface JudgingParts extends AskParts {
  /** The person's own: the files are written by calls of theirs, which are shown in the diff and can be undone. */
  readonly session: Session;
  /** See hookFolderIn. */
  readonly hookFolder: string;
  /** Absolute path of the folder with our programs. */
  readonly dist: string;
  showMarkdown(title: string, text: string): Thenable<unknown>;
}

const pluginSetting = "judgeBuiltInTools";

const copilotFile = () => join(process.env.COPILOT_HOME ?? join(homedir(), ".copilot"), "hooks", "toolcrib.json");
const claudeFile = () => join(process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), ".claude"), "settings.json");

const textOf = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);

/** What is set up now. */
export async function setUpHooks(): Promise<SetUpHooks> {
  const plugin = vscode.workspace.getConfiguration("toolcrib").get(pluginSetting, false);
  return { plugin, copilot: existsSync(copilotFile()), claude: startsHook(await textOf(claudeFile())) };
}

type Choice = vscode.QuickPickItem & { run(): unknown };

/** Shows what is judged, and does what the person picks, until they have picked nothing. */
export async function judgeBuiltInTools(parts: JudgingParts): Promise<void> {
  const hooks = await setUpHooks();
  const [first = "", ...others] = judgedLines(hooks);
  const choice = await vscode.window.showQuickPick(choices(parts, hooks), {
    title: vscode.l10n.t("Toolcrib: Judge Built-in Tools"),
    placeHolder: [first, ...others].join(" · "),
    ignoreFocusOut: true,
  });
  try {
    await choice?.run();
  } catch (error) {
    void showError(`Toolcrib: ${messageOf(error)}`);
  }
}

function choices(parts: JudgingParts, hooks: SetUpHooks): Choice[] {
  const mark = (isOn: boolean) => (isOn ? "$(check)" : "$(circle-large-outline)");
  const copilot = copilotFile();
  const claude = claudeFile();
  return [
    {
      label: `$(info) ${vscode.l10n.t("Explain what is judged")}`,
      run: () => parts.showMarkdown(vscode.l10n.t("Built-in Tools"), judgedText(hooks)),
    },
    {
      label: `${mark(hooks.copilot)} ${vscode.l10n.t("Hook of VS Code and Copilot CLI")}`,
      description: hooks.copilot ? vscode.l10n.t("remove") : vscode.l10n.t("install"),
      detail: copilot,
      run: () => (hooks.copilot ? removeCopilot(parts, copilot) : install(parts, copilot, copilotHooks)),
    },
    {
      label: `${mark(hooks.claude)} ${vscode.l10n.t("Hook of Claude Code")}`,
      description: hooks.claude ? vscode.l10n.t("remove") : vscode.l10n.t("install"),
      detail: claude,
      async run() {
        const before = await textOf(claude);
        if (hooks.claude) await write(parts, claude, claudeSettings(before, undefined));
        else await install(parts, claude, (start) => claudeSettings(before, start));
      },
    },
    {
      label: `${mark(hooks.plugin)} ${vscode.l10n.t("Plugin of the extension")}`,
      description: hooks.plugin ? vscode.l10n.t("switch off") : vscode.l10n.t("switch on"),
      detail: vscode.l10n.t(
        "For VS Code alone. Needs Node.js on the search path, and lets a call through when it fails.",
      ),
      run: () =>
        vscode.workspace
          .getConfiguration("toolcrib")
          .update(pluginSetting, !hooks.plugin, vscode.ConfigurationTarget.Global),
    },
  ];
}

/** The launcher first: a hook that cannot be started is a refused call or none at all. */
async function install(parts: JudgingParts, path: string, text: (start: HookStart) => string): Promise<void> {
  const { hookFolder, dist } = parts;
  await placeLauncher(hookFolder, dist);
  const isWritten = await write(parts, path, text({ node: process.execPath, launcher: launcherIn(hookFolder) }));
  if (isWritten)
    void showInformation(vscode.l10n.t("Toolcrib: built-in tools are judged from the next session of the agent on."));
}

const write = (parts: JudgingParts, path: string, content: string) => call(parts, "write_file", { path, content });

const removeCopilot = (parts: JudgingParts, path: string) => call(parts, "delete_file", { path });

/** As a call of the person, so that they see it in the diff, it is on record, and they can take it back. */
async function call(parts: JudgingParts, tool: string, input: object): Promise<boolean> {
  const { session, ...asking } = parts;
  const crib = cribWith(parts.crib, { requireRead: false });
  const { signal } = new AbortController();
  const { text, isError } = await executeCall(crib, session, { tool, input, signal }, askPerson(asking, signal));
  if (isError) void showError(`Toolcrib: ${text}`);
  return !isError;
}
