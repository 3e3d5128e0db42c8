import * as vscode from "vscode";
import type { FolderFile } from "../core/approvedFolder";
import { type MadeTool, type MadeTools, madeToolsFolder } from "../core/madeTools";
import { isWaiting, madeToolFacts, madeToolState } from "../review/madeToolText";
import { revealed } from "../review/preview";
import type { TreeContent } from "./lazyTree";

/** One line of the tree. */
export type MadeToolNode =
  | { readonly kind: "tool"; readonly tool: MadeTool }
  | { readonly kind: "fact"; readonly tool: MadeTool; readonly text: string }
  | { readonly kind: "file"; readonly tool: MadeTool; readonly file: FolderFile };

const icons: Readonly<Record<MadeTool["state"], readonly [icon: string, color?: string]>> = {
  pending: ["question", "list.warningForeground"],
  changed: ["question", "list.warningForeground"],
  approved: ["pass", "testing.iconPassed"],
  rejected: ["circle-slash"],
  unusable: ["error", "testing.iconFailed"],
};

const iconOf = ({ state }: MadeTool) => {
  const [icon, color] = icons[state];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
};

function toolItem(tool: MadeTool): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(revealed(tool.name), isWaiting(tool) ? Expanded : Collapsed);
  item.description = madeToolState(tool);
  item.tooltip = tool.manifest ? revealed(tool.manifest.description) : item.description;
  item.accessibilityInformation = { label: `${tool.name}, ${item.description}` };
  item.iconPath = iconOf(tool);
  item.contextValue = isWaiting(tool) ? "waiting" : tool.state;
  return item;
}

function factItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(revealed(text));
  item.tooltip = item.label as string;
  item.iconPath = new vscode.ThemeIcon("shield");
  return item;
}

function fileItem(folder: vscode.Uri | undefined, { tool, file }: Extract<MadeToolNode, { kind: "file" }>) {
  const item = new vscode.TreeItem(file.name);
  item.description = `${file.bytes.length} bytes`;
  item.iconPath = vscode.ThemeIcon.File;
  if (!folder) return item;
  const uri = vscode.Uri.joinPath(folder, ...madeToolsFolder.split("/"), tool.name, ...file.name.split("/"));
  item.command = { command: "vscode.open", title: "Open", arguments: [uri] };
  return item;
}

/** Tools that agents made, what each may do, and its files (CT-2). */
export class MadeToolsView implements TreeContent<MadeToolNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #endListening: () => void;

  constructor(private readonly made: MadeTools) {
    this.#endListening = made.onChange(() => this.#changed.fire(undefined));
  }

  /** How many wait for the person. */
  get badge(): vscode.ViewBadge | undefined {
    const value = this.made.all().filter(isWaiting).length;
    return value > 0
      ? { value, tooltip: `${value} ${value === 1 ? "tool waits" : "tools wait"} for your approval` }
      : undefined;
  }

  getChildren(parent?: MadeToolNode): MadeToolNode[] {
    if (!parent) return this.made.all().map((tool) => ({ kind: "tool", tool }));
    if (parent.kind !== "tool") return [];
    const { tool } = parent;
    return [
      ...madeToolFacts(tool).map((text): MadeToolNode => ({ kind: "fact", tool, text })),
      ...tool.files.map((file): MadeToolNode => ({ kind: "file", tool, file })),
    ];
  }

  getTreeItem(node: MadeToolNode): vscode.TreeItem {
    if (node.kind === "tool") return toolItem(node.tool);
    return node.kind === "fact" ? factItem(node.text) : fileItem(vscode.workspace.workspaceFolders?.[0]?.uri, node);
  }

  dispose(): void {
    this.#endListening();
    this.#changed.dispose();
  }
}
