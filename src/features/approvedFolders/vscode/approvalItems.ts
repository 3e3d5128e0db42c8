import * as vscode from "vscode";
import { bytesText } from "../../../vscode/ui/treeTexts";
import { stateIcons } from "../../tasks/vscode/treeItems";
import type { ApprovalState, FolderFile } from "../approvedFolder";

const warningColor = new vscode.ThemeColor("list.warningForeground");
const waitingIcon = new vscode.ThemeIcon("question", warningColor);

/** For what was approved and is not as it should be. */
export const warningIcon = new vscode.ThemeIcon("warning", warningColor);

/** How it stands with what agents made for a person to approve, in every tree. */
export const approvalIcons: Readonly<Record<ApprovalState, vscode.ThemeIcon>> = {
  pending: waitingIcon,
  changed: waitingIcon,
  approved: stateIcons.done,
  rejected: stateIcons.cancelled,
  unusable: stateIcons.failed,
};

/** A line that is a text and nothing more. */
export function textItem(text: string, icon = new vscode.ThemeIcon("shield")): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.tooltip = text;
  item.iconPath = icon;
  return item;
}

/** A file that would be approved with the rest. */
export function fileItem({ name, bytes }: FolderFile): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  item.description = bytesText(bytes.length);
  item.iconPath = vscode.ThemeIcon.File;
  return item;
}
