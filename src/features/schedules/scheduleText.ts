/** What a person reads of a schedule before they say anything to it, and of its runs (EX-7, EX-9). */

import { revealed, revealedLine } from "../../core/text/markdown";
import { oneLine } from "../../core/text/oneLine";
import { fileSections, stateText } from "../approvedFolders/folderText";
import { neededSecrets, secretText } from "../workspaces/integration";
import { packageLines } from "./lockFiles";
import type { ScheduleDefinition } from "./scheduleDefinition";
import { hostsOfSchedule } from "./scheduleHosts";
import type { RunCause, ScheduleRun, ScheduleRunState } from "./scheduleRuns";
import type { Schedule, ScheduleTimes } from "./schedules";

const states: Readonly<Record<Schedule["state"], string>> = {
  pending: "waits for your approval",
  changed: "changed since you approved it, and waits for your approval again",
  approved: "approved",
  rejected: "rejected",
  unusable: "cannot be used",
};

/** How it stands with it, in a few words. */
export const scheduleStateText = ({ state, problem, comment }: Schedule): string =>
  stateText(states[state], problem ?? comment);

/** True for one that a person has to look at. */
export const scheduleWaits = ({ state }: Schedule): boolean => state === "pending" || state === "changed";

/** A time as people read it, in a time zone or that of this machine. @param time milliseconds since 1970. */
export const scheduleTimeText = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...(timeZone !== undefined && { timeZone }),
  }).format(time);

const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;

function cronText(cron: string): string {
  const [, minute = "", hour = ""] = daily.exec(cron.trim()) ?? [];
  return hour === ""
    ? `on the cron schedule ${cron}`
    : `every day at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

const endingWords = { task: "task", command: "background command", agent: "sub-agent" } as const;

/** What starts it, a line each. */
function whenLines(definition: ScheduleDefinition, times: ScheduleTimes, now: number): string[] {
  const { cron, timezone = times.zone, catch_up, on_change, after, agent } = definition;
  const lines: string[] = [];
  if (cron !== undefined) {
    const next = times.next(definition, now, 3).map((time) => scheduleTimeText(time, timezone));
    lines.push(`It runs ${revealedLine(cronText(cron))} (${timezone}).`, `Next runs: ${next.join("; ")}.`);
    if (catch_up === "once") lines.push("Runs that were due while nothing could run are made up for by a single run.");
  }
  if (on_change)
    lines.push(`It runs when ${revealedLine(on_change.glob)} changes in ${revealedLine(on_change.folder)}.`);
  if (after) lines.push(`It runs when a ${endingWords[after]} of ${revealedLine(agent)} ends.`);
  return lines.length > 0 ? lines : ["It runs only when you start it."];
}

/** What it does and may do, a line each. */
export function scheduleFactLines(schedule: Schedule, times: ScheduleTimes, now: number): string[] {
  const { definition, files, integration } = schedule;
  if (!definition) return [];
  const { command, timeout_ms, files: folder } = definition;
  const network = hostsOfSchedule({ ...schedule, definition });
  return [
    ...whenLines(definition, times, now),
    `It runs ${revealedLine(command)} in a sandbox, for at most ${timeout_ms / 1000} s.`,
    folder === undefined
      ? "It runs in an empty folder."
      : `It runs in a copy of ${files.length} ${files.length === 1 ? "file" : "files"} of ${revealedLine(folder)}.`,
    "It can change only that folder. Its folder state stays from run to run.",
    network.length === 0
      ? "It cannot connect to any host."
      : `It may connect to ${network.join(", ")}, unless your settings deny that.`,
    ...(integration ? neededSecrets(integration) : []).map(
      (secret) => `It gets ${secretText(secret, integration?.name)}: ${revealed(secret.what)}.`,
    ),
    ...packageLines(files, integration, network),
  ];
}

/** Everything that is approved, as plain text. */
export function scheduleReviewText(schedule: Schedule, times: ScheduleTimes, now: number): string {
  const files = [{ name: "schedule", bytes: schedule.source }, ...schedule.files];
  return [
    `${schedule.name} of ${schedule.workspace}: ${scheduleStateText(schedule)}`,
    ...scheduleFactLines(schedule, times, now),
    ...fileSections(files),
  ].join("\n");
}

const runStates: Readonly<Record<ScheduleRunState, string>> = {
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  refused: "refused",
  stopped: "stopped",
  brokenOff: "interrupted",
  overlapped: "skipped, the previous run had not ended",
  missed: "missed",
};

const causes: Readonly<Record<RunCause, string>> = {
  time: "by the clock",
  change: "by a file change",
  after: "by the end of other work",
  person: "by you",
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
export const runFactLines = ({ files = [], failedTests = [] }: ScheduleRun): string[] => [
  ...(failedTests.length > 0 ? [`Failed tests: ${failedTests.join(", ")}`] : []),
  ...(files.length > 0 ? [`Files: ${files.join(", ")}`] : []),
];

/** A run in one line. */
export const runText = ({ state, startedAt, cause }: ScheduleRun): string =>
  `${runStates[state]}, ${scheduleTimeText(startedAt)}, started ${causes[cause]}`;

/** In a word or a few. */
export const runStateText = ({ state }: ScheduleRun): string => runStates[state];

/** All that is kept of its runs, the latest first, as plain text. */
export const historyText = (runs: readonly ScheduleRun[]): string =>
  runs.length === 0
    ? "It has not run yet."
    : runs
        .map((run) => [runText(run), ...runFactLines(run).map(revealed), revealed(run.text)].join("\n").trimEnd())
        .join("\n\n");
