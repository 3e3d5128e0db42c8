import * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import type { Session } from "../../../core/session/session";
import { messageOf } from "../../../core/vocabulary/toolError";
import type { ShowText } from "../../madeTools/vscode/madeToolReviews";
import type { WaitingThings } from "../../needsYou/waitingThings";
import type { TaskStore } from "../../tasks/tasks";
import type { CompareTexts } from "../../workspaces/vscode/workspaceActions";
import { writeResult } from "../node/resultFiles";
import { ScheduleEndings } from "../scheduleEndings";
import { scheduleHindrance } from "../scheduleHindrance";
import type { ScheduleNews } from "../scheduleNews";
import { type RunnerPorts, ScheduleRunner } from "../scheduleRunner";
import type { ScheduleBook } from "../scheduleRuns";
import type { Schedule, Schedules } from "../schedules";
import { endedBadly } from "../scheduleText";
import { ScheduleReviews } from "./scheduleReviews";
import { SchedulesView } from "./schedulesView";
import { ScheduleWatches } from "./scheduleWatches";

/** Milliseconds from look to look at what is due; a suspended machine is noticed as soon. */
const lookEvery = 15_000;

/** Milliseconds after a change until it is looked at: it is to have settled by then. */
const lookAfterChange = 2500;

/** What the schedules need of the window. */
interface SchedulePorts {
  readonly crib: Crib;
  readonly schedules: Schedules;
  readonly book: ScheduleBook;
  readonly scheduleNews: ScheduleNews;
  readonly tasks: TaskStore;
  readonly runSchedule: RunnerPorts["call"];
  /** The agents of this window: while they only plan, nothing is started. */
  readonly session: Session;
  /** Takes what waits. */
  readonly things: WaitingThings;
  readonly showText: ShowText;
  readonly compareTexts: CompareTexts;
  warn(text: string): void;
}

/** The view of schedules with its commands, and what starts their runs. */
export async function openSchedules(keep: <T extends vscode.Disposable>(part: T) => T, ports: SchedulePorts) {
  const { crib, schedules, book, session, showText, compareTexts } = ports;
  const runner = new ScheduleRunner({
    schedules,
    book,
    now: () => Date.now(),
    hindrance: (schedule) => scheduleHindrance(crib, schedule, session.plan.isOn),
    call: ports.runSchedule,
    ended(schedule, run) {
      const { settings } = crib.context();
      const { "schedules.notify": notify, "schedules.resultsFolder": folder } = settings;
      if (notify === "all" || endedBadly(run)) void reviews.ended(schedule, run);
      writeResult(folder, schedule, run, book).catch((error) =>
        ports.warn(vscode.l10n.t("the result of {0} could not be written: {1}", schedule.name, messageOf(error))),
      );
    },
    problem: (text) => ports.warn(vscode.l10n.t("schedules could not be checked: {0}", text)),
  });
  await schedules.refresh();
  const isHere = ({ workspace }: Schedule) => !crib.workspaces.isElsewhere(workspace);
  const sources = { schedules, runner, book, isHere };
  const schedulesView = keep(new SchedulesView(sources));
  const reviews = keep(
    new ScheduleReviews(sources, showText, compareTexts, () => schedulesView.redraw(), ports.things),
  );
  const look = () =>
    void schedules
      .refresh()
      .then(() => runner.look())
      .then(() => ports.scheduleNews.refresh());
  // What another process ran is told to agents, too.
  keep({ dispose: runner.onChange(() => void ports.scheduleNews.refresh()) });
  // What is due counts from its approval on.
  keep({ dispose: schedules.onChange(() => void runner.look()) });
  const lookSoon = () => void setTimeout(look, lookAfterChange);
  keep(
    new ScheduleWatches(schedules, (schedule, at) => {
      runner.trigger(schedule, "change", at);
      lookSoon();
    }),
  );
  keep(
    new ScheduleEndings({ ...crib, tasks: ports.tasks }, (agent, kind) => {
      for (const schedule of schedules.all())
        if (schedule.definition?.after === kind && schedule.definition.agent === agent)
          runner.trigger(schedule, "after", Date.now());
      lookSoon();
    }),
  );
  const timer = setInterval(look, lookEvery);
  keep({ dispose: () => clearInterval(timer) });
  look();
  return { schedulesView, scheduleCommands: reviews.commands, closeSchedules: () => runner.stopAll() };
}
