/** The tools of Copilot and of VS Code itself in the Local harness, by the names that models call them by. */
import {
  asksService,
  changes,
  fetchesAll,
  fetchesIfNamed,
  finds,
  harmless,
  lists,
  looks,
  makesFolder,
  patches,
  reads,
  readsAll,
  replaces,
  replacesInFiles,
  runs,
  runsTask,
  searches,
  types,
  writes,
} from "../meanings";
import type { ToolTable } from "../steps";

export const vscodeTools: ToolTable = {
  ...{ run_in_terminal: runs(), send_to_terminal: types(), create_and_run_task: runsTask },
  ...{ get_terminal_output: harmless, kill_terminal: harmless, get_task_output: harmless },
  ...{ terminal_selection: harmless, terminal_last_command: harmless },
  ...{ create_file: writes, create_directory: makesFolder, apply_patch: patches },
  ...{ replace_string_in_file: replaces, multi_replace_string_in_file: replacesInFiles },
  ...{ insert_edit_into_file: changes, edit_notebook_file: changes },
  ...{ read_file: reads, view_image: reads, list_dir: lists },
  ...{ copilot_getNotebookSummary: reads, read_notebook_cell_output: reads, get_errors: readsAll },
  ...{ file_search: finds, grep_search: searches, test_search: readsAll },
  ...{ semantic_search: looks, search_workspace_symbols: looks },
  ...{ read_project_structure: looks, get_changed_files: looks },
  ...{ fetch_webpage: fetchesAll, open_browser_page: fetchesIfNamed, navigate_page: fetchesIfNamed },
  ...{ github_repo: asksService("GitHub search"), github_text_search: asksService("GitHub search") },
  // Each call of a sub-agent comes to the hook on its own.
  ...{ runSubagent: harmless, search_subagent: harmless, explore_subagent: harmless, execution_subagent: harmless },
  ...{ manage_todo_list: harmless, vscode_askQuestions: harmless, vscode_reviewPlan: harmless },
  ...{ vscode_get_confirmation: harmless, vscode_get_confirmation_with_options: harmless },
  ...{ tool_search: harmless, skill: harmless, get_vscode_api: harmless },
};
