import { posix } from "node:path";
import * as vscode from "vscode";
import type { ResolvedPath } from "../../../core/vocabulary/effect";
import { fileUri } from "../../../vscode/files/fileUri";
import { filesText, timeText } from "../../../vscode/ui/treeTexts";
import type { FileChange } from "../../preview/fileChanges";
import { countsText, type LineCounts, sumOfCounts } from "../../preview/lineCounts";
import type { AppliedChange } from "./appliedChanges";
import type { ChangeNode } from "./changeNode";
import type { PendingReview } from "./pendingReview";

type NodeOf<K extends ChangeNode["kind"]> = Extract<ChangeNode, { kind: K }>;

const kindTexts: Readonly<Record<FileChange["kind"], string>> = {
  create: vscode.l10n.t("created"),
  change: vscode.l10n.t("changed"),
  delete: vscode.l10n.t("deleted"),
  move: vscode.l10n.t("moved"),
};

const notAnswered = vscode.l10n.t("not answered");

/** For ears: `+3 −1` is read as two numbers. */
const spokenCounts = ({ added, removed }: LineCounts) =>
  vscode.l10n.t("{0} lines added, {1} lines removed", added, removed);

const stateOf = ({ verdict, askedIn }: PendingReview): string => {
  if (verdict === "reject") return vscode.l10n.t("rejected, press Skip in Chat");
  if (verdict === "accept")
    return askedIn === "chat" ? vscode.l10n.t("accepted, press Allow in Chat") : vscode.l10n.t("accepted");
  return vscode.l10n.t("waiting for you");
};

function item(node: ChangeNode, label: string, description: string, spoken: string): vscode.TreeItem {
  const made = new vscode.TreeItem(label);
  made.description = description;
  made.tooltip = `${label}\n${description}`;
  made.accessibilityInformation = { label: spoken };
  made.command = { command: "toolcrib.changes.open", title: vscode.l10n.t("Open Changes"), arguments: [node] };
  return made;
}

/** A call that is asked about. */
export function pendingItem(node: NodeOf<"pending">): vscode.TreeItem {
  const { review } = node;
  const { title, files, verdict } = review;
  const counts = sumOfCounts(files.map((file) => file.counts));
  const state = stateOf(review);
  const description = `${state} · ${filesText(files.length)} · ${countsText(counts)}`;
  const spoken = `${title}, ${state}, ${filesText(files.length)}, ${spokenCounts(counts)}`;
  const made = item(node, title, description, spoken);
  made.contextValue = verdict === undefined ? "pending" : "answered";
  made.iconPath = new vscode.ThemeIcon("question", new vscode.ThemeColor("list.warningForeground"));
  made.collapsibleState =
    files.length > 1 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
  return made;
}

function fileItem(
  node: ChangeNode,
  {
    kind,
    effect,
    from,
    counts,
  }: Pick<AppliedChange, "kind" | "from" | "counts"> & { effect: { target: ResolvedPath } },
  state: string,
): vscode.TreeItem {
  const { target } = effect;
  const place = posix.dirname(target.shown);
  const change = from ? vscode.l10n.t("moved from {0}", from.shown) : kindTexts[kind];
  const parts = [counts ? countsText(counts) : vscode.l10n.t("binary"), ...(kind === "change" ? [] : [change])];
  const description = [...(place === "." ? [] : [place]), ...parts, ...(state ? [state] : [])].join(" · ");
  const spoken = [target.shown, change, counts ? spokenCounts(counts) : "", state].filter(Boolean).join(", ");
  const made = item(node, posix.basename(target.shown), description, spoken);
  made.resourceUri = fileUri(target);
  made.iconPath = vscode.ThemeIcon.File;
  return made;
}

/** One file of a call that is asked about. */
export function proposedItem(node: NodeOf<"proposed">): vscode.TreeItem {
  const { review, file } = node;
  const made = fileItem(node, file, review.waitsFor(file) ? "" : vscode.l10n.t("accepted"));
  made.contextValue = review.waitsFor(file) ? "proposed" : "answered";
  return made;
}

/** A call that an earlier window was closed over. */
export function unansweredItem(node: NodeOf<"unanswered">): vscode.TreeItem {
  const { id, title, agent, reason, time, files } = node.proposal;
  const facts = [notAnswered, filesText(files.length), timeText(time)];
  const made = item(node, title, facts.join(" · "), [title, ...facts].join(", "));
  made.id = id;
  made.tooltip = [
    title,
    vscode.l10n.t('Proposed by "{0}" at {1}. The window closed before you answered.', agent, timeText(time)),
    vscode.l10n.t("Asked because {0}.", reason),
  ].join("\n");
  made.contextValue = "unanswered";
  made.iconPath = new vscode.ThemeIcon("question");
  made.collapsibleState =
    files.length > 1 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
  return made;
}

/** One file of it. */
export function unansweredFileItem(node: NodeOf<"unansweredFile">): vscode.TreeItem {
  const { kind, target, old } = node.file;
  const place = posix.dirname(target.shown);
  const change = kind === "move" && old ? vscode.l10n.t("moved from {0}", old.shown) : kindTexts[kind];
  const description = [...(place === "." ? [] : [place]), change].join(" · ");
  const made = item(node, posix.basename(target.shown), description, `${target.shown}, ${change}, ${notAnswered}`);
  made.resourceUri = fileUri(target);
  made.iconPath = vscode.ThemeIcon.File;
  made.contextValue = "unansweredFile";
  return made;
}

/** The changes of one turn, or of one command in it. */
export function turnItem(node: NodeOf<"turn" | "command">, changes: readonly AppliedChange[]): vscode.TreeItem {
  const { id, title, time } = node.turn;
  const counts = sumOfCounts(changes.map((change) => change.counts));
  const description = `${timeText(time)} · ${filesText(changes.length)} · ${countsText(counts)}`;
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
  const made = fileItem(node, node.change, "");
  made.id = `${node.turn.id}\n${node.change.effect.target.real}`;
  made.contextValue = "applied";
  return made;
}
