/** What a person can do in the Workspaces view. */
import * as vscode from "vscode";
import type { AgentWorkspace } from "../../../core/ports/workspaces";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { whileChanging } from "../../../vscode/ui/whileWorking";
import { isPlainFolder } from "../../approvedFolders/node/wholeFolder";
import { callOfRun, endingOfRun, type HistoryRun } from "../execHistory";
import type { ClearWish, WorkspaceCare } from "../node/history/workspaceCare";
import type { WorkspaceHistory } from "../node/history/workspaceHistory";
import { replayText } from "../replayText";
import type { WorkspaceCommands } from "./workspaceCommands";
import type { WorkspacesView } from "./workspacesView";

/** What the actions work on. */
export interface WorkspacePorts {
  readonly view: WorkspacesView;
  readonly care: WorkspaceCare;
  readonly history: WorkspaceHistory;
  showText(title: string, text: string): Promise<unknown>;
  readonly compareTexts: CompareTexts;
}

/** Shows two texts beside each other under a title. */
export type CompareTexts = (title: string, before: string, after: string) => Promise<void>;

interface ClearChoice extends vscode.QuickPickItem {
  readonly wish: ClearWish;
  /** Says what is deleted from a folder, for the question. */
  deletes(folder: string): string;
}

const clearChoices: readonly ClearChoice[] = [
  {
    wish: "scratch",
    label: vscode.l10n.t("Scratch Only"),
    detail: vscode.l10n.t("Temporary files of the agent."),
    deletes: (folder) => vscode.l10n.t("This deletes everything in the folder scratch of {0}.", folder),
  },
  {
    wish: "work",
    label: vscode.l10n.t("Everything Except Skills, Integrations and Schedules"),
    detail: vscode.l10n.t("Temporary files, installed packages and other files."),
    deletes: (folder) =>
      vscode.l10n.t("This deletes everything in {0} except skills, integrations and schedules.", folder),
  },
  {
    wish: "all",
    label: vscode.l10n.t("Everything"),
    detail: vscode.l10n.t("Including skills, integrations and schedules."),
    deletes: (folder) => vscode.l10n.t("This deletes all files in {0}.", folder),
  },
];

const historyStays = vscode.l10n.t("This cannot be undone. The history of its runs and their output is kept.");

/** See `workspaceCommandNames`. Each but `open` and `refresh` is given a line of the tree, or asks for a workspace. */
export function workspaceActions(ports: WorkspacePorts): WorkspaceCommands {
  const { view, care, history, showText } = ports;
  const on = (act: (workspace: AgentWorkspace) => Promise<void>) => async (node?: unknown) => {
    const workspace = (node as { workspace?: AgentWorkspace } | undefined)?.workspace ?? (await picked(care));
    if (!workspace) return;
    try {
      await act(workspace);
    } catch (error) {
      void showWarning(`Toolcrib: ${messageOf(error)}`);
    }
    view.refresh();
  };
  return {
    "workspaces.open": () => view.show(),
    "workspaces.refresh": () => view.refresh(),
    async "workspaces.replay"(node) {
      const { workspace, run } = (node ?? {}) as { readonly workspace?: AgentWorkspace; readonly run?: HistoryRun };
      if (!workspace || !run) return;
      const text = await replayText(run, await history.output(workspace, run));
      await showText(vscode.l10n.t("Run of {0}", workspace.id), text);
    },
    async "workspaces.compare"(node) {
      const { workspace, run } = (node ?? {}) as { readonly workspace?: AgentWorkspace; readonly run?: HistoryRun };
      if (workspace && run) await compareRuns(ports, workspace, run);
    },
    "workspaces.terminal": on(async ({ id, folder }) => {
      vscode.window.createTerminal({ name: vscode.l10n.t("Workspace of {0}", id), cwd: folder }).show();
    }),
    async "workspaces.runTerminal"(node) {
      const { run } = (node ?? {}) as { readonly run?: HistoryRun };
      if (run) await on((workspace) => openTerminalOf(workspace, run))(node);
    },
    "workspaces.openFolder": on(openFolder),
    "workspaces.reveal": on(async ({ folder }) => {
      await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder));
    }),
    "workspaces.export": on((workspace) => exportWorkspace(care, workspace)),
    "workspaces.clear": on((workspace) => clear(care, workspace)),
    "workspaces.delete": on((workspace) => deleteAll(care, workspace)),
  };
}

/** Opens a terminal of the person's own where a command ran. @throws ToolError `not_found` when that folder is gone. */
async function openTerminalOf({ id, folder }: AgentWorkspace, run: HistoryRun): Promise<void> {
  const cwd = run.folder ?? folder;
  if (!(await isPlainFolder(cwd)))
    throw new ToolError("not_found", vscode.l10n.t("The folder of this run is gone: run it again to look into it."));
  vscode.window.createTerminal({ name: vscode.l10n.t("Run of {0}", id), cwd }).show();
}

/** What it printed beside what an earlier run did: the last of the same command, else the one that is picked. */
async function compareRuns(ports: WorkspacePorts, workspace: AgentWorkspace, run: HistoryRun): Promise<void> {
  const { history, compareTexts } = ports;
  const { runs } = await history.runs(workspace);
  const at = runs.findIndex(({ call }) => call === run.call);
  const earlier = runs.slice(at + 1).filter(({ isCommand }) => isCommand);
  const before = earlier.find(({ what }) => what === run.what) ?? (await pickedRun(earlier));
  if (!before) return;
  const [left, right] = await Promise.all(
    [before, run].map(async (one) => replayText(one, await history.output(workspace, one))),
  );
  await compareTexts(vscode.l10n.t("{0} ↔ {1}", callOfRun(before), callOfRun(run)), left ?? "", right ?? "");
}

async function pickedRun(runs: readonly HistoryRun[]): Promise<HistoryRun | undefined> {
  if (runs.length === 0) void showInformation(vscode.l10n.t("Toolcrib: no command ran before this one."));
  if (runs.length === 0) return undefined;
  const items = runs.slice(0, 50).map((run) => ({ label: callOfRun(run), description: endingOfRun(run), run }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Select the run to compare with") }))
    ?.run;
}

async function picked(care: WorkspaceCare): Promise<AgentWorkspace | undefined> {
  const all = await care.all();
  if (all.length === 0) void showInformation(vscode.l10n.t("Toolcrib: no agent has a workspace of its own yet."));
  if (all.length < 2) return all[0];
  const items = all.map((workspace) => ({ label: workspace.id, description: workspace.folder, workspace }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which agent's workspace?") }))
    ?.workspace;
}

async function openFolder({ id, folder }: AgentWorkspace): Promise<void> {
  const open = vscode.l10n.t("Open in New Window");
  const detail = vscode.l10n.t(
    'VS Code will ask whether you trust the folder. The agent "{0}" wrote its files: none of them runs until you trust it.',
    id,
  );
  const question = vscode.l10n.t("Toolcrib: open the workspace of {0} as a folder?", id);
  const answer = await showInformation(question, { modal: true, detail }, open);
  if (answer !== open) return;
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder), { forceNewWindow: true });
}

async function exportWorkspace(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Export the workspace of {0}", workspace.id),
      openLabel: vscode.l10n.t("Export Here"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) return;
  const title = vscode.l10n.t("Toolcrib: copying the workspace of {0}", workspace.id);
  const location = vscode.ProgressLocation.Notification;
  const { folder, files, leftOut } = await vscode.window.withProgress(
    { location, title, cancellable: true },
    (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort(new Error(vscode.l10n.t("the copy was cancelled and removed"))));
      const stamp = new Date().toISOString().replace(/[-:.]/g, "");
      return care.export(workspace, chosen.fsPath, stamp, stop.signal);
    },
  );
  void showInformation(
    leftOut > 0
      ? vscode.l10n.t(
          "Toolcrib: copied to {0}. Files: {1}. Left out: {2} (links and other entries that are not files).",
          folder,
          files,
          leftOut,
        )
      : vscode.l10n.t("Toolcrib: copied to {0}. Files: {1}.", folder, files),
  );
}

const deleting = ({ id }: AgentWorkspace) => vscode.l10n.t("Toolcrib: deleting files of the workspace of {0}", id);

async function clear(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const placeHolder = vscode.l10n.t("Select what to delete from the workspace of {0}", workspace.id);
  const choice = await vscode.window.showQuickPick(clearChoices, { placeHolder, ignoreFocusOut: true });
  if (!choice) return;
  const question = vscode.l10n.t("Toolcrib: clear the workspace of {0}?", workspace.id);
  const detail = `${choice.deletes(workspace.folder)} ${historyStays}`;
  if (await agreed(question, detail, vscode.l10n.t("Clear")))
    await whileChanging(deleting(workspace), () => care.clear(workspace, choice.wish));
}

async function deleteAll(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const question = vscode.l10n.t("Toolcrib: delete the workspace of {0}?", workspace.id);
  const detail = `${vscode.l10n.t("This deletes the folder {0} and everything in it, including skills, integrations and schedules.", workspace.folder)} ${historyStays}`;
  if (await agreed(question, detail, vscode.l10n.t("Delete")))
    await whileChanging(deleting(workspace), () => care.delete(workspace));
}

const agreed = async (question: string, detail: string, answer: string): Promise<boolean> =>
  (await showWarning(question, { modal: true, detail }, answer)) === answer;
