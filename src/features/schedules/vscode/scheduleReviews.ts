import * as vscode from "vscode";
import { revealed } from "../../../core/text/markdown";
import { isAgentNamed } from "../../../core/vocabulary/caller";
import { personsLanguage } from "../../../vscode/ui/localReason";
import { showInformation, showWarning } from "../../../vscode/ui/notifications";
import { ApprovalReviews } from "../../approvedFolders/vscode/approvalReviews";
import type { ShowText } from "../../madeTools/vscode/madeToolReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { CompareTexts } from "../../workspaces/vscode/workspaceActions";
import type { ScheduleRun } from "../scheduleRuns";
import { keyOf, type Schedule } from "../schedules";
import {
  endedBadly,
  historyText,
  runStateText,
  scheduleFactLines,
  scheduleReviewText,
  scheduleStateText,
  scheduleWaits,
  toldOf,
} from "../scheduleText";
import { openRunFile } from "./runFiles";
import { openRunTerminal } from "./runTerminal";
import type { ScheduleCommands } from "./scheduleCommands";
import type { ScheduleNode, ScheduleSources } from "./schedulesView";

const showOutput = vscode.l10n.t("Show Output");
const remove = vscode.l10n.t("Remove");

/** The reviews of schedules that agents proposed, and what else a person does to them (EX-7). */
export class ScheduleReviews implements vscode.Disposable {
  readonly #reviews: ApprovalReviews<Schedule>;

  constructor(
    private readonly sources: ScheduleSources,
    private readonly showText: ShowText,
    private readonly compareTexts: CompareTexts,
    private readonly redraw: () => void,
    things: WaitingThings,
  ) {
    const { schedules } = sources;
    const { times } = schedules;
    this.#reviews = new ApprovalReviews<Schedule>(
      {
        items: schedules,
        key: keyOf,
        anyKey: "anySchedules",
        view: "toolcrib.schedules",
        isWaiting: scheduleWaits,
        isHere: sources.isHere,
        waits: (news) =>
          news.length === 1
            ? vscode.l10n.t(
                'the schedule "{0}", proposed by an agent, is waiting for your approval.',
                news[0]?.name ?? "",
              )
            : vscode.l10n.t("{0} schedules proposed by agents are waiting for your approval.", news.length),
        kind: "schedule",
        facts: (schedule) => ({
          label: schedule.name,
          facts: [
            schedule.state === "changed" ? scheduleStateText(schedule, personsLanguage) : vscode.l10n.t("new schedule"),
          ],
          ...(schedule.definition && { agent: schedule.definition.agent }),
        }),
        none: vscode.l10n.t("no agent has proposed a schedule."),
        confirmation: (schedule) => ({
          message: vscode.l10n.t('approve the schedule "{0}"?', schedule.name),
          detail: scheduleFactLines(schedule, times, Date.now(), personsLanguage).join("\n"),
        }),
        show: (schedule) =>
          showText(
            vscode.l10n.t("Schedule {0}", revealed(schedule.name)),
            scheduleReviewText(schedule, times, Date.now(), personsLanguage),
          ),
        approve: (schedule) => schedules.decide(schedule, "approved"),
        reject: (schedule, comment) => schedules.decide(schedule, "rejected", comment),
        about: ({ name }) => `the schedule "${name}"`,
        isOf: ({ definition }, agent) => definition !== undefined && isAgentNamed(definition.agent, agent),
      },
      things,
    );
  }

  /** What came of a run that nobody started by hand, or of one that went wrong. */
  async ended(schedule: Schedule, run: ScheduleRun): Promise<void> {
    if (!endedBadly(run) && (run.state !== "succeeded" || run.cause === "person")) return;
    const show = endedBadly(run) ? showWarning : showInformation;
    const first = toldOf(run);
    const answer = await show(
      first === ""
        ? vscode.l10n.t('Toolcrib: the schedule "{0}": {1}.', schedule.name, runStateText(run, personsLanguage))
        : vscode.l10n.t(
            'Toolcrib: the schedule "{0}": {1}. {2}',
            schedule.name,
            runStateText(run, personsLanguage),
            first,
          ),
      showOutput,
    );
    if (answer === showOutput) await this.#output(schedule, [run]);
  }

  async #output(schedule: Schedule, runs: readonly ScheduleRun[]): Promise<void> {
    await this.showText(vscode.l10n.t("Runs of {0}", revealed(schedule.name)), historyText(runs, personsLanguage));
  }

  /** What it printed beside what the run before it did. */
  async #compare(schedule: Schedule, run: ScheduleRun): Promise<void> {
    const runs = await this.sources.book.history(schedule);
    const before = runs[runs.findIndex(({ id }) => id === run.id) + 1];
    if (!before)
      return void showInformation(vscode.l10n.t('Toolcrib: "{0}" has no run before this one.', schedule.name));
    const title = vscode.l10n.t(
      "{0}: {1} ↔ {2}",
      schedule.name,
      runStateText(before, personsLanguage),
      runStateText(run, personsLanguage),
    );
    await this.compareTexts(title, historyText([before], personsLanguage), historyText([run], personsLanguage));
  }

  async #remove(schedule: Schedule): Promise<void> {
    const answer = await showWarning(
      vscode.l10n.t('Toolcrib: remove the schedule "{0}"?', schedule.name),
      { modal: true, detail: vscode.l10n.t("Its definition is deleted. The files that it runs are kept.") },
      remove,
    );
    if (answer === remove) await this.#reviews.doing(() => this.sources.schedules.remove(schedule));
  }

  async #setPaused(schedule: Schedule, isPaused: boolean): Promise<void> {
    await this.#reviews.doing(() => this.sources.book.setPaused(schedule, isPaused));
    this.redraw();
  }

  #stop(schedule: Schedule): void {
    const { runner } = this.sources;
    if (runner.isRunning(schedule)) runner.stop(schedule);
    else
      void showInformation(
        vscode.l10n.t('Toolcrib: "{0}" is running in another window: stop it there.', schedule.name),
      );
  }

  readonly #onSchedule =
    (act: (schedule: Schedule, node: ScheduleNode) => unknown) =>
    (node?: unknown): unknown => {
      const given = node as ScheduleNode | undefined;
      const schedule = this.#reviews.known(given?.schedule);
      return given && schedule && act(schedule, given);
    };

  readonly commands: ScheduleCommands = {
    "schedules.review": () => this.#reviews.open(),
    "schedules.show": this.#onSchedule((schedule) => this.#reviews.show(schedule)),
    "schedules.approve": this.#onSchedule((schedule) => this.#reviews.approve(schedule)),
    "schedules.reject": this.#onSchedule((schedule) => this.#reviews.reject(schedule)),
    "schedules.withdraw": this.#onSchedule((schedule) =>
      this.#reviews.doing(() => this.sources.schedules.decide(schedule, undefined)),
    ),
    "schedules.remove": this.#onSchedule((schedule) => this.#remove(schedule)),
    "schedules.run": this.#onSchedule((schedule) => this.#reviews.doing(() => this.sources.runner.runNow(schedule))),
    "schedules.stop": this.#onSchedule((schedule) => this.#stop(schedule)),
    "schedules.pause": this.#onSchedule((schedule) => this.#setPaused(schedule, true)),
    "schedules.resume": this.#onSchedule((schedule) => this.#setPaused(schedule, false)),
    "schedules.terminal": this.#onSchedule(async (schedule, node) => {
      if (node.kind === "run") await this.#reviews.doing(() => openRunTerminal(this.sources.book, schedule, node.run));
    }),
    "schedules.files": this.#onSchedule(async (schedule, node) => {
      if (node.kind === "run") await this.#reviews.doing(() => openRunFile(this.sources.book, schedule, node.run));
    }),
    "schedules.compare": this.#onSchedule(async (schedule, node) => {
      if (node.kind === "run") await this.#reviews.doing(() => this.#compare(schedule, node.run));
    }),
    "schedules.output": this.#onSchedule(async (schedule, node) =>
      this.#output(schedule, node.kind === "run" ? [node.run] : await this.sources.book.history(schedule)),
    ),
  };

  dispose(): void {
    this.#reviews.dispose();
  }
}
