import * as vscode from "vscode";
import type { FolderVerdict } from "../core/approvedFolder";
import type { ScheduleRun } from "../core/scheduleRuns";
import type { Schedule } from "../core/schedules";
import { messageOf } from "../core/toolError";
import { revealed } from "../review/preview";
import {
  historyText,
  runStateText,
  scheduleFactLines,
  scheduleReviewText,
  scheduleWaits,
} from "../review/scheduleText";
import type { ShowText } from "./madeToolReviews";
import type { ScheduleCommands } from "./scheduleCommands";
import type { ScheduleNode, ScheduleSources } from "./schedulesView";

/** Context key: the view is there while there are schedules. */
const anyKey = "toolcrib.anySchedules";

const approve = "Approve";
const reject = "Reject";
const review = "Review…";
const showOutput = "Show Output";
const remove = "Remove";

/** Tells a person that a schedule waits or failed, shows them all of it, and does what they say to it (EX-7). */
export class ScheduleReviews implements vscode.Disposable {
  /** Digests that were told of, and those that were shown whole, in this window. */
  readonly #told = new Set<string>();
  readonly #shown = new Set<string>();
  readonly #endListening: () => void;

  constructor(
    private readonly sources: ScheduleSources,
    private readonly showText: ShowText,
    private readonly redraw: () => void,
  ) {
    this.#endListening = sources.schedules.onChange(() => this.#onChange());
    this.#onChange();
  }

  #onChange(): void {
    const all = this.sources.schedules.all();
    void vscode.commands.executeCommand("setContext", anyKey, all.length > 0);
    const news = all.filter((schedule) => scheduleWaits(schedule) && !this.#told.has(schedule.digest));
    for (const { digest } of news) this.#told.add(digest);
    if (news.length > 0) void this.#tell(news);
  }

  async #tell(news: readonly Schedule[]): Promise<void> {
    const [only] = news;
    const what =
      news.length === 1
        ? `the schedule "${only?.name}", which an agent proposed, waits for your approval`
        : `${news.length} schedules that agents proposed wait for your approval`;
    const answer = await vscode.window.showInformationMessage(`Toolcrib: ${what}.`, review);
    if (answer !== review) return;
    if (news.length === 1 && only) await this.#review(only);
    else await focusView();
  }

  /** A run that went wrong; of those that went well nobody is told. */
  async failed(schedule: Schedule, run: ScheduleRun): Promise<void> {
    const answer = await vscode.window.showWarningMessage(
      `Toolcrib: the schedule "${schedule.name}": ${runStateText(run)}.`,
      showOutput,
    );
    if (answer === showOutput) await this.#output(schedule, [run]);
  }

  /** Shows all of a schedule, and asks beside it. */
  async #review(schedule: Schedule): Promise<void> {
    await this.#show(schedule);
    const answer = await vscode.window.showInformationMessage(
      `Toolcrib: may the schedule "${schedule.name}" run as it is shown?`,
      approve,
      reject,
    );
    if (answer === approve) await this.#decide(schedule, "approved");
    if (answer === reject) await this.#decide(schedule, "rejected");
  }

  async #show(schedule: Schedule): Promise<void> {
    const text = scheduleReviewText(schedule, this.sources.schedules.times, Date.now());
    await this.showText(`Schedule ${revealed(schedule.name)}`, text);
    this.#shown.add(schedule.digest);
  }

  async #output(schedule: Schedule, runs: readonly ScheduleRun[]): Promise<void> {
    await this.showText(`Runs of ${revealed(schedule.name)}`, historyText(runs));
  }

  /** Nobody approves what they have not been shown. */
  async #approve(schedule: Schedule): Promise<void> {
    if (!this.#shown.has(schedule.digest)) return this.#review(schedule);
    const answer = await vscode.window.showWarningMessage(
      `Toolcrib: approve the schedule "${schedule.name}"?`,
      { modal: true, detail: scheduleFactLines(schedule, this.sources.schedules.times, Date.now()).join("\n") },
      approve,
    );
    if (answer === approve) await this.#decide(schedule, "approved");
  }

  async #remove(schedule: Schedule): Promise<void> {
    const answer = await vscode.window.showWarningMessage(
      `Toolcrib: remove the schedule "${schedule.name}"?`,
      { modal: true, detail: "Its definition is deleted; the files that it runs stay." },
      remove,
    );
    if (answer === remove) await this.#doing(() => this.sources.schedules.remove(schedule));
  }

  #decide(schedule: Schedule, verdict: FolderVerdict | undefined): Promise<void> {
    return this.#doing(() => this.sources.schedules.decide(schedule, verdict));
  }

  async #setPaused(schedule: Schedule, isPaused: boolean): Promise<void> {
    await this.#doing(() => this.sources.book.setPaused(schedule, isPaused));
    this.redraw();
  }

  #stop(schedule: Schedule): void {
    const { runner } = this.sources;
    if (runner.isRunning(schedule)) runner.stop(schedule);
    else void vscode.window.showInformationMessage(`Toolcrib: another window runs "${schedule.name}": stop it there.`);
  }

  async #doing(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      void vscode.window.showWarningMessage(`Toolcrib: ${messageOf(error)}`);
    }
  }

  /** The palette's command: the one schedule that waits, else the view. */
  async #open(): Promise<void> {
    const { schedules } = this.sources;
    await schedules.refresh();
    const waiting = schedules.all().filter(scheduleWaits);
    if (waiting.length === 1 && waiting[0]) await this.#review(waiting[0]);
    else if (schedules.all().length > 0) await focusView();
    else void vscode.window.showInformationMessage("Toolcrib: no agent has proposed a schedule.");
  }

  readonly commands: ScheduleCommands = {
    "schedules.review": () => this.#open(),
    "schedules.show": onSchedule((schedule) => this.#show(schedule)),
    "schedules.approve": onSchedule((schedule) => this.#approve(schedule)),
    "schedules.reject": onSchedule((schedule) => this.#decide(schedule, "rejected")),
    "schedules.withdraw": onSchedule((schedule) => this.#decide(schedule, undefined)),
    "schedules.remove": onSchedule((schedule) => this.#remove(schedule)),
    "schedules.run": onSchedule((schedule) => this.#doing(() => this.sources.runner.runNow(schedule))),
    "schedules.stop": onSchedule((schedule) => this.#stop(schedule)),
    "schedules.pause": onSchedule((schedule) => this.#setPaused(schedule, true)),
    "schedules.resume": onSchedule((schedule) => this.#setPaused(schedule, false)),
    "schedules.output": onSchedule(async (schedule, node) =>
      this.#output(schedule, node.kind === "run" ? [node.run] : await this.sources.book.history(schedule)),
    ),
  };

  dispose(): void {
    this.#endListening();
  }
}

const focusView = () => vscode.commands.executeCommand("toolcrib.schedules.focus");

/** A command of VS Code takes any argument. */
const onSchedule =
  (act: (schedule: Schedule, node: ScheduleNode) => unknown) =>
  (node?: unknown): unknown => {
    const given = node as ScheduleNode | undefined;
    return given?.schedule && act(given.schedule, given);
  };
