import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { personsLanguage } from "../../../vscode/ui/localReason";
import type { FolderFile } from "../../approvedFolders/approvedFolder";
import { approvalIcons, fileItem, textItem } from "../../approvedFolders/vscode/approvalItems";
import { type MadeTool, type MadeTools, madeToolsFolder } from "../madeTools";
import { isWaiting, madeToolFacts, madeToolState } from "../madeToolText";

/** One line of the tree. */
export type MadeToolNode =
  | { readonly kind: "tool"; readonly tool: MadeTool }
  | { readonly kind: "fact"; readonly tool: MadeTool; readonly text: string }
  | { readonly kind: "file"; readonly tool: MadeTool; readonly file: FolderFile };

function toolItem(tool: MadeTool): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(revealed(tool.name), isWaiting(tool) ? Expanded : Collapsed);
  item.description = madeToolState(tool, personsLanguage);
  item.tooltip = tool.manifest ? revealed(tool.manifest.description) : item.description;
  item.accessibilityInformation = { label: `${tool.name}, ${item.description}` };
  item.iconPath = approvalIcons[tool.state];
  item.contextValue = isWaiting(tool) ? "waiting" : tool.state;
  return item;
}

function openableItem(folder: vscode.Uri | undefined, { tool, file }: Extract<MadeToolNode, { kind: "file" }>) {
  const item = fileItem(file);
  if (!folder) return item;
  const uri = vscode.Uri.joinPath(folder, ...madeToolsFolder.split("/"), tool.name, ...file.name.split("/"));
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
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
    return node.kind === "fact"
      ? textItem(revealed(node.text))
      : openableItem(vscode.workspace.workspaceFolders?.[0]?.uri, node);
  }

  dispose(): void {
    this.#endListening();
    this.#changed.dispose();
  }
}
