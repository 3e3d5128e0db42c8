/** How agents, their steps and their worktrees look in a tree. */

import * as vscode from "vscode";
import { cutToWidth } from "../../../core/text/displayWidth";
import type { AgentStep, Subagent } from "../../../core/tools/delegation";
import { localTitle } from "../../../vscode/ui/localReason";
import { timeText } from "../../../vscode/ui/treeTexts";
import { stateIcons, stateWords, tooltipOf } from "../../tasks/vscode/treeItems";
import { elapsedText } from "../../tasks/workList";
import { type KnownWorktree, worktreeWords } from "../../worktrees/worktrees";
import { activityTexts } from "../agentTree";
import type { AgentNode } from "./agentNode";

type NodeOf<K extends AgentNode["kind"]> = Extract<AgentNode, { kind: K }>;

/** Columns of a line. */
const widest = 80;

const modeWords: Readonly<Record<Subagent["wish"]["mode"], string>> = {
  sync: "",
  background: vscode.l10n.t("in the background"),
  worktree: vscode.l10n.t("in a worktree"),
};

const waitingIcon = new vscode.ThemeIcon("git-branch", new vscode.ThemeColor("list.warningForeground"));

const firstLine = (text: string) => cutToWidth(text.trim().split("\n")[0] as string, widest);

/** An agent, with what it does now. @param now milliseconds since 1970. */
export function agentItem({ subagent, endedAt, known }: NodeOf<"agent">, now: number): vscode.TreeItem {
  const { id, wish, state, activity, startedAt, parent, model } = subagent;
  const title = firstLine(wish.description ?? wish.prompt);
  const collapsible = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(title, state === "running" ? collapsible.Expanded : collapsible.Collapsed);
  const stateText =
    state === "running"
      ? vscode.l10n.t("at work")
      : [stateWords[state], ...(known ? [worktreeWords[known.state]] : [])].join(", ");
  const [calls, tokens] = activityTexts(activity);
  const elapsed = elapsedText((endedAt ?? now) - startedAt);
  const stateAndMode = known ? stateText : `${stateText} ${modeWords[wish.mode]}`.trim();
  const facts = [stateAndMode, calls, tokens, elapsed];
  // What was expanded stays so when the agent ends.
  item.id = id;
  // The icon says that it is at work, and what it does matters more.
  const live = [elapsed, calls, activity.last, tokens, stateAndMode];
  item.description = (state === "running" ? live : facts).filter(Boolean).join(" · ");
  const about = `${title}\n\n${vscode.l10n.t("{0} of {1}", id, parent)} · ${model}\n\n${facts.join(" · ")}`;
  item.tooltip = tooltipOf(about, wish.prompt, "text");
  item.iconPath = known ? waitingIcon : stateIcons[state];
  item.contextValue = state === "running" ? "agent.running" : known ? "agent.waiting" : "agent.ended";
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, sub-agent {1}, {2}, {3}", title, id, stateText, calls),
  };
  item.command = {
    command: "toolcrib.agents.showTranscript",
    title: vscode.l10n.t("Show Transcript"),
    arguments: [{ subagent }],
  };
  return item;
}

const stepIcons: Readonly<Record<AgentStep["kind"], vscode.ThemeIcon>> = {
  text: new vscode.ThemeIcon("comment"),
  call: new vscode.ThemeIcon("tools"),
  result: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
};

const stepText = (step: AgentStep): string => {
  if (step.kind === "text") return step.text;
  return step.kind === "call" ? localTitle(step.title) : vscode.l10n.t("{0} failed", step.tool);
};

/** One thing that an agent did. */
export function stepItem({ subagent, step: { step, time }, at }: NodeOf<"step">): vscode.TreeItem {
  const label = firstLine(stepText(step));
  const item = new vscode.TreeItem(label);
  item.id = `${subagent.id}\n${at}`;
  item.description = timeText(time);
  item.tooltip = stepText(step);
  item.iconPath = stepIcons[step.kind];
  item.contextValue = "step";
  item.accessibilityInformation = { label };
  item.command = {
    command: "toolcrib.agents.showTranscript",
    title: vscode.l10n.t("Show Transcript"),
    arguments: [{ subagent }],
  };
  return item;
}

/** A worktree whose agent is no longer known. */
export function worktreeItem({ known }: { readonly known: KnownWorktree }): vscode.TreeItem {
  const { worktree, state } = known;
  const item = new vscode.TreeItem(firstLine(worktree.description || worktree.branch));
  item.id = worktree.folder;
  item.description = `${worktreeWords[state]} · ${worktree.branch}`;
  item.tooltip = `${worktree.branch}\n${worktree.folder}\n${vscode.l10n.t("created {0} for {1}", timeText(worktree.createdAt), worktree.agent)}`;
  item.iconPath = waitingIcon;
  item.contextValue = `worktree.${state}`;
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, worktree, {1}", worktree.description, worktreeWords[state]),
  };
  return item;
}
