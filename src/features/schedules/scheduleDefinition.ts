/** `schedules/NAME.json` of an agent's workspace: what is to run later, when, and what it may do (EX-7, EX-9). */
import * as z from "zod";
import { checkedBy, jsonIn, jsonText } from "../approvedFolders/jsonManifest";
import { hostName } from "../approvedFolders/manifestFields";

/** What else may start a run: the end of a task, of a background command or of a sub-agent of the same agent. */
export const workEndings = ["task", "command", "agent"] as const;
export type WorkEnding = (typeof workEndings)[number];

/** The parts that whoever proposes a schedule says of it. */
export const scheduleFacts = {
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]{0,47}$/,
      'expected a lowercase letter, then up to 47 lowercase letters, digits, "_" and "-"',
    )
    .describe("Name of the schedule, for example daily-report."),
  command: z
    .string()
    .min(1)
    .max(4000)
    .refine((text) => text.trim() !== "" && !text.includes("\0"), "expected a command line")
    .describe("The bash command line to run."),
  files: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe(
      "Folder of your workspace whose files it needs, such as integrations/report. Each run starts in a fresh copy of them. Default: none.",
    ),
  cron: z
    .string()
    .max(200)
    .optional()
    .describe('When to run, as a cron line of five fields, such as "0 7 * * 1-5". Default: none.'),
  timezone: z.string().max(100).optional().describe("IANA time zone of the cron line. Default: this machine's."),
  catch_up: z
    .enum(["skip", "once"])
    .default("skip")
    .describe(
      "Whether runs that were due while nothing could run are skipped or made up for by a single run. Default: skip.",
    ),
  after: z
    .enum(workEndings)
    .optional()
    .describe(
      "Kind of your own work whose end starts a run: a task, a background command or a sub-agent. Default: none.",
    ),
  network: z
    .array(hostName)
    .max(20)
    .default([])
    .describe("Hosts it may connect to, as far as the person's settings allow. Default: none."),
  timeout_ms: z
    .number()
    .int()
    .min(1000)
    .max(3_600_000)
    .default(600_000)
    .describe("Timeout of a run in milliseconds. Default: 600000."),
} as const;

const { name, ...said } = scheduleFacts;

/** The whole file. */
export const scheduleDefinition = z.strictObject({
  ...said,
  agent: z.string().min(1).max(200).describe("Whose schedule it is."),
  on_change: z
    .strictObject({
      folder: z.string().min(1).max(4000).describe("Absolute path of a workspace folder of the person."),
      glob: z.string().min(1).max(1000).describe("Glob of the files in it."),
    })
    .optional()
    .describe("Files of the person whose changes start a run."),
});

/** See {@link scheduleDefinition}. */
export type ScheduleDefinition = z.infer<typeof scheduleDefinition>;

/** Reads a definition. @throws Error with one clause on the first thing that is wrong. */
export const readScheduleDefinition = (bytes: Uint8Array): ScheduleDefinition =>
  checkedBy(scheduleDefinition, jsonIn(bytes));

/** The file's text. */
export const scheduleText = (definition: ScheduleDefinition): string => jsonText(definition);
