/** Claude Code's tools. */
import {
  asksService,
  changes,
  fetches,
  finds,
  harmless,
  lists,
  reads,
  replaces,
  replacesSeveral,
  runs,
  searches,
  writes,
} from "../meanings";
import type { ToolTable } from "../steps";

export const claudeTools: ToolTable = {
  Bash: runs(),
  PowerShell: runs("powershell"),
  Monitor: runs(),
  Read: reads,
  NotebookRead: reads,
  LS: lists,
  Glob: finds,
  Grep: searches,
  Write: writes,
  Edit: replaces,
  MultiEdit: replacesSeveral,
  NotebookEdit: changes,
  WebFetch: fetches,
  WebSearch: asksService("web search"),
  // Each call of a sub-agent comes to the hook on its own.
  Agent: harmless,
  Task: harmless,
  ...{ TaskCreate: harmless, TaskGet: harmless, TaskList: harmless, TaskUpdate: harmless },
  ...{ TaskOutput: harmless, TaskStop: harmless, AgentOutputTool: harmless },
  ...{ BashOutput: harmless, KillBash: harmless, KillShell: harmless },
  ...{ TodoRead: harmless, TodoWrite: harmless, AskUserQuestion: harmless },
  ...{ EnterPlanMode: harmless, ExitPlanMode: harmless },
  ...{ Skill: harmless, SlashCommand: harmless, ToolSearch: harmless, ListMcpResourcesTool: harmless },
};
