import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, looking, type ToolResult } from "../../core/tools/tool";
import { isEnded, type TaskState, type TaskStore } from "./tasks";
import { progressText, type Work, workFor } from "./workList";

/** Characters of a list, from which on only what has not ended is listed, without descriptions. */
const longList = 20_000;

/** One entry of the list. */
export interface ListedTask {
  readonly id: string;
  /** `command` and `agent` run in the background; `task` was noted down. */
  readonly kind: Work["kind"];
  readonly title: string;
  readonly description?: string;
  readonly status: TaskState;
  readonly agent: string;
}

/** Everything that was noted down or runs in the background, oldest first. */
export interface TaskListData {
  readonly tasks: readonly ListedTask[];
}

export const taskList = (tasks: TaskStore) =>
  defineTool({
    name: "task_list",
    displayName: "List Tasks",
    summary: "List the tasks, and what runs in the background",
    description:
      "Lists all tasks with their status, oldest first, together with your background commands (bg_task_N) and sub-agents (agent_N).",
    metadata: { ...looking, searchHint: "tasks todo plan progress status background" },
    effectKinds: [],
    input: z.object({}),
    async plan() {
      return {
        title: actionTitle`List the tasks`,
        effects: [],
        run: async (context): Promise<ToolResult> => {
          const { agent } = context.session;
          const work = workFor({ ...context, tasks });
          const ofOthers = work.flatMap((one) => (one.kind === "task" && one.agent !== agent ? one.task.lineage : []));
          const data: TaskListData = { tasks: work.map(listed) };
          return { text: listText(work, agent), isError: false, data, lineage: ofOthers };
        },
      };
    },
  });

const listed = ({ id, kind, title, description, state, agent }: Work): ListedTask => ({
  id,
  kind,
  title,
  ...(description !== undefined && { description }),
  status: state,
  agent,
});

function listText(work: readonly Work[], reader: string): string {
  if (work.length === 0) return "There are no tasks: add one with task_create.";
  const line = (one: Work) => entryLine(one, reader);
  const whole = work.map((one) => [line(one), ...descriptionOf(one)].join("\n")).join("\n");
  if (whole.length <= longList) return whole;
  const open = work.filter(({ state }) => !isEnded(state));
  const left = work.length - open.length;
  return [...open.map(line), `[the list is long: descriptions and ${left} ended tasks are left out]`].join("\n");
}

function entryLine(work: Work, reader: string): string {
  const { id, state, title, agent } = work;
  const about = [agent === reader ? "" : `of ${agent}`, progressText(work, Date.now())].filter(Boolean).join(", ");
  return `${id} [${state}] ${title}${about === "" ? "" : ` (${about})`}`;
}

const descriptionOf = ({ description }: Work): string[] =>
  description === undefined ? [] : [description.replace(/^/gm, "  ")];
