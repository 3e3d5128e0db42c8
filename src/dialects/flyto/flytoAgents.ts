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
  dataOf<TaskListData>(result).tasks.length === 0 ? "There are no tasks: add one with TaskCreate." : result.text;

/** @param tools the crib's tools by key. */
export const agentTools = (tools: ToolsByKey): DialectTool[] => [
  over(tools.runAgent, {
    name: "Agent",
    displayName: "Agent",
    description:
      "Delegates a task to a sub-agent, which has the same tools but cannot see this conversation: put everything it needs into the prompt. sync waits for its result, background returns a task id at once, worktree lets it work on a git branch in a separate folder and returns the branch.",
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
      "Adds a pending task, which is shown to the person. For work with several steps, add one task for each step and keep its status up to date with TaskUpdate.",
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
    description: "Lists all tasks with their status, together with your background commands and sub-agents.",
    metadata: looking,
    input: z.object({}),
    toInput: (args) => args,
    present: listed,
  }),
  over(tools.taskUpdate, {
    name: "TaskUpdate",
    displayName: "Task Update",
    description:
      "Sets the status of a task: in_progress when you begin it, then done, failed or cancelled, which are final. Setting a background command or sub-agent to cancelled stops it.",
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
      "Searches tools that are not in your list yet by name or purpose and activates the matches, which can be used from the next step.",
    metadata: { ...looking, searchHint: "tool search find discover deferred" },
    input: z.object({
      query: z.string().min(1).describe("Search query to find tools (e.g., 'fetch web page', 'search files')"),
    }),
    toInput: (args) => args,
  }),
];
