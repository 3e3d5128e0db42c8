import * as z from "zod";
import { schedulesFolder } from "../../core/ports/workspaces";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type PlanContext } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { uninstalledText } from "./lockFiles";
import { type ScheduleDefinition, scheduleFacts, scheduleText } from "./scheduleDefinition";
import type { ScheduledFiles, Schedules, ScheduleTimes } from "./schedules";
import { checkRun, checkStart } from "./scheduleVain";

/** The schedule that was proposed. */
export interface ScheduleCreateData {
  readonly name: string;
  /** Where its definition is, in the agent's workspace. */
  readonly path: string;
  readonly status: "PENDING_APPROVAL";
  /** The next times it is due, in ISO 8601. */
  readonly next: readonly string[];
}

const { name, ...facts } = scheduleFacts;
const input = z.object({
  name,
  ...facts,
  on_change: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("Glob of files in the person's workspace folder whose changes start a run. Default: none."),
});

/** The definition as it will be judged and approved: with everything that it means said. */
function definitionOf(
  { name, on_change, cron, timezone, ...rest }: z.infer<typeof input>,
  { session, workspace = [] }: PlanContext,
  times: ScheduleTimes,
): ScheduleDefinition {
  const [folder] = workspace;
  if (on_change !== undefined && folder === undefined)
    throw new ToolError("unavailable", "The person has no open folder to watch for changes: leave on_change out.");
  if (on_change !== undefined) pathMatcher(on_change, true);
  return {
    ...rest,
    agent: session.agent.split("/")[0] as string,
    ...(cron !== undefined && { cron: checkedCron(cron, timezone, times) }),
    ...(cron !== undefined && { timezone: timezone ?? times.zone }),
    ...(on_change !== undefined && folder !== undefined && { on_change: { folder, glob: on_change } }),
  };
}

function checkedCron(cron: string, timezone: string | undefined, times: ScheduleTimes): string {
  const problem = times.problem(cron, timezone);
  if (problem !== undefined)
    throw new ToolError("invalid_input", `The cron line ${JSON.stringify(cron)} is invalid: ${problem}.`);
  return cron;
}

/** @throws ToolError for what is no folder of the agent's workspace. */
async function checkFiles(files: string, { host, roots: [root] }: PlanContext): Promise<void> {
  const folder = await host.resolve(files);
  const isFolder = folder.root === root && (await host.stat(folder))?.kind === "directory";
  if (!isFolder || folder.shown !== files)
    throw new ToolError(
      "invalid_input",
      `files ${JSON.stringify(files)} is not a folder in your workspace: name one such as integrations/report, without a symbolic link in its path.`,
    );
}

const noFiles: ScheduledFiles = { files: [] };

export const scheduleCreate = (schedules: Schedules) =>
  defineTool({
    name: "schedule_create",
    displayName: "Propose Schedule",
    summary: "Propose work to run later, for a person to approve",
    description: `Proposes a command line of your own workspace to run later: at set times, when files change, when your own work ends, or when the person starts it. Nothing runs until the person has approved it and the exact files it runs; any change to them needs approval again. Each run starts in a fresh folder with a copy of \`files\`, in the sandbox, and cannot ask anyone. The proposal is ${schedulesFolder}/NAME.json; delete that file to withdraw it.`,
    metadata: {
      concurrencySafe: false,
      readOnly: false,
      destructive: false,
      idempotent: true,
      searchHint: "schedule cron timer later daily trigger watch automate background job",
    },
    place: "workspace",
    effectKinds: ["write"],
    usual: ["cron", "files"],
    input,
    async plan(given, context) {
      const { host } = context;
      if (given.files !== undefined) await checkFiles(given.files, context);
      const definition = definitionOf(given, context, schedules.times);
      await checkRun(definition, context);
      const found = given.files === undefined ? noFiles : await schedules.files(context.roots[0] ?? "", given.files);
      await checkStart(definition, found, host);
      const path = `${schedulesFolder}/${given.name}.json`;
      const target = await host.resolve(path);
      const effect: WriteEffect = {
        kind: "write",
        target,
        before: (await host.stat(target)) ? await host.read(target) : undefined,
        after: Buffer.from(scheduleText(definition)),
      };
      return {
        title: actionTitle`Propose the schedule ${given.name}`,
        effects: [effect],
        async run(running) {
          await running.host.write(effect);
          const next = schedules.times.next(definition, Date.now(), 3).map((time) => new Date(time).toISOString());
          const data: ScheduleCreateData = { name: given.name, path, status: "PENDING_APPROVAL", next };
          const uninstalled = uninstalledText(found.files);
          const note = uninstalled === undefined ? "" : ` ${uninstalled}`;
          const due = next.length > 0 ? ` Once approved, it next runs at ${next.join(", ")}.` : "";
          return {
            text: `The schedule "${given.name}" is in ${path} and waits for the person's approval; nothing runs before that.${due}${note}`,
            isError: false,
            data,
          };
        },
      };
    },
  });
