/** The tools of Copilot CLI and of its SDK, on which the Agent Host stands. */
import {
  asksService,
  changes,
  editorCommands,
  edits,
  editsOrPatches,
  fetches,
  finds,
  harmless,
  patches,
  reads,
  replaces,
  runs,
  searches,
  types,
  writes,
} from "../meanings";
import type { ToolTable } from "../steps";
import { claudeTools } from "./claudeTools";

const { Agent, Task, Edit, ...renamed } = claudeTools;

/** For `PreToolUse` hooks they are renamed as Claude Code's; not all of its kinds of sub-agents were seen to come to hooks. */
export const copilotTools: ToolTable = {
  ...renamed,
  Edit: editsOrPatches,
  ...{ bash: runs(), local_shell: runs(), powershell: runs("powershell") },
  ...{ write_bash: types(), write_powershell: types("powershell") },
  ...{ read_bash: harmless, list_bash: harmless, stop_bash: harmless },
  ...{ read_powershell: harmless, list_powershell: harmless, stop_powershell: harmless },
  ...{ view: reads, show_file: reads, create: writes, edit: edits },
  ...{ str_replace: replaces, insert: changes, str_replace_editor: editorCommands, apply_patch: patches },
  ...{ grep: searches, rg: searches, glob: finds },
  web_fetch: fetches,
  web_search: asksService("web search"),
  ...{ report_intent: harmless, think: harmless, update_todo: harmless, task_complete: harmless },
  ...{ ask_user: harmless, exit_plan_mode: harmless, skill: harmless },
  ...{ list_agents: harmless, read_agent: harmless },
  ...{ tool_search_tool_regex: harmless, fetch_copilot_cli_documentation: harmless },
};
