import * as z from "zod";
import type { CarriedLineage } from "../../core/session/taint";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking } from "../../core/tools/tool";
import type { ScheduleBook, ScheduleRun } from "./scheduleRuns";
import type { Schedule, Schedules } from "./schedules";

/** One schedule, as far as its agent may know of it. */
export interface ScheduleListEntry {
  readonly name: string;
  readonly status: "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "UNUSABLE";
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** What the person said when they rejected it. */
  readonly comment?: string;
  /** When it is due next, in ISO 8601; absent when the clock does not start it. */
  readonly next?: string;
  /** The last runs, the latest first; absent when there were none. */
  readonly runs?: readonly ScheduleOutcome[];
}

/** How a run ended. */
export interface ScheduleOutcome extends Pick<ScheduleRun, "state" | "cause" | "text" | "files" | "failedTests"> {
  /** When it began, in ISO 8601. */
  readonly at: string;
}

const words = {
  pending: "PENDING_APPROVAL",
  changed: "PENDING_APPROVAL",
  approved: "APPROVED",
  rejected: "REJECTED",
  unusable: "UNUSABLE",
} as const satisfies Record<Schedule["state"], ScheduleListEntry["status"]>;

const runLines = ({ state, at, text, files = [], failedTests = [] }: ScheduleOutcome): string[] => [
  `  ${at}: ${state}${failedTests.length > 0 ? `, failed tests: ${failedTests.join(", ")}` : ""}${files.length > 0 ? `, files: ${files.join(", ")}` : ""}`,
  ...text
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`),
];

const lineOf = ({ name, status, problem, comment, next, runs = [] }: ScheduleListEntry): string =>
  [
    [
      `${name}: ${status}`,
      ...(problem === undefined ? [] : [problem]),
      ...(comment === undefined ? [] : [`the person says: ${comment}`]),
      ...(next ? [`next due ${next}`] : []),
    ].join(", "),
    ...runs.flatMap(runLines),
  ].join("\n");

/** Runs of each that are told. */
const maxRuns = 3;

/** Characters of what one printed. */
const maxText = 1000;

const outcomeOf = ({ state, cause, startedAt, text, files, failedTests }: ScheduleRun): ScheduleOutcome => ({
  ...{ state, cause, at: new Date(startedAt).toISOString() },
  text: text.length > maxText ? `…${text.slice(-maxText)}` : text,
  ...(files && { files }),
  ...(failedTests && { failedTests }),
});

async function entryOf(
  schedule: Schedule,
  schedules: Schedules,
  runs: readonly ScheduleRun[],
): Promise<ScheduleListEntry> {
  const { name, state, problem, comment, definition } = schedule;
  const mayCome = definition !== undefined && state !== "rejected";
  const next = mayCome ? schedules.times.next(definition, Date.now(), 1)[0] : undefined;
  return {
    name,
    status: words[state],
    ...(problem !== undefined && { problem }),
    ...(comment !== undefined && { comment }),
    ...(next !== undefined && { next: new Date(next).toISOString() }),
    ...(runs.length > 0 && { runs: runs.map(outcomeOf) }),
  };
}

export const scheduleList = (schedules: Schedules, book: ScheduleBook) =>
  defineTool({
    name: "schedule_list",
    displayName: "List Schedules",
    summary: "List the schedules that the agent proposed",
    description:
      "Lists the schedules of your own workspace: whether the person has approved them, any problems with them, when they run next, and how their last runs ended with what they printed.",
    metadata: { ...looking, searchHint: "schedule cron list approval next outcome result run" },
    place: "workspace",
    effectKinds: [],
    input: z.object({}),
    async plan() {
      return {
        title: actionTitle`List schedules`,
        effects: [],
        async run({ roots: [folder = ""] }) {
          await schedules.refresh();
          const lineage: CarriedLineage[] = [];
          const entries: ScheduleListEntry[] = [];
          for (const schedule of schedules.in(folder)) {
            const runs = (await book.history(schedule)).slice(0, maxRuns);
            lineage.push(...runs.flatMap((run) => run.lineage ?? []));
            entries.push(await entryOf(schedule, schedules, runs));
          }
          const text =
            entries.length > 0
              ? entries.map(lineOf).join("\n")
              : "There are no schedules: propose one with schedule_create.";
          return { text, isError: false, data: { schedules: entries }, ...(lineage.length > 0 && { lineage }) };
        },
      };
    },
  });
