/** What a person reads of a schedule before they say anything to it, and of its runs (EX-7, EX-9). */

import { clause, nested } from "../../core/text/clauses/clause";
import { english } from "../../core/text/clauses/texts";
import { revealed, revealedLine } from "../../core/text/markdown";
import { oneLine } from "../../core/text/oneLine";
import { fileSections, standingText } from "../approvedFolders/folderText";
import { neededSecrets, secretText } from "../workspaces/integration";
import { packageLines } from "./lockFiles";
import type { ScheduleDefinition } from "./scheduleDefinition";
import { hostsOfSchedule } from "./scheduleHosts";
import type { RunCause, ScheduleRun, ScheduleRunState } from "./scheduleRuns";
import type { Schedule, ScheduleTimes } from "./schedules";

/** How it stands with it, in a few words. */
export const scheduleStateText = (schedule: Schedule, { local } = english): string => local(standingText(schedule));

/** True for one that a person has to look at. */
export const scheduleWaits = ({ state }: Schedule): boolean => state === "pending" || state === "changed";

/** A time as people read it, in a time zone or that of this machine. @param time milliseconds since 1970. */
export const scheduleTimeText = (time: number, locale: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...(timeZone !== undefined && { timeZone }),
  }).format(time);

const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;

function cronLine(cron: string, timezone: string): string {
  const [, minute = "", hour = ""] = daily.exec(cron.trim()) ?? [];
  return hour === ""
    ? clause`It runs on the cron schedule ${revealedLine(cron)} (${timezone}).`
    : clause`It runs every day at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} (${timezone}).`;
}

const afterLines = {
  task: (agent: string) => clause`It runs when a task of ${agent} ends.`,
  command: (agent: string) => clause`It runs when a background command of ${agent} ends.`,
  agent: (agent: string) => clause`It runs when a sub-agent of ${agent} ends.`,
} as const;

/** What starts it, a line each. */
function whenLines(definition: ScheduleDefinition, times: ScheduleTimes, now: number, locale: string): string[] {
  const { cron, timezone = times.zone, catch_up, on_change, after, agent } = definition;
  const lines: string[] = [];
  if (cron !== undefined) {
    const next = times.next(definition, now, 3).map((time) => scheduleTimeText(time, locale, timezone));
    lines.push(cronLine(cron, timezone), clause`Next runs: ${next.join("; ")}.`);
    if (catch_up === "once")
      lines.push(clause`Runs that were due while nothing could run are made up for by a single run.`);
  }
  if (on_change)
    lines.push(clause`It runs when ${revealedLine(on_change.glob)} changes in ${revealedLine(on_change.folder)}.`);
  if (after) lines.push(afterLines[after](revealedLine(agent)));
  return lines.length > 0 ? lines : [clause`It runs only when you start it.`];
}

/** Where it runs, in words for a person. */
function placeLine(folder: string | undefined, count: number): string {
  if (folder === undefined) return clause`It runs in an empty folder.`;
  return count === 1
    ? clause`It runs in a copy of 1 file of ${revealedLine(folder)}.`
    : clause`It runs in a copy of ${count} files of ${revealedLine(folder)}.`;
}

/** What it does and may do, a line each. */
export function scheduleFactLines(
  schedule: Schedule,
  times: ScheduleTimes,
  now: number,
  { local, locale } = english,
): string[] {
  const { definition, files, integration } = schedule;
  if (!definition) return [];
  const { command, timeout_ms, files: folder } = definition;
  const network = hostsOfSchedule({ ...schedule, definition });
  return [
    ...whenLines(definition, times, now, locale),
    clause`It runs ${revealedLine(command)} in a sandbox, for at most ${timeout_ms / 1000} s.`,
    placeLine(folder, files.length),
    clause`It can change only that folder. Its folder state stays from run to run.`,
    network.length === 0
      ? clause`It cannot connect to any host.`
      : clause`It may connect to ${network.join(", ")}, unless your settings deny that.`,
    ...(integration ? neededSecrets(integration) : []).map(
      (secret) => clause`It gets ${nested(secretText(secret, integration?.name))}: ${revealedLine(secret.what)}.`,
    ),
    ...packageLines(files, integration, network),
  ].map(local);
}

/** Everything that is approved, as plain text. */
export function scheduleReviewText(schedule: Schedule, times: ScheduleTimes, now: number, language = english): string {
  const files = [{ name: "schedule", bytes: schedule.source }, ...schedule.files];
  return [
    language.local(clause`${schedule.name} of ${schedule.workspace}: ${nested(standingText(schedule))}`),
    ...scheduleFactLines(schedule, times, now, language),
    ...fileSections(files, language),
  ].join("\n");
}

const runStates: Readonly<Record<ScheduleRunState, string>> = {
  running: clause`running`,
  succeeded: clause`succeeded`,
  failed: clause`failed`,
  refused: clause`refused`,
  stopped: clause`stopped`,
  brokenOff: clause`interrupted`,
  overlapped: clause`skipped, the previous run had not ended`,
  missed: clause`missed`,
};

const causes: Readonly<Record<RunCause, string>> = {
  time: clause`started by the clock`,
  change: clause`started by a file change`,
  after: clause`started by the end of other work`,
  person: clause`started by you`,
};

/** States of runs that a person is to look at. */
export const endedBadly = ({ state }: ScheduleRun): boolean =>
  state === "failed" || state === "refused" || state === "brokenOff";

/** The first line of what a run printed, for a notification; of one that was refused why that was, of one that failed nothing. */
export function toldOf(run: ScheduleRun): string {
  if (endedBadly(run) && run.state !== "refused") return "";
  const first = run.text.split("\n").find((line) => line.trim() !== "" && !line.startsWith("[")) ?? "";
  const line = run.state === "refused" ? first.replace(/\. .*$/, ".") : first;
  return revealed(oneLine(line)).slice(0, 200);
}

/** Files and tests of a run, a line each. */
export const runFactLines = ({ files = [], failedTests = [] }: ScheduleRun, { local } = english): string[] =>
  [
    ...(failedTests.length > 0 ? [clause`Failed tests: ${failedTests.join(", ")}`] : []),
    ...(files.length > 0 ? [clause`Files: ${files.join(", ")}`] : []),
  ].map(local);

/** A run in one line. */
export const runText = ({ state, startedAt, cause }: ScheduleRun, { local, locale } = english): string =>
  [local(runStates[state]), scheduleTimeText(startedAt, locale), local(causes[cause])].join(", ");

/** In a word or a few. */
export const runStateText = ({ state }: ScheduleRun, { local } = english): string => local(runStates[state]);

/** All that is kept of its runs, the latest first, as plain text. */
export const historyText = (runs: readonly ScheduleRun[], language = english): string =>
  runs.length === 0
    ? language.local(clause`It has not run yet.`)
    : runs
        .map((run) =>
          [runText(run, language), ...runFactLines(run, language).map(revealed), revealed(run.text)]
            .join("\n")
            .trimEnd(),
        )
        .join("\n\n");
