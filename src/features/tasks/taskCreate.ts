import * as z from "zod";
import type { CarriedLineage, Taint } from "../../core/session/taint";
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
    summary: "Note down a task, for the person to follow",
    description:
      "Notes down a task, which is pending at first and is shown to the person. For work of several steps: note each down, set it to in_progress with task_update when you begin and to done when it is done. All agents of this window share one list; it is not kept when the window closes.",
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
      description: z.string().max(maxDescriptionLength).optional().describe("What else there is to know about it."),
    }),
    async plan({ title: given, description = "" }) {
      const title = oneLine(given);
      if (title === "") throw new ToolError("invalid_input", 'The title is blank: say in "title" what there is to do.');
      return {
        title: `Note down the task "${title}"`,
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
