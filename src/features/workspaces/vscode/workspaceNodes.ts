/** The lines of the Workspaces view below an agent: what it ran, and its files. */
import { join } from "node:path";
import * as vscode from "vscode";
import { type AgentWorkspace, execHistoryName } from "../../../core/ports/workspaces";
import { cutToWidth } from "../../../core/text/displayWidth";
import { revealed } from "../../../core/text/markdown";
import { oneLine } from "../../../core/text/oneLine";
import { bytesText, timeText } from "../../../vscode/ui/treeTexts";
import { warningIcon } from "../../approvedFolders/vscode/approvalItems";
import { stateIcons, tooltipOf } from "../../tasks/vscode/treeItems";
import { callOfRun, type ExecRunState, endingOfRun, type HistoryRun } from "../execHistory";
import type { WorkspaceCare, WorkspaceEntry } from "../node/history/workspaceCare";
import type { WorkspaceHistory } from "../node/history/workspaceHistory";

/** One line of the tree. */
export interface WorkspaceNode {
  readonly workspace: AgentWorkspace;
  /** Set for a line that is a call. */
  readonly run?: HistoryRun;
  item(): vscode.TreeItem;
  /** Absent for a line with nothing below it. */
  children?(): Promise<readonly WorkspaceNode[]>;
}

/** A part of what stands below each agent. */
export type WorkspaceSection = (workspace: AgentWorkspace) => Promise<readonly WorkspaceNode[]>;

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Runs that are shown; `toolcrib history` has all. */
const maxRuns = 50;
/** Names of one folder that are shown. */
const maxEntries = 300;
/** Columns of a line. */
const widest = 80;

const runIcons: Readonly<Record<ExecRunState, vscode.ThemeIcon>> = {
  ok: stateIcons.done,
  failed: stateIcons.failed,
  denied: new vscode.ThemeIcon("circle-slash", new vscode.ThemeColor("list.warningForeground")),
  cancelled: stateIcons.cancelled,
  running: new vscode.ThemeIcon("play-circle"),
  brokenOff: stateIcons.failed,
};

const outcomeWords: Readonly<Record<ExecRunState, string>> = {
  ok: vscode.l10n.t("succeeded"),
  failed: vscode.l10n.t("failed"),
  denied: vscode.l10n.t("denied"),
  cancelled: vscode.l10n.t("cancelled"),
  running: vscode.l10n.t("started"),
  brokenOff: vscode.l10n.t("interrupted"),
};

function runItem(workspace: AgentWorkspace, run: HistoryRun): vscode.TreeItem {
  const label = cutToWidth(revealed(oneLine(callOfRun(run))), widest);
  const item = new vscode.TreeItem(label, None);
  const ending = endingOfRun(run);
  const outcome = outcomeWords[run.state];
  const when = timeText(run.time);
  item.id = `${workspace.folder}\n${run.call}`;
  item.description = `${ending} · ${when}`;
  item.tooltip = tooltipOf(
    `${run.agent} · ${run.tool} · ${run.judged}\n\n${ending} · ${when}`,
    revealed(run.what),
    "sh",
  );
  item.iconPath = runIcons[run.state];
  item.contextValue = run.isCommand ? "run command" : "run";
  const spoken = [label, ...(ending.startsWith(outcome) ? [] : [outcome]), ending, when];
  item.accessibilityInformation = { label: spoken.join(", ") };
  item.command = {
    command: "toolcrib.workspaces.replay",
    title: vscode.l10n.t("Show Output"),
    arguments: [{ workspace, run }],
  };
  return item;
}

function problemItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(revealed(text), None);
  item.tooltip = item.label as string;
  item.iconPath = warningIcon;
  item.contextValue = "problem";
  item.accessibilityInformation = { label: vscode.l10n.t("Warning: {0}", text) };
  return item;
}

/** What the agent did last, and what is wrong with the record of it. */
export const runsSection =
  (history: WorkspaceHistory): WorkspaceSection =>
  async (workspace) => {
    const { runs, problems } = await history.runs(workspace, maxRuns, 2);
    const nodes = runs.map((run): WorkspaceNode => ({ workspace, run, item: () => runItem(workspace, run) }));
    const item = () => {
      const made = new vscode.TreeItem(vscode.l10n.t("Runs"), Expanded);
      made.id = `${workspace.folder}\nruns`;
      made.description = runs.length < maxRuns ? `${runs.length}` : vscode.l10n.t("the last {0}", maxRuns);
      made.iconPath = new vscode.ThemeIcon("history");
      made.accessibilityInformation = { label: vscode.l10n.t("Runs of {0}, {1}", workspace.id, made.description) };
      return made;
    };
    return [
      ...problems.map((text): WorkspaceNode => ({ workspace, item: () => problemItem(text) })),
      ...(runs.length > 0 ? [{ workspace, item, children: async () => nodes }] : []),
    ];
  };

/** Its files and folders; each folder is read when it is opened. */
export const filesSection =
  (care: WorkspaceCare): WorkspaceSection =>
  (workspace) =>
    filesIn(care, workspace, workspace.folder);

async function filesIn(care: WorkspaceCare, workspace: AgentWorkspace, folder: string): Promise<WorkspaceNode[]> {
  const entries = (await care.entries(folder)).filter(({ name }) => name !== execHistoryName);
  const left = entries.length - maxEntries;
  return [
    ...entries.slice(0, maxEntries).map((entry) => fileNode(care, workspace, folder, entry)),
    ...(left > 0 ? [{ workspace, item: () => new vscode.TreeItem(vscode.l10n.t("… and {0} more", left)) }] : []),
  ];
}

function fileNode(
  care: WorkspaceCare,
  workspace: AgentWorkspace,
  folder: string,
  entry: WorkspaceEntry,
): WorkspaceNode {
  const path = join(folder, entry.name);
  const isFolder = entry.kind === "directory";
  const item = () => fileItem(vscode.Uri.file(path), entry);
  return { workspace, item, ...(isFolder && { children: () => filesIn(care, workspace, path) }) };
}

function fileItem(uri: vscode.Uri, { name, kind, size }: WorkspaceEntry): vscode.TreeItem {
  const item = new vscode.TreeItem(revealed(name), kind === "directory" ? Collapsed : None);
  item.id = uri.fsPath;
  item.contextValue = kind;
  item.tooltip = uri.fsPath;
  if (kind === "directory") {
    item.iconPath = vscode.ThemeIcon.Folder;
    item.accessibilityInformation = { label: vscode.l10n.t("{0}, folder", name) };
    return item;
  }
  item.description =
    kind === "file"
      ? sizeText(size)
      : kind === "link"
        ? vscode.l10n.t("link, not followed")
        : vscode.l10n.t("not a file");
  item.iconPath = kind === "file" ? vscode.ThemeIcon.File : new vscode.ThemeIcon("file-symlink-file");
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  if (kind === "file") item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
  return item;
}

/** `512 bytes`, `1.5 KB`, `12.3 MB`, `2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytesText(bytes);
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power]}`;
}
