import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import type { EffectKind } from "../../../src/core/vocabulary/effect";

describe("metadata (IFC-3, IFC-7)", () => {
  /** Concurrency safe, read-only, destructive, idempotent; and the words that find it. */
  const table: Readonly<Record<string, readonly [boolean, boolean, boolean, boolean, string]>> = {
    read_file: [true, true, false, true, "view show open cat lines image picture pdf notebook"],
    write_file: [false, false, false, true, "create new save overwrite content"],
    edit_file: [false, false, false, false, "change modify replace string update"],
    apply_patch: [false, false, true, false, "patch diff several files hunks change update"],
    edit_notebook: [false, false, false, false, "jupyter ipynb notebook cells insert"],
    run_cell: [false, false, true, false, "jupyter ipynb notebook cell execute kernel run output"],
    move_file: [false, false, false, false, "move rename mv relocate"],
    delete_file: [false, false, true, false, "delete remove rm unlink"],
    list_directory: [true, true, false, true, "list ls dir folder entries tree sizes"],
    find_files: [true, true, false, true, "glob find locate names paths"],
    search_text: [true, true, false, true, "grep ripgrep regex contents occurrences"],
    find_symbol: [true, true, false, true, "symbol class function method outline declaration lsp"],
    find_references: [true, true, false, true, "usages uses callers lsp symbol"],
    go_to: [true, true, false, true, "definition declaration implementation type jump lsp"],
    call_hierarchy: [true, true, false, true, "callers callees calls incoming outgoing lsp"],
    type_hierarchy: [true, true, false, true, "supertypes subtypes inheritance classes interfaces lsp"],
    hover: [true, true, false, true, "type signature documentation quick info lsp"],
    diagnostics: [true, true, false, true, "errors warnings problems lint type check quick fix lsp"],
    rename_symbol: [false, false, false, false, "rename refactor symbol identifier all files lsp"],
    code_action: [false, false, false, false, "quick fix refactor organize imports extract lsp"],
    format_code: [false, false, false, true, "format prettify indent style formatter"],
    gitignore: [false, false, false, true, "git ignore exclude untracked patterns"],
    git_commit: [false, false, false, false, "git commit save version message staged"],
    git_restore: [false, false, true, true, "git checkout discard revert changes files"],
    git_stash: [false, false, false, false, "git shelve save changes aside clean"],
    run_command: [false, false, true, false, "shell command execute terminal"],
    run_tests: [
      false,
      false,
      true,
      false,
      "test suite unit tests failing rerun coverage lcov jest pytest mocha vitest",
    ],
    debug_start: [false, false, true, false, "debugger launch run program breakpoint inspect find bug"],
    debug_breakpoints: [false, false, false, true, "debugger breakpoint logpoint condition line"],
    debug_step: [false, false, false, false, "debugger continue step over into out pause resume"],
    debug_stack: [false, true, false, true, "debugger call stack frames threads backtrace"],
    debug_variables: [false, true, false, true, "debugger variables locals values inspect object"],
    debug_evaluate: [false, false, true, false, "debugger evaluate expression watch repl"],
    debug_stop: [false, false, false, true, "debugger stop end terminate session"],
    serve: [false, false, true, false, "dev server start background port listen watch localhost browser"],
    job_output: [true, true, false, false, "background task status log tail wait"],
    job_stop: [true, false, false, true, "background task server kill cancel terminate"],
    remember: [false, false, false, true, "memory note save keep learn lesson convention"],
    recall: [true, true, false, true, "memory notes read earlier chats conventions"],
    ask_user: [false, true, false, false, "ask question user person choose options clarify decision"],
    submit_plan: [false, true, false, false, "plan mode approval proposal exit"],
    run_agent: [true, false, false, false, "sub-agent delegate parallel worktree background branch"],
    task_create: [true, false, false, false, "task todo plan step note track progress"],
    task_list: [true, true, false, true, "tasks todo plan progress status background"],
    task_update: [true, false, false, true, "task todo status done progress cancel background"],
    tool_search: [true, true, false, true, "tool search find discover deferred"],
    call_tool: [false, false, true, false, "call invoke run tool by name bridge"],
    create_tool: [false, false, false, false, "make new custom tool script extend automate reuse"],
    exec_write: [false, false, false, true, "exec workspace scratch own"],
    exec_read: [true, true, false, true, "exec workspace own"],
    exec_run: [false, false, true, false, "exec workspace run test install npm pip deno script"],
    exec_ls: [true, true, false, true, "exec workspace own"],
    skill_list: [true, true, false, true, "skill instructions howto guide workflow"],
    skill_read: [true, true, false, true, "skill instructions follow use"],
    skill_save: [false, false, false, true, "skill persist keep publish reuse approve finished work"],
    integration_create: [
      false,
      false,
      false,
      false,
      "exec workspace integration scaffold new project template code test",
    ],
    integration_run: [false, false, true, false, "exec workspace integration run test invoke"],
    schedule_create: [
      ...([false, false, false, true] as const),
      "schedule cron timer later daily trigger watch automate background job",
    ],
    schedule_list: [true, true, false, true, "schedule cron list approval next outcome result run"],
    web_fetch: [true, true, false, true, "web fetch url http page website download html"],
    web_search: [true, true, false, true, "web search internet query results google"],
    download_file: [false, false, false, true, "web download save url file binary asset"],
  };

  it("is exactly this", () =>
    assert.deepEqual(
      Object.fromEntries(
        Object.values(tools).map(({ name, metadata }) => [
          name,
          [metadata.concurrencySafe, metadata.readOnly, metadata.destructive, metadata.idempotent, metadata.searchHint],
        ]),
      ),
      table,
    ));

  it("a read-only tool declares no effect that changes anything; fetching reads", () => {
    const reading: readonly EffectKind[] = ["read", "list", "fetch", "present"];
    for (const { name, metadata, effectKinds } of Object.values(tools))
      if (metadata.readOnly)
        assert.ok(
          effectKinds.every((kind) => reading.includes(kind)),
          name,
        );
  });
});
