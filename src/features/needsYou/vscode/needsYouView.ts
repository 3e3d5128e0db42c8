import { posix } from "node:path";
import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import { fileUri } from "../../../vscode/files/fileUri";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { timeText } from "../../../vscode/ui/treeTexts";
import {
  groupedByKind,
  type WaitingGroup,
  type WaitingKind,
  type WaitingThing,
  type WaitingThings,
} from "../waitingThings";
import { focusedLine } from "./focusedLine";
import { waitingText } from "./waitingStatus";

/** One line of the tree. */
export type NeedsYouNode =
  | ({ readonly type: "group" } & WaitingGroup)
  | { readonly type: "thing"; readonly thing: WaitingThing; readonly isPart: boolean };

const groupTitles: Readonly<Record<WaitingKind, string>> = {
  edit: vscode.l10n.t("Changes"),
  call: vscode.l10n.t("Approvals"),
  question: vscode.l10n.t("Questions"),
  plan: vscode.l10n.t("Plans"),
  branch: vscode.l10n.t("Branches"),
  tool: vscode.l10n.t("Tools"),
  skill: vscode.l10n.t("Skills"),
  schedule: vscode.l10n.t("Schedules"),
  integration: vscode.l10n.t("Integrations"),
  unanswered: vscode.l10n.t("Not answered"),
};

const icons: Readonly<Record<WaitingKind, string>> = {
  edit: "edit",
  call: "terminal",
  question: "question",
  plan: "checklist",
  branch: "git-branch",
  tool: "tools",
  skill: "mortar-board",
  schedule: "watch",
  integration: "package",
  unanswered: "history",
};

const waitingColor = new vscode.ThemeColor("list.warningForeground");

function groupItem({ kind, things }: WaitingGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(groupTitles[kind], vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group ${kind}`;
  item.description = `${things.length}`;
  item.contextValue = "group";
  item.accessibilityInformation = { label: `${groupTitles[kind]}, ${things.length}` };
  return item;
}

function thingItem(thing: WaitingThing, isPart: boolean): vscode.TreeItem {
  const { id, kind, label, facts, agent, since, spoken, file, parts = [], acts, isAnswered } = thing;
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    revealed(file ? posix.basename(file.shown) : label),
    parts.length > 1 ? Expanded : None,
  );
  const who = agent === undefined ? [] : [agent];
  const when = since === undefined ? [] : [timeText(since)];
  item.id = id;
  item.description = revealed([...facts, ...who, ...when].join(" · "));
  item.tooltip = revealed([label, item.description].join("\n"));
  item.accessibilityInformation = { label: [spoken ?? [label, ...facts].join(", "), ...who, ...when].join(", ") };
  if (file) item.resourceUri = fileUri(file);
  item.iconPath = file
    ? vscode.ThemeIcon.File
    : new vscode.ThemeIcon(icons[kind], isAnswered || isPart ? undefined : waitingColor);
  // One word for each thing that can be done, for the menus.
  item.contextValue = `${kind} ${Object.keys(acts).join(" ")}`;
  if (acts.open)
    item.command = { command: "toolcrib.needsYou.open", title: vscode.l10n.t("Open"), arguments: [{ id }] };
  return item;
}

/** Everything that waits for the person's answer, the newest first; its badge counts that and nothing else. */
export class NeedsYouView implements TreeContent<NeedsYouNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #shown = new vscode.EventEmitter<void>();
  /** Somebody sees it now. */
  readonly onDidShow = this.#shown.event;
  readonly #endListening: () => void;
  #selected: readonly string[] = [];

  constructor(private readonly waiting: WaitingThings) {
    this.#endListening = waiting.onChange(() => this.#changed.fire(undefined));
  }

  setVisible(isVisible: boolean): void {
    if (isVisible) this.#shown.fire();
  }

  /** Name of the thing whose line has the keyboard, for a key that was pressed in the view. */
  focused(): Promise<string | undefined> {
    return focusedLine(() => this.#selected);
  }

  setSelected(lines: readonly NeedsYouNode[]): void {
    this.#selected = lines.flatMap((line) => (line.type === "thing" ? [line.thing.id] : []));
  }

  get badge(): vscode.ViewBadge | undefined {
    const value = this.waiting.count();
    const tooltip = waitingText(value);
    return tooltip === undefined ? undefined : { value, tooltip };
  }

  getChildren(parent?: NeedsYouNode): NeedsYouNode[] {
    const lines = (things: readonly WaitingThing[], isPart = false) =>
      things.map((thing): NeedsYouNode => ({ type: "thing", thing, isPart }));
    if (parent?.type === "group") return lines(parent.things);
    if (parent) return lines(parent.thing.parts ?? [], true);
    const all = this.waiting.all();
    return groupedByKind(all)?.map((group): NeedsYouNode => ({ type: "group", ...group })) ?? lines(all);
  }

  getTreeItem(node: NeedsYouNode): vscode.TreeItem {
    return node.type === "group" ? groupItem(node) : thingItem(node.thing, node.isPart);
  }

  dispose(): void {
    this.#endListening();
    this.#changed.dispose();
    this.#shown.dispose();
  }
}
