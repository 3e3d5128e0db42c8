import * as z from "zod";
import type { CarriedLineage, Taint } from "../../core/session/taint";
import { actionTitle } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { defineTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import type { TaskState, TaskStore } from "./tasks";

/** Characters of a title and of a description; longer texts belong into files. */
const maxTitleLength = 200;
const maxDescriptionLength = 1000;

/** The task that was noted down. */
export interface TaskCreateData {
  readonly id: string;
  readonly title: string;
  readonly status: TaskState;
}

export const taskCreate = (tasks: TaskStore) =>
  defineTool({
    name: "task_create",
    displayName: "Create Task",
    summary: "Add a task that the person can follow",
    description:
      "Adds a pending task, which is shown to the person. For work with several steps, add one task for each step, set it to in_progress with task_update when you begin, and to done when it is finished. All agents of this window share one list, which is lost when the window closes.",
    metadata: {
      concurrencySafe: true,
      readOnly: false,
      destructive: false,
      idempotent: false,
      searchHint: "task todo plan step note track progress",
    },
    effectKinds: [],
    usual: ["description"],
    input: z.object({
      title: z.string().min(1).max(maxTitleLength).describe("The task in a few words, on one line."),
      description: z.string().max(maxDescriptionLength).optional().describe("Further details of the task."),
    }),
    async plan({ title: given, description = "" }) {
      const title = oneLine(given);
      if (title === "") throw new ToolError("invalid_input", 'The title is empty: describe the task in "title".');
      return {
        title: actionTitle`Add the task "${title}"`,
        effects: [],
        async run({ session }) {
          const task = tasks.create({
            agent: session.agent,
            title,
            ...(description.trim() !== "" && { description: description.trim() }),
            lineage: whatRaised(session.taint),
          });
          const data: TaskCreateData = { id: task.id, title, status: task.state };
          return { text: `Created ${task.id} (${task.state}): ${title}`, isError: false, data };
        },
      };
    },
  });

/** What brought the agent to its level: its words may hold that (PO-6). */
function whatRaised({ raisedBy }: Taint): CarriedLineage[] {
  if (!raisedBy) return [];
  const { level, source, reason, path } = raisedBy;
  return [{ level, source, reason, ...(path !== undefined && { path }) }];
}
