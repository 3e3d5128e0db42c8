/** What cron lines mean, by croner: five fields, so that nothing is due oftener than once a minute (EX-7). */
import type { Cron } from "croner";
import { messageOf } from "../../../core/vocabulary/toolError";
import type { ScheduleDefinition } from "../scheduleDefinition";
import type { ScheduleTimes } from "../schedules";

/** Loaded with the first cron line: most windows have none. */
const croner = (): typeof import("croner") => require("croner");

const example = 'write minute, hour, day of month, month and day of week, such as "0 7 * * 1-5" for 07:00 on workdays';

/** Milliseconds between two times of a line with five fields, at least. */
const minGap = 60_000;

const named = /^@(?:hourly|daily|weekly|monthly|yearly|annually|midnight)$/i;

/** @throws Error with one clause on what is wrong. */
function cronOf(line: string, timezone: string | undefined): Cron {
  const fields = line.trim().split(/\s+/);
  if (fields.length > 5)
    throw new Error(`it has ${fields.length} fields, but schedules run at most once a minute: ${example}`);
  if (fields.length < 5 && !named.test(line.trim()))
    throw new Error(`it has ${line.trim() === "" ? 0 : fields.length} of five fields: ${example}`);
  const { Cron } = croner();
  try {
    return new Cron(fields.join(" "), { paused: true, mode: "5-part", ...(timezone !== undefined && { timezone }) });
  } catch (error) {
    throw new Error(
      `${messageOf(error)
        .replace(/^Cron\w+: /, "")
        .replace(/\.$/, "")}: ${example}`,
    );
  }
}

function checkZone(timezone: string | undefined): void {
  if (timezone === undefined) return;
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    throw new Error(`${JSON.stringify(timezone)} is not a time zone: name one such as "Europe/Vienna" or "UTC"`);
  }
}

/** Undefined for a definition without a cron line, or with one that means nothing. */
function cronIn({ cron, timezone }: ScheduleDefinition): Cron | undefined {
  try {
    return cron === undefined ? undefined : cronOf(cron, timezone);
  } catch {
    return undefined;
  }
}

/** By looking forward alone: that is what the library is right about. @param next the first time after another. */
function latestOf(next: (from: number) => number, after: number, now: number): number | undefined {
  let due = next(after);
  if (due > now) return undefined;
  let end = now;
  while (end - due > minGap / 2) {
    const middle = (due + end) / 2;
    const found = next(middle);
    if (found <= now) due = found;
    else end = middle;
  }
  return due;
}

/** See {@link ScheduleTimes}. */
export const scheduleTimes: ScheduleTimes = {
  // Asked for when it is wanted: the first question of this kind takes a process some milliseconds.
  get zone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  problem(line, timezone) {
    try {
      checkZone(timezone);
      const next = cronOf(line, timezone).nextRun();
      return next ? undefined : "there is no such date: choose one that exists";
    } catch (error) {
      return messageOf(error);
    }
  },
  latest(definition, after, now) {
    const cron = cronIn(definition);
    return cron && latestOf((from) => cron.nextRun(new Date(from))?.getTime() ?? Number.POSITIVE_INFINITY, after, now);
  },
  next: (definition, now, count) =>
    cronIn(definition)
      ?.nextRuns(count, new Date(now))
      .map((date) => date.getTime()) ?? [],
};
