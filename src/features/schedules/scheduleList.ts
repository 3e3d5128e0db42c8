import * as z from "zod";
import { defineTool, looking } from "../../core/tools/tool";
import type { Schedule, Schedules } from "./schedules";

/** One schedule, as far as its agent may know of it. */
export interface ScheduleListEntry {
  readonly name: string;
  readonly status: "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "UNUSABLE";
  /** One clause on why it cannot be used. */
  readonly problem?: string;
  /** When it is due next, in ISO 8601; absent when the clock does not start it. */
  readonly next?: string;
}

const words = {
  pending: "PENDING_APPROVAL",
  changed: "PENDING_APPROVAL",
  approved: "APPROVED",
  rejected: "REJECTED",
  unusable: "UNUSABLE",
} as const satisfies Record<Schedule["state"], ScheduleListEntry["status"]>;

const lineOf = ({ name, status, problem, next }: ScheduleListEntry): string =>
  [`${name}: ${status}`, ...(problem === undefined ? [] : [problem]), ...(next ? [`next due ${next}`] : [])].join(", ");

export const scheduleList = (schedules: Schedules) =>
  defineTool({
    name: "schedule_list",
    displayName: "List Schedules",
    summary: "List the schedules that the agent proposed",
    description:
      "Lists the schedules of your own workspace: whether the person has approved them, any problems with them, and when they run next.",
    metadata: { ...looking, searchHint: "schedule cron list approval next" },
    place: "workspace",
    effectKinds: [],
    input: z.object({}),
    async plan() {
      return {
        title: "List schedules",
        effects: [],
        async run({ roots: [folder = ""] }) {
          await schedules.refresh();
          const entries = schedules.in(folder).map((schedule): ScheduleListEntry => {
            const { name, state, problem, definition } = schedule;
            const mayCome = definition !== undefined && state !== "rejected";
            const next = mayCome ? schedules.times.next(definition, Date.now(), 1)[0] : undefined;
            return {
              name,
              status: words[state],
              ...(problem !== undefined && { problem }),
              ...(next !== undefined && { next: new Date(next).toISOString() }),
            };
          });
          const text =
            entries.length > 0
              ? entries.map(lineOf).join("\n")
              : "There are no schedules: propose one with schedule_create.";
          return { text, isError: false, data: { schedules: entries } };
        },
      };
    },
  });
