/** How tasks, commands and agents look in a tree. */
import * as vscode from "vscode";
import { cutToWidth } from "../../../core/text/displayWidth";
import type { TaskState } from "../tasks";
import { elapsedText, isWorkRunning, type Work, type WorkGroup } from "../workList";

/** Columns of a line. */
const widest = 80;
/** Characters of a tooltip's code; a command or a prompt may be far longer. */
const maxTooltipLength = 2000;

/** What a tooltip says in words, and the beginning of a longer text below it. */
export function tooltipOf(about: string, details: string, language: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendText(about);
  if (details === "") return text;
  const isCut = details.length > maxTooltipLength;
  return text.appendCodeblock(isCut ? `${details.slice(0, maxTooltipLength)}…` : details, language);
}

/** States in words. */
export const stateWords: Readonly<Record<TaskState, string>> = {
  pending: vscode.l10n.t("pending"),
  in_progress: vscode.l10n.t("in progress"),
  done: vscode.l10n.t("done"),
  failed: vscode.l10n.t("failed"),
  cancelled: vscode.l10n.t("cancelled"),
};

const kindWords: Readonly<Record<Work["kind"], string>> = {
  task: vscode.l10n.t("task"),
  command: vscode.l10n.t("command"),
  agent: vscode.l10n.t("sub-agent"),
  debug: vscode.l10n.t("debugged program"),
};

/** Of a command that does not end with its agent. */
const keptWord = vscode.l10n.t("keeps running");

const icon = (id: string, color?: string) => new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);

/** What each state looks like, in every tree. */
export const stateIcons: Readonly<Record<TaskState | "running", vscode.ThemeIcon>> = {
  pending: icon("circle-large-outline"),
  in_progress: icon("play-circle", "charts.blue"),
  running: icon("loading~spin"),
  done: icon("pass", "testing.iconPassed"),
  failed: icon("error", "testing.iconFailed"),
  cancelled: icon("circle-slash"),
};

/** What says more of an entry than its line. */
const detailsOf = (work: Work): string => {
  if (work.kind === "task") return work.description ?? "";
  if (work.kind === "debug") return work.program.title;
  return work.kind === "command" ? work.job.facts.command : work.subagent.wish.prompt;
};

/** What a click on it opens; a task has nothing to open. */
const openers: Readonly<Record<Work["kind"], Omit<vscode.Command, "arguments"> | undefined>> = {
  task: undefined,
  command: { command: "toolcrib.tasks.showTerminal", title: vscode.l10n.t("Show Terminal") },
  agent: { command: "toolcrib.agents.showTranscript", title: vscode.l10n.t("Show Transcript") },
  debug: { command: "toolcrib.tasks.showOutput", title: vscode.l10n.t("Show Output") },
};

/** The time for what goes on, whose state the icon tells. @param now milliseconds since 1970. */
const progressOf = ({ state, since, ending }: Work, now: number): string =>
  state === "in_progress" ? elapsedText(now - since) : (ending ?? stateWords[state]);

/** One task, command or agent. @param now milliseconds since 1970. */
export function workItem(work: Work, now: number): vscode.TreeItem {
  const { kind, id, agent, title, state } = work;
  const progress = progressOf(work, now);
  const item = new vscode.TreeItem(cutToWidth(title, widest));
  const open = openers[kind];
  item.id = `${agent}\n${id}`;
  const ports = kind === "command" && isWorkRunning(work) ? work.job.ports : [];
  const kept = kind === "command" && isWorkRunning(work) && work.job.isKept ? [keptWord] : [];
  item.description = [...ports.map(({ port }) => `:${port}`), progress, id, ...kept].join(" · ");
  const about = [vscode.l10n.t("{0} of {1}", kindWords[kind], agent), ...new Set([stateWords[state], progress])].join(
    " · ",
  );
  item.tooltip = tooltipOf(`${title}\n\n${about}`, detailsOf(work), kind === "command" ? "sh" : "text");
  item.iconPath = stateIcons[isWorkRunning(work) ? "running" : state];
  const isServer = kind === "command" && work.job.facts.serving !== undefined;
  item.contextValue = [
    `${kind}.${state}`,
    ...(isServer ? ["server"] : []),
    // Only what a browser can reach can be opened in one.
    ...(ports.some(({ isReachable }) => isReachable) ? ["served"] : []),
    ...(isServer && isWorkRunning(work) && work.endsWithAgent ? ["keepable"] : []),
  ].join(".");
  // Without the time that passes: an ear would be told of it each second.
  item.accessibilityInformation = {
    label: [title, `${kindWords[kind]} ${id}`, work.ending ?? stateWords[state], ...kept].join(", "),
  };
  if (open) item.command = { ...open, arguments: [work] };
  return item;
}

/** All of one agent. */
export function groupItem({ agent, work }: WorkGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(agent, vscode.TreeItemCollapsibleState.Expanded);
  const done = work.filter(({ state }) => state === "done").length;
  item.id = agent;
  item.description = vscode.l10n.t("{0} of {1} done", done, work.length);
  item.iconPath = new vscode.ThemeIcon("robot");
  item.contextValue = "group";
  item.accessibilityInformation = { label: `${agent}, ${item.description}` };
  return item;
}
