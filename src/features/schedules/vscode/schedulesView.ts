import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { approvalIcons, textItem } from "../../approvedFolders/vscode/approvalItems";
import { stateIcons } from "../../tasks/vscode/treeItems";
import type { ScheduleRunner } from "../scheduleRunner";
import type { ScheduleBook, ScheduleRun, ScheduleRunState } from "../scheduleRuns";
import { keyOf, type Schedule, type Schedules } from "../schedules";
import {
  runStateText,
  runText,
  scheduleFactLines,
  scheduleStateText,
  scheduleTimeText,
  scheduleWaits,
} from "../scheduleText";

/** A schedule with what is in the book of it. */
interface Listed {
  readonly schedule: Schedule;
  readonly runs: readonly ScheduleRun[];
  readonly isPaused: boolean;
}

/** One line of the tree. */
export type ScheduleNode =
  | ({ readonly kind: "schedule" } & Listed)
  | { readonly kind: "fact"; readonly schedule: Schedule; readonly text: string }
  | { readonly kind: "run"; readonly schedule: Schedule; readonly run: ScheduleRun };

/** What the tree shows. */
export interface ScheduleSources {
  readonly schedules: Schedules;
  readonly runner: ScheduleRunner;
  readonly book: ScheduleBook;
  /** False for what belongs to another project. */
  isHere(schedule: Schedule): boolean;
}

/** Runs that a line shows below it. */
const maxRuns = 5;

const skipped = new vscode.ThemeIcon("debug-step-over");

const runIcons: Readonly<Record<ScheduleRunState, vscode.ThemeIcon>> = {
  running: stateIcons.running,
  succeeded: stateIcons.done,
  failed: stateIcons.failed,
  refused: stateIcons.failed,
  brokenOff: stateIcons.failed,
  stopped: stateIcons.cancelled,
  overlapped: skipped,
  missed: skipped,
};

const scheduleIcons: Readonly<Record<Schedule["state"], vscode.ThemeIcon>> = {
  ...approvalIcons,
  approved: new vscode.ThemeIcon("watch"),
};

/** Schedules with when they run next, their last runs, and what each may do (EX-5, EX-7). */
export class SchedulesView implements TreeContent<ScheduleNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #ends: readonly (() => void)[];

  constructor(private readonly sources: ScheduleSources) {
    const redraw = () => this.redraw();
    this.#ends = [sources.schedules.onChange(redraw), sources.runner.onChange(redraw)];
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(parent?: ScheduleNode): Promise<ScheduleNode[]> {
    const { schedules, book, isHere } = this.sources;
    if (!parent) {
      const all = schedules
        .all()
        .filter(isHere)
        .map(async (schedule): Promise<ScheduleNode> => {
          const [runs, isPaused] = await Promise.all([book.history(schedule), book.isPaused(schedule)]);
          return { kind: "schedule", schedule, runs, isPaused };
        });
      return Promise.all(all);
    }
    if (parent.kind !== "schedule") return [];
    const { schedule, runs } = parent;
    return [
      ...runs.slice(0, maxRuns).map((run): ScheduleNode => ({ kind: "run", schedule, run })),
      ...scheduleFactLines(schedule, schedules.times, Date.now()).map(
        (text): ScheduleNode => ({ kind: "fact", schedule, text }),
      ),
    ];
  }

  getTreeItem(node: ScheduleNode): vscode.TreeItem {
    if (node.kind === "schedule") return this.#scheduleItem(node);
    return node.kind === "run" ? runItem(node) : textItem(node.text);
  }

  #scheduleItem(listed: Listed): vscode.TreeItem {
    const { schedule, runs } = listed;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(revealed(schedule.name), scheduleWaits(schedule) ? Expanded : Collapsed);
    const isRunning = this.sources.runner.isRunning(schedule) || runs[0]?.state === "running";
    item.id = keyOf(schedule);
    item.description = isRunning ? vscode.l10n.t("running") : this.#standing(listed);
    item.tooltip = `${vscode.l10n.t("{0} of the agent {1}", schedule.name, schedule.workspace)}\n${item.description}`;
    item.accessibilityInformation = { label: `${schedule.name}, ${item.description}` };
    item.iconPath = isRunning ? runIcons.running : scheduleIcons[schedule.state];
    item.contextValue = isRunning ? "running" : contextOf(listed);
    return item;
  }

  /** The next run and the last one, or why there is none. */
  #standing({ schedule, runs, isPaused }: Listed): string {
    if (schedule.state !== "approved" || !schedule.definition) return scheduleStateText(schedule, personsLanguage);
    const [next] = this.sources.schedules.times.next(schedule.definition, Date.now(), 1);
    const due = isPaused
      ? vscode.l10n.t("paused")
      : next === undefined
        ? vscode.l10n.t("approved")
        : vscode.l10n.t("next {0}", scheduleTimeText(next, personsLanguage.locale));
    return runs[0] ? `${due} · ${vscode.l10n.t("last {0}", runStateText(runs[0], personsLanguage))}` : due;
  }

  dispose(): void {
    for (const end of this.#ends) end();
    this.#changed.dispose();
  }
}

function contextOf({ schedule, isPaused }: Listed): string {
  if (scheduleWaits(schedule)) return "waiting";
  return schedule.state === "approved" && isPaused ? "paused" : schedule.state;
}

function runItem(node: Extract<ScheduleNode, { kind: "run" }>): vscode.TreeItem {
  const item = new vscode.TreeItem(runText(node.run, personsLanguage));
  item.id = `${keyOf(node.schedule)}\n${node.run.id}`;
  item.iconPath = runIcons[node.run.state];
  item.contextValue = node.run.files ? "runFiles" : "run";
  item.command = { command: "toolcrib.schedules.output", title: vscode.l10n.t("Show Output"), arguments: [node] };
  return item;
}
