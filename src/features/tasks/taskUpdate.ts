import * as z from "zod";
import type { Job } from "../../core/jobs/job";
import { stopJob } from "../../core/jobs/jobs";
import { actionTitle } from "../../core/text/clauses/clause";
import type { Subagent } from "../../core/tools/delegation";
import { defineTool, type RunContext, type ToolResult } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { type TaskState, type TaskStore, taskStates } from "./tasks";
import { type Work, workFor, workOfJob } from "./workList";

/** What a task came to. */
export interface TaskUpdateData {
  readonly id: string;
  readonly status: TaskState;
}

/** Ids that an error names at most, the latest. */
const maxNamed = 20;

export const taskUpdate = (tasks: TaskStore) =>
  defineTool({
    name: "task_update",
    displayName: "Update Task",
    summary: "Change the status of a task, or cancel what runs in the background",
    description:
      "Sets the status of a task: in_progress when you begin it, then done, failed or cancelled, which are final. Setting one of your background commands (bg_task_N) or sub-agents (agent_N) to cancelled stops it.",
    metadata: {
      concurrencySafe: true,
      readOnly: false,
      destructive: false,
      idempotent: true,
      searchHint: "task todo status done progress cancel background",
    },
    effectKinds: [],
    input: z.object({
      id: z.string().min(1).describe("Id of the task, as returned by task_create or task_list."),
      status: z.enum(taskStates).describe("The new status."),
    }),
    async plan({ id, status }) {
      return {
        title: actionTitle`Set ${id} to ${status}`,
        effects: [],
        run: (context) => update(tasks, id, status, context),
      };
    },
  });

/** Id of the task that a number alone means, where nothing else has that number. */
function meantTask(id: string, tasks: TaskStore, { jobs, ownAgents }: RunContext): string {
  if (!/^\d+$/.test(id) || !tasks.find(`task_${id}`)) return id;
  const others = [...jobs.ids(), ...ownAgents().map((agent) => agent.id)];
  return others.some((other) => other.endsWith(`_${id}`)) ? id : `task_${id}`;
}

async function update(tasks: TaskStore, given: string, status: TaskState, context: RunContext): Promise<ToolResult> {
  const { jobs, ownAgents, session } = context;
  const id = meantTask(given, tasks, context);
  const task = tasks.find(id);
  if (task) {
    const { title } = tasks.update(id, status, session.agent);
    const text = `${id} ${task.state === status ? `was ${status} already` : `is ${status} now`}: ${title}`;
    return { ...updated(id, status, text), lineage: task.agent === session.agent ? [] : task.lineage };
  }
  const job = jobs.ids().includes(id) ? jobs.find(id) : undefined;
  if (job) return stopped(job, status);
  const agent = ownAgents().find((one) => one.id === id);
  if (agent) return cancelled(agent, status);
  throw noSuchTask(id, workFor({ ...context, tasks }));
}

async function stopped(job: Job, status: TaskState): Promise<ToolResult> {
  if (status !== "cancelled") throw runsByItself(job.id, "command", status);
  const { text } = await stopJob(job);
  return updated(job.id, workOfJob(job).state, text);
}

/** What it came back with is told as the end of any agent is. */
async function cancelled(agent: Subagent, status: TaskState): Promise<ToolResult> {
  const { id, state } = agent;
  if (status !== "cancelled") throw runsByItself(id, "sub-agent", status);
  if (state !== "running") return updated(id, state, `${id} had already ended (${state}).`);
  agent.cancel();
  const report = await agent.ended;
  return updated(id, report.state, `Stopped ${id} (${report.state}).`);
}

const updated = (id: string, status: TaskState, text: string): ToolResult => {
  const data: TaskUpdateData = { id, status };
  return { text, isError: false, data };
};

const runsByItself = (id: string, what: string, status: TaskState) =>
  new ToolError(
    "invalid_input",
    `${id} is a ${what}, whose status depends on what it does, so it cannot be set to ${status}: only cancelled can be set, which stops it.`,
  );

function noSuchTask(id: string, known: readonly Work[]): ToolError {
  const named = known.slice(-maxNamed).map((one) => one.id);
  const earlier = known.length > named.length ? ", and earlier ones" : "";
  const hint =
    named.length > 0 ? `use one of ${named.join(", ")}${earlier}` : "there are none yet, add one with task_create";
  return new ToolError("not_found", `There is no task "${id}": ${hint}.`);
}
