/** What a person can do in the Workspaces view. */
import * as vscode from "vscode";
import type { AgentWorkspace } from "../../../core/ports/workspaces";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import type { HistoryRun } from "../execHistory";
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
  showText(title: string, text: string): Promise<void>;
}

interface ClearChoice extends vscode.QuickPickItem {
  readonly wish: ClearWish;
  /** What is deleted, for the question. */
  readonly what: string;
}

const clearChoices: readonly ClearChoice[] = [
  { wish: "scratch", label: "Scratch Only", detail: "What was tried out.", what: "everything in its folder scratch" },
  {
    wish: "work",
    label: "Everything but Skills, Integrations and Schedules",
    detail: "What was tried out, what was installed, and other files.",
    what: "everything in it but skills, integrations and schedules",
  },
  { wish: "all", label: "Everything", detail: "Skills, integrations and schedules, too.", what: "all of its files" },
];

const historyStays = "This cannot be undone. The history of its runs, with what they printed, is kept.";

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
      await showText(`Run of ${workspace.id}`, text);
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

async function picked(care: WorkspaceCare): Promise<AgentWorkspace | undefined> {
  const all = await care.all();
  if (all.length === 0) void showInformation("Toolcrib: no agent has a workspace of its own yet.");
  if (all.length < 2) return all[0];
  const items = all.map((workspace) => ({ label: workspace.id, description: workspace.folder, workspace }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "Which agent's workspace?" }))?.workspace;
}

async function openFolder({ id, folder }: AgentWorkspace): Promise<void> {
  const open = "Open in New Window";
  const detail = `VS Code asks there whether you trust what is in it. The agent "${id}" wrote it: as long as you do not, nothing of it is run.`;
  const question = `Toolcrib: open the workspace of ${id} as a folder?`;
  const answer = await showInformation(question, { modal: true, detail }, open);
  if (answer !== open) return;
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder), { forceNewWindow: true });
}

async function exportWorkspace(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: `Export the workspace of ${workspace.id}`,
      openLabel: "Export Here",
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) return;
  const title = `Toolcrib: copying the workspace of ${workspace.id}`;
  const location = vscode.ProgressLocation.Notification;
  const { folder, files, leftOut } = await vscode.window.withProgress(
    { location, title, cancellable: true },
    (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort(new Error("the copy was cancelled and removed")));
      const stamp = new Date().toISOString().replace(/[-:.]/g, "");
      return care.export(workspace, chosen.fsPath, stamp, stop.signal);
    },
  );
  const without = leftOut > 0 ? ` Left out: ${leftOut} (links and other things that are no files).` : "";
  void showInformation(`Toolcrib: copied to ${folder}. Files: ${files}.${without}`);
}

async function clear(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const placeHolder = `What is to be deleted from the workspace of ${workspace.id}?`;
  const choice = await vscode.window.showQuickPick(clearChoices, { placeHolder, ignoreFocusOut: true });
  if (!choice) return;
  const question = `Toolcrib: clear the workspace of ${workspace.id}?`;
  const detail = `This deletes ${choice.what}, in ${workspace.folder}. ${historyStays}`;
  if (await agreed(question, detail, "Clear")) await care.clear(workspace, choice.wish);
}

async function deleteAll(care: WorkspaceCare, workspace: AgentWorkspace): Promise<void> {
  const question = `Toolcrib: delete the workspace of ${workspace.id}?`;
  const detail = `This deletes the folder ${workspace.folder} with everything in it: what was tried out, skills, integrations and schedules. ${historyStays}`;
  if (await agreed(question, detail, "Delete")) await care.delete(workspace);
}

const agreed = async (question: string, detail: string, answer: string): Promise<boolean> =>
  (await showWarning(question, { modal: true, detail }, answer)) === answer;
