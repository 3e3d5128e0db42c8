/** Flyto's tools for sub-agents, tasks and finding tools (DIA-1, IFC-7, AG-1, TK-1, TS-1). */
import * as z from "zod";
import { agentModes } from "../../core/tools/delegation";
import type { DialectTool } from "../../core/tools/tool";
import { looking, type ToolMetadata, type ToolResult } from "../../core/tools/tool";
import type { TaskListData } from "../../features/tasks/taskList";
import { taskStates } from "../../features/tasks/tasks";
import { dataOf, type Given, over, type ToolsByKey } from "../shared/over";
import { changing } from "./flytoMetadata";

/** The store takes care of calls at the same time (TK-3). */
const noting: ToolMetadata = { ...changing, concurrencySafe: true };

/** AG-1: an empty text is as good as none. */
const withoutEmpty = (args: Given): Given =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== ""));

const listed = (result: ToolResult): string =>
  dataOf<TaskListData>(result).tasks.length === 0 ? "There are no tasks: TaskCreate notes one down." : result.text;

/** @param tools the crib's tools by key. */
export const agentTools = (tools: ToolsByKey): DialectTool[] => [
  over(tools.runAgent, {
    name: "Agent",
    displayName: "Agent",
    description:
      "Hands a task to a sub-agent, which has the same tools and sees nothing of this conversation: the prompt has to say everything. sync waits for its result, background returns a task id at once, worktree lets it work on a git branch in a folder of its own and returns the branch.",
    metadata: changing,
    input: z.object({
      prompt: z.string().min(1).describe("The task prompt for the sub-agent"),
      description: z.string().optional().describe("Task description for tracking"),
      model: z.string().optional().describe("Model to use (inherits parent if empty)"),
      mode: z.enum(agentModes).optional().describe("Run mode: sync (default) / background / worktree"),
      branch_name: z.string().optional().describe("Branch name for worktree mode (auto-generated if empty)"),
    }),
    toInput: withoutEmpty,
  }),
  over(tools.taskCreate, {
    name: "TaskCreate",
    displayName: "Task Create",
    description:
      "Notes down a task, which is pending at first and is shown to the person. For work of several steps: note each down, then keep its status up to date with TaskUpdate.",
    metadata: noting,
    input: z.object({
      title: z.string().min(1).describe("Task title"),
      description: z.string().optional().describe("Task description"),
    }),
    toInput: (args) => args,
  }),
  over(tools.taskList, {
    name: "TaskList",
    displayName: "Task List",
    description:
      "Lists all tasks with their status, and among them the commands and sub-agents that run in the background.",
    metadata: looking,
    input: z.object({}),
    toInput: (args) => args,
    present: listed,
  }),
  over(tools.taskUpdate, {
    name: "TaskUpdate",
    displayName: "Task Update",
    description:
      "Sets the status of a task: in_progress when it is begun, then done, failed or cancelled, which are final. A command or sub-agent that runs in the background is stopped by cancelled.",
    metadata: noting,
    input: z.object({
      id: z.string().min(1).describe("Task ID"),
      status: z.enum(taskStates).describe("New status: pending/in_progress/done/failed/cancelled"),
    }),
    toInput: (args) => args,
  }),
  over(tools.toolSearch, {
    name: "ToolSearch",
    displayName: "Tool Search",
    description:
      "Searches the tools that are not offered yet, by their names and what they do, and activates those that match: they can be used from the next step on.",
    metadata: { ...looking, searchHint: "tool search find discover deferred" },
    input: z.object({
      query: z.string().min(1).describe("Search query to find tools (e.g., 'fetch web page', 'search files')"),
    }),
    toInput: (args) => args,
  }),
];
