import * as vscode from "vscode";
import type { AgentWorkspace } from "../../../core/ports/workspaces";
import { diskUse } from "../../../node/files/diskUse";
import { AnyKey } from "../../../vscode/ui/anyKey";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { WorkspaceCare } from "../node/history/workspaceCare";
import type { WorkspaceHistory } from "../node/history/workspaceHistory";
import { agentPart, projectPart } from "../node/workspaceId";
import { quotaBar } from "../quotaBar";
import { filesSection, runsSection, sizeText, type WorkspaceNode, type WorkspaceSection } from "./workspaceNodes";

/** Milliseconds in which a burst of calls is drawn once. */
const drawnEvery = 300;

/** Where the tree's lines come from. */
export interface WorkspaceSources {
  readonly care: WorkspaceCare;
  readonly history: WorkspaceHistory;
  /** What stands between what an agent did and its files. */
  readonly sections: readonly WorkspaceSection[];
  /** Bytes that an agent's files may take. */
  quota(workspace: AgentWorkspace): number;
  /** @param listener called whenever what the sections show has changed. @returns ends the listening. */
  onChange(listener: () => void): () => void;
}

/** Every agent's own workspace: what it did there, its files, and what they take (EX-5, PO-8). */
export class WorkspacesView implements TreeContent<WorkspaceNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sections: readonly WorkspaceSection[];
  readonly #sizes = new Map<string, number>();
  /** Whether any agent has a workspace, or a person has asked for the view. */
  readonly #any = new AnyKey("anyWorkspaces");
  readonly #endListening: readonly (() => void)[];
  /** What was measured may be old. */
  #isOld = true;
  #isMeasuring = false;
  #isVisible = false;
  #wasAsked = false;
  #due: NodeJS.Timeout | undefined;

  constructor(private readonly sources: WorkspaceSources) {
    const { care, history, sections } = sources;
    this.#sections = [runsSection(history), ...sections, filesSection(care)];
    const redrawSoon = () => this.#redrawSoon();
    this.#endListening = [history.onChange(redrawSoon), sources.onChange(redrawSoon)];
    void this.#tellWhetherAny();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.refresh();
  }

  /** Reads all of it anew: other windows and processes tell nothing. */
  refresh(): void {
    this.#isOld = true;
    void this.#tellWhetherAny();
    this.#changed.fire(undefined);
  }

  /** Shows the view, also when there is nothing in it. */
  async show(): Promise<void> {
    this.#wasAsked = true;
    await this.#tellWhetherAny();
    // A view that was hidden until now takes the focus only once its container is drawn.
    await vscode.commands.executeCommand("workbench.view.extension.toolcrib");
    await vscode.commands.executeCommand("toolcrib.workspaces.focus");
    this.refresh();
  }

  getTreeItem(node: WorkspaceNode): vscode.TreeItem {
    return node.item();
  }

  async getChildren(parent?: WorkspaceNode): Promise<WorkspaceNode[]> {
    if (parent) return [...((await parent.children?.()) ?? [])];
    const workspaces = await this.sources.care.all();
    if (this.#isOld && !this.#isMeasuring) void this.#measure(workspaces);
    const projects = await Promise.all(workspaces.map((workspace) => this.sources.care.projectText(workspace)));
    return workspaces.map((workspace, at) => ({
      workspace,
      item: () => this.#item(workspace, projects[at] as string),
      children: async () => (await Promise.all(this.#sections.map((section) => section(workspace)))).flat(),
    }));
  }

  #item(workspace: AgentWorkspace, project: string): vscode.TreeItem {
    const item = new vscode.TreeItem(agentPart(workspace.id), vscode.TreeItemCollapsibleState.Collapsed);
    const size = this.#sizes.get(workspace.folder);
    const most = this.sources.quota(workspace);
    const quota = sizeText(most);
    const said =
      size === undefined ? vscode.l10n.t("of {0}", quota) : vscode.l10n.t("{0} of {1}", sizeText(size), quota);
    item.id = workspace.folder;
    const bar = size === undefined ? [] : [quotaBar(size, most)];
    // What fills the line first is what the whole name would leave no room for.
    item.description = [...bar, said, projectPart(workspace.id)].join(" ").trim();
    item.tooltip = `${workspace.folder}\n${project}`;
    item.iconPath = new vscode.ThemeIcon("robot");
    item.contextValue = "workspace";
    item.accessibilityInformation = {
      label: vscode.l10n.t("Workspace of {0}, {1}, {2}", workspace.id, project, said),
    };
    return item;
  }

  /** Large workspaces take a while, so their sizes come later than their names. */
  async #measure(workspaces: readonly AgentWorkspace[]): Promise<void> {
    this.#isOld = false;
    this.#isMeasuring = true;
    let isOther = false;
    try {
      for (const { folder } of workspaces) {
        const { bytes } = await diskUse(folder);
        isOther ||= this.#sizes.get(folder) !== bytes;
        this.#sizes.set(folder, bytes);
      }
    } finally {
      this.#isMeasuring = false;
    }
    // Lines that are drawn again lose a click that has just begun.
    if (isOther) this.#changed.fire(undefined);
  }

  #redrawSoon(): void {
    this.#isOld = true;
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      void this.#tellWhetherAny();
      if (this.#isVisible) this.#changed.fire(undefined);
    }, drawnEvery);
  }

  async #tellWhetherAny(): Promise<void> {
    const isAny = this.#wasAsked || (await this.sources.care.all()).length > 0;
    this.#any.set(isAny);
  }

  dispose(): void {
    clearTimeout(this.#due);
    for (const end of this.#endListening) end();
    this.#changed.dispose();
  }
}
