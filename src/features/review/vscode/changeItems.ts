import { posix } from "node:path";
import * as vscode from "vscode";
import type { FileChange } from "../../../core/vocabulary/changes/fileChanges";
import { type ChangeFacts, changedModes } from "../../../core/vocabulary/changes/fileEntry";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { fileUri } from "../../../vscode/files/fileUri";
import { filesText, timeText } from "../../../vscode/ui/treeTexts";
import { countsText, type LineCounts, sumOfCounts } from "../../preview/lineCounts";
import { turnTitle } from "../../undo/vscode/turnTitle";
import type { AppliedChange } from "./appliedChanges";
import type { ChangeNode } from "./changeNode";

type NodeOf<K extends ChangeNode["kind"]> = Extract<ChangeNode, { kind: K }>;

/** What became of a file. */
export const kindTexts: Readonly<Record<FileChange["kind"], string>> = {
  create: vscode.l10n.t("created"),
  change: vscode.l10n.t("changed"),
  delete: vscode.l10n.t("deleted"),
  move: vscode.l10n.t("moved"),
};

/** For ears: `+3 −1` is read as two numbers. */
export const spokenCounts = ({ added, removed }: LineCounts) =>
  vscode.l10n.t("lines added: {0}, removed: {1}", added, removed);

function item(node: ChangeNode, label: string, description: string, spoken: string): vscode.TreeItem {
  const made = new vscode.TreeItem(label);
  made.description = description;
  made.tooltip = `${label}\n${description}`;
  made.accessibilityInformation = { label: spoken };
  made.command = { command: "toolcrib.changes.open", title: vscode.l10n.t("Open Changes"), arguments: [node] };
  return made;
}

function fileItem(
  node: ChangeNode,
  {
    kind,
    effect,
    from,
    counts,
  }: Pick<AppliedChange, "kind" | "from" | "counts"> & { effect: { target: ResolvedPath } & ChangeFacts },
): vscode.TreeItem {
  const { target } = effect;
  const place = posix.dirname(target.shown);
  const modes = kind === "change" ? changedModes(effect) : undefined;
  const change = from
    ? vscode.l10n.t("moved from {0}", from.shown)
    : modes
      ? vscode.l10n.t("permissions {0} → {1}", modes.before, modes.after)
      : kindTexts[kind];
  const lines = counts ? countsText(counts) : vscode.l10n.t("binary");
  const isOfModesAlone = modes !== undefined && counts?.added === 0 && counts.removed === 0;
  const isSaid = kind !== "change" || modes !== undefined;
  const parts = [...(isOfModesAlone ? [] : [lines]), ...(isSaid ? [change] : [])];
  const description = [...(place === "." ? [] : [place]), ...parts].join(" · ");
  const spoken = [target.shown, change, counts ? spokenCounts(counts) : ""].filter(Boolean).join(", ");
  const made = item(node, posix.basename(target.shown), description, spoken);
  made.resourceUri = fileUri(target);
  made.iconPath = vscode.ThemeIcon.File;
  return made;
}

/** The changes of one turn, or of one command in it. */
export function turnItem(node: NodeOf<"turn" | "command">, changes: readonly AppliedChange[]): vscode.TreeItem {
  const { id, time } = node.turn;
  const title = turnTitle(node.turn);
  const counts = sumOfCounts(changes.map((change) => change.counts));
  const description = `${countsText(counts)} · ${filesText(changes.length)} · ${timeText(time)}`;
  const spoken = `${title}, ${timeText(time)}, ${filesText(changes.length)}, ${spokenCounts(counts)}`;
  const made = item(node, title, description, spoken);
  made.id = id;
  made.contextValue = node.kind;
  made.iconPath = new vscode.ThemeIcon(node.kind === "turn" ? "history" : "terminal");
  made.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  return made;
}

/** What a turn made of one file. */
export function appliedItem(node: NodeOf<"applied">): vscode.TreeItem {
  const made = fileItem(node, node.change);
  made.id = `${node.turn.id}\n${node.change.effect.target.real}`;
  made.contextValue = "applied";
  return made;
}
