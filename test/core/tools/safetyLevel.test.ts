import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { capability, safetyLevel } from "../../../src/core/tools/safetyLevel";
import type { AnyTool } from "../../../src/core/tools/tool";
import type { EffectKind } from "../../../src/core/vocabulary/effect";
import { toolOf } from "../../support/bareCrib";

const touching = (...effectKinds: EffectKind[]): AnyTool =>
  toolOf(() => Promise.reject(new Error("unused")), { effectKinds });
const level = (tool: AnyTool) => safetyLevel(capability(tool));

describe("safety level (IFC-6, IFC-9)", () => {
  it("is computed from dry run and undo; dry run alone counts for nothing", () =>
    assert.deepEqual(
      [
        safetyLevel({ dryRun: false, reversible: false }),
        safetyLevel({ dryRun: true, reversible: false }),
        safetyLevel({ dryRun: false, reversible: true }),
        safetyLevel({ dryRun: true, reversible: true }),
      ],
      [0, 0, 1, 2],
    ));

  it("follows from the effects a tool may have (IFC-5)", () => {
    const both = { dryRun: true, reversible: true };
    const none = { dryRun: false, reversible: false };
    assert.deepEqual(
      [
        ["write"],
        ["read", "write"],
        ["list", "write"],
        ["read"],
        ["list"],
        ["exec"],
        ["write", "exec"],
        ["write", "fetch"],
        ["delegate"],
        [],
      ].map((kinds) => capability(touching(...(kinds as EffectKind[])))),
      [both, both, both, none, none, none, none, none, none, none],
    );
  });

  it("of every tool", () =>
    assert.deepEqual(Object.fromEntries(Object.values(tools).map((tool) => [tool.name, level(tool)])), {
      read_file: 0,
      write_file: 2,
      edit_file: 2,
      apply_patch: 2,
      edit_notebook: 2,
      run_cell: 0,
      debug_start: 0,
      debug_breakpoints: 0,
      debug_step: 0,
      debug_stack: 0,
      debug_variables: 0,
      debug_evaluate: 0,
      debug_stop: 0,
      move_file: 2,
      delete_file: 2,
      list_directory: 0,
      find_files: 0,
      search_text: 0,
      find_symbol: 0,
      find_references: 0,
      go_to: 0,
      call_hierarchy: 0,
      type_hierarchy: 0,
      hover: 0,
      diagnostics: 0,
      rename_symbol: 2,
      code_action: 2,
      format_code: 2,
      gitignore: 2,
      git_commit: 0,
      git_restore: 0,
      git_stash: 0,
      run_command: 0,
      serve: 0,
      run_tests: 0,
      job_output: 0,
      job_stop: 0,
      submit_plan: 0,
      ask_user: 0,
      remember: 2,
      recall: 0,
      run_agent: 0,
      task_create: 0,
      task_list: 0,
      task_update: 0,
      tool_search: 0,
      call_tool: 0,
      create_tool: 2,
      exec_write: 2,
      exec_read: 0,
      exec_run: 0,
      exec_ls: 0,
      integration_create: 2,
      integration_run: 0,
      schedule_create: 2,
      schedule_list: 0,
      skill_save: 2,
      skill_list: 0,
      skill_read: 0,
      web_fetch: 0,
      web_search: 0,
      download_file: 0,
    }));
});
