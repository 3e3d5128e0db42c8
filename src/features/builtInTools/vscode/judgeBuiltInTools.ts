/** `Toolcrib: Judge Built-in Tools…`: sets up the hooks of harnesses, and takes them away again. */
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation } from "../../../vscode/ui/notifications";
import type { Proposals } from "../../review/vscode/proposals";
import { claudeSettings, copilotHooks, type HookStart, type SetUp } from "../hookSettings";
import type { SetUpHooks } from "../judgedHarnesses";
import { hookStartIn, placeLauncher } from "../node/hookProgram";
import { judgedRows, judgedText } from "./judgedText";
import { claudeFile, copilotFile, type HookFile, pluginSetting, readHookFile, setUpHooks } from "./setUpHooks";

/** What the command needs of the window. */
export interface JudgingParts {
  readonly proposals: Proposals;
  readonly log: Crib["log"];
  /** See hookFolderIn. */
  readonly hookFolder: string;
  /** Absolute path of the folder with our programs. */
  readonly dist: string;
  showMarkdown(title: string, text: string): Thenable<unknown>;
}

type Choice = vscode.QuickPickItem & { run(): unknown };

const icons = { closed: "$(shield)", open: "$(shield)", broken: "$(warning)", not: "$(unlock)" } as const;

/** Shows what is judged, and does what the person picks. */
export async function judgeBuiltInTools(parts: JudgingParts): Promise<void> {
  const hooks = await setUpHooks();
  const explain = () => parts.showMarkdown(vscode.l10n.t("Built-in Tools"), judgedText(hooks));
  const shown = judgedRows(hooks).map(({ place, judged, state }) => ({
    ...{ label: `${icons[state]} ${place}`, description: judged, run: explain },
  }));
  const choice = await vscode.window.showQuickPick([...shown, ...choices(parts, hooks)], {
    title: vscode.l10n.t("Toolcrib: Judge Built-in Tools"),
    placeHolder: vscode.l10n.t("Pick a harness for an explanation, or a hook to set it up"),
  });
  try {
    await choice?.run();
  } catch (error) {
    void showError(`Toolcrib: ${messageOf(error)}`);
  }
}

function choices(parts: JudgingParts, hooks: SetUpHooks): Choice[] {
  return [
    { label: vscode.l10n.t("Hooks"), kind: vscode.QuickPickItemKind.Separator, run: () => undefined },
    ...hookChoices(parts, {
      ...{ name: vscode.l10n.t("Hook of VS Code and Copilot CLI"), path: copilotFile(), setUp: hooks.copilot },
      content: (_, start) => start && copilotHooks(start),
    }),
    ...hookChoices(parts, {
      ...{ name: vscode.l10n.t("Hook of Claude Code"), path: claudeFile(), setUp: hooks.claude },
      content: claudeSettings,
    }),
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

interface SettableHook {
  readonly name: string;
  readonly path: string;
  readonly setUp: SetUp;
  /** Of the file with the hook, or without it; undefined: no file. */
  content(text: string | undefined, start: HookStart | undefined): string | undefined;
}

const mark = (isOn: boolean) => (isOn ? "$(check)" : "$(circle-large-outline)");

/** One that works is removed, one that does not work or fails open is first offered for repair. */
function hookChoices(parts: JudgingParts, hook: SettableHook): Choice[] {
  const { name, path, setUp, content } = hook;
  const label = `${mark(setUp !== "no")} ${name}`;
  const put = async () => install(parts, await readHookFile(path), content);
  const remove = async () => {
    const file = await readHookFile(path);
    await write(parts, file, content(file.text, undefined));
  };
  if (setUp === "no") return [{ label, description: vscode.l10n.t("install"), detail: path, run: put }];
  const removal = { label, description: vscode.l10n.t("remove"), detail: path, run: remove };
  if (setUp === "strict") return [removal];
  return [{ label: `$(tools) ${name}`, description: vscode.l10n.t("repair"), detail: path, run: put }, removal];
}

/** The launcher first: a hook that cannot be started is a refused call or none at all. */
async function install(parts: JudgingParts, file: HookFile, content: SettableHook["content"]): Promise<void> {
  const { hookFolder, dist } = parts;
  await placeLauncher(hookFolder, dist);
  const isWritten = await write(parts, file, content(file.text, hookStartIn(hookFolder)));
  if (isWritten)
    void showInformation(vscode.l10n.t("Toolcrib: built-in tools will be judged from the agent's next session on."));
}

/**
 * Shows what would be in the file in a diff, and puts it there when the person says so.
 * @param content undefined removes it.
 */
async function write(parts: JudgingParts, file: HookFile, content: string | undefined): Promise<boolean> {
  const { path, text } = file;
  const { proposals } = parts;
  const shown = [text ?? "", content ?? ""].map((side) =>
    proposals.add(vscode.Uri.file(path).path, Buffer.from(side), true),
  );
  try {
    await vscode.commands.executeCommand("vscode.diff", ...shown, path, { preview: false });
    const yes = content === undefined ? vscode.l10n.t("Delete this file") : vscode.l10n.t("Write this file");
    const answer = await vscode.window.showQuickPick([yes, vscode.l10n.t("Leave it as it is")], {
      title: path,
      placeHolder: vscode.l10n.t("The diff shows what changes in the file."),
      ignoreFocusOut: true,
    });
    if (answer !== yes) return false;
    if ((await readHookFile(path)).text !== text)
      throw new Error(vscode.l10n.t("{0} has changed meanwhile: nothing was written.", path));
    if (content === undefined) await rm(path, { force: true });
    else await replace(path, content);
    await parts.log.note("hooks changed", "person", path);
    return true;
  } finally {
    await proposals.drop(shown);
  }
}

/** Whole or not at all; a link to a file of the person's stays one. */
async function replace(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const real = await realpath(path).catch(() => path);
  const mode = await stat(real).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const next = `${real}.${process.pid}.new`;
  await writeFile(next, content, { mode });
  await rename(next, real);
}
