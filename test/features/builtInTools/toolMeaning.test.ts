/** What each harness's tools do, as far as their inputs are known. */
import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { makeDialects } from "../../../src/dialects";
import { type HarnessName, harnessNames } from "../../../src/features/builtInTools/harness";
import { isOurs, stepsOf } from "../../../src/features/builtInTools/toolMeaning";

const stepsFor = (harness: HarnessName, tool: string, input: Record<string, unknown>) =>
  stepsOf({ harness, tool, input, cwd: "/w", session: "" });

const edit = { old_string: "a", new_string: "b", replace_all: false };
const patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch";

const cases: readonly (readonly [HarnessName, string, Record<string, unknown>, readonly object[]])[] = [
  [
    "vscode",
    "run_in_terminal",
    { command: "ls", isBackground: true },
    [{ does: "run", command: "ls", background: true }],
  ],
  ["vscode", "send_to_terminal", { id: "1", command: "y" }, [{ does: "run", command: "y", background: false }]],
  ["vscode", "create_file", { filePath: "/w/a", content: "x" }, [{ does: "write", path: "/w/a", content: "x" }]],
  ["vscode", "create_directory", { dirPath: "/w/d" }, [{ does: "change", path: "/w/d", content: "" }]],
  ["vscode", "apply_patch", { input: patch, explanation: "" }, [{ does: "patch", patch }]],
  [
    "vscode",
    "replace_string_in_file",
    { filePath: "f", oldString: "a", newString: "b" },
    [{ does: "edit", path: "f", edits: [edit] }],
  ],
  [
    "vscode",
    "multi_replace_string_in_file",
    {
      replacements: [
        { filePath: "f", oldString: "a", newString: "b" },
        { filePath: "g", oldString: "a", newString: "b" },
        { filePath: "f", oldString: "a", newString: "b" },
      ],
    },
    [
      { does: "edit", path: "f", edits: [edit, edit] },
      { does: "edit", path: "g", edits: [edit] },
    ],
  ],
  ["vscode", "insert_edit_into_file", { filePath: "f", code: "c" }, [{ does: "change", path: "f", content: "c" }]],
  [
    "vscode",
    "edit_notebook_file",
    { filePath: "n.ipynb", newCode: "c" },
    [{ does: "change", path: "n.ipynb", content: "c" }],
  ],
  ["vscode", "read_file", { filePath: "f", startLine: 1 }, [{ does: "read", path: "f" }]],
  ["vscode", "list_dir", { path: "/w/d" }, [{ does: "list", path: "/w/d" }]],
  ["vscode", "file_search", { query: "../**" }, [{ does: "find", path: ".", pattern: "../**" }]],
  [
    "vscode",
    "grep_search",
    { query: "x", includePattern: "src/**" },
    [
      { does: "read", path: "." },
      { does: "find", path: ".", pattern: "src/**" },
    ],
  ],
  [
    "vscode",
    "fetch_webpage",
    { urls: ["https://a", "https://b"], query: "q" },
    [
      { does: "fetch", url: "https://a" },
      { does: "fetch", url: "https://b" },
    ],
  ],
  [
    "vscode",
    "create_and_run_task",
    { task: { label: "t", command: "npm", args: ["test"] } },
    [
      { does: "change", path: ".vscode/tasks.json", content: '{"label":"t","command":"npm","args":["test"]}' },
      { does: "run", command: "npm test", background: false },
    ],
  ],
  ["vscode", "manage_todo_list", { todoList: [] }, []],
  ["agent-host", "bash", { command: "ls", async: true }, [{ does: "run", command: "ls", background: true }]],
  ["agent-host", "view", { path: "/w/a" }, [{ does: "read", path: "/w/a" }]],
  ["agent-host", "report_intent", { intent: "x" }, []],
  ["copilot-cli", "Bash", { command: "ls" }, [{ does: "run", command: "ls", background: false }]],
  [
    "copilot-cli",
    "powershell",
    { command: "dir" },
    [{ does: "run", command: "dir", language: "powershell", background: false }],
  ],
  [
    "copilot-cli",
    "write_bash",
    { shellId: "1", input: "rm -rf /" },
    [{ does: "run", command: "rm -rf /", background: false }],
  ],
  ["copilot-cli", "write_bash", { shellId: "1", input: "" }, []],
  ["copilot-cli", "create", { path: "f", file_text: "x" }, [{ does: "write", path: "f", content: "x" }]],
  ["copilot-cli", "edit", { path: "f", old_str: "a", new_str: "b" }, [{ does: "edit", path: "f", edits: [edit] }]],
  [
    "copilot-cli",
    "str_replace",
    { path: "f", old_str: "a" },
    [{ does: "edit", path: "f", edits: [{ ...edit, new_string: "" }] }],
  ],
  ["copilot-cli", "insert", { path: "f", insert_line: 1, new_str: "x" }, [{ does: "change", path: "f", content: "x" }]],
  ["copilot-cli", "str_replace_editor", { command: "view", path: "f" }, [{ does: "read", path: "f" }]],
  [
    "copilot-cli",
    "str_replace_editor",
    { command: "create", path: "f", file_text: "x" },
    [{ does: "write", path: "f", content: "x" }],
  ],
  ["copilot-cli", "apply_patch", { input: patch }, [{ does: "patch", patch }]],
  ["copilot-cli", "Edit", { input: patch }, [{ does: "patch", patch }]],
  ["agent-host", "Edit", { patchText: patch }, [{ does: "patch", patch }]],
  ["copilot-cli", "Edit", { path: "f", old_str: "a", new_str: "b" }, [{ does: "edit", path: "f", edits: [edit] }]],
  [
    "copilot-cli",
    "rg",
    { pattern: "x", paths: ["a", "b"] },
    [
      { does: "read", path: "a" },
      { does: "read", path: "b" },
    ],
  ],
  ["copilot-cli", "grep", { pattern: "x" }, [{ does: "read", path: "." }]],
  ["copilot-cli", "glob", { pattern: "*.ts", paths: "src" }, [{ does: "find", path: "src", pattern: "*.ts" }]],
  ["copilot-cli", "web_fetch", { url: "https://a" }, [{ does: "fetch", url: "https://a" }]],
  ["copilot-cli", "update_todo", { todos: "" }, []],
  [
    "claude-code",
    "Bash",
    { command: "ls", run_in_background: true },
    [{ does: "run", command: "ls", background: true }],
  ],
  ["claude-code", "Read", { file_path: "/w/a" }, [{ does: "read", path: "/w/a" }]],
  ["claude-code", "Write", { file_path: "f", content: "x" }, [{ does: "write", path: "f", content: "x" }]],
  [
    "claude-code",
    "Edit",
    { file_path: "f", old_string: "a", new_string: "b", replace_all: true },
    [{ does: "edit", path: "f", edits: [{ ...edit, replace_all: true }] }],
  ],
  [
    "claude-code",
    "MultiEdit",
    { file_path: "f", edits: [edit, edit] },
    [{ does: "edit", path: "f", edits: [edit, edit] }],
  ],
  [
    "claude-code",
    "NotebookEdit",
    { notebook_path: "n.ipynb", new_source: "x" },
    [{ does: "change", path: "n.ipynb", content: "x" }],
  ],
  ["claude-code", "Glob", { pattern: "**/*.ts" }, [{ does: "find", path: ".", pattern: "**/*.ts" }]],
  ["claude-code", "Grep", { pattern: "x", path: "src" }, [{ does: "read", path: "src" }]],
  ["claude-code", "LS", { path: "/w" }, [{ does: "list", path: "/w" }]],
  ["claude-code", "WebFetch", { url: "https://a", prompt: "p" }, [{ does: "fetch", url: "https://a" }]],
  ["claude-code", "TodoWrite", { todos: [] }, []],
];

describe("what built-in tools do", () => {
  for (const [harness, tool, input, steps] of cases)
    it(`${tool} of ${harness} with ${Object.keys(input).join(", ")}`, () =>
      assert.deepEqual(stepsFor(harness, tool, input), steps));

  it("is not known of another name, of another harness's tool or of what every object has", () => {
    for (const [harness, tool] of [
      ["vscode", "Bash"],
      ["claude-code", "run_in_terminal"],
      ["copilot-cli", "BASH"],
      ["claude-code", "constructor"],
      ["claude-code", "mcp__github__create_issue"],
    ] as const) {
      const [step, ...more] = stepsFor(harness, tool, { command: "ls" });
      assert.deepEqual([step?.does, more], ["delegate", []]);
    }
  });

  it("cannot be told from arguments that say two things, or that are missing", () => {
    assert.throws(() => stepsFor("claude-code", "Write", { file_path: "a", path: ".env", content: "" }), /differ/);
    assert.throws(() => stepsFor("claude-code", "Write", { content: "" }), /"path" is missing/);
    assert.throws(() => stepsFor("claude-code", "Edit", { input: patch }), /"path" is missing/);
    assert.throws(() => stepsFor("copilot-cli", "Edit", { path: ".env", input: patch }), /".env" and carries a patch/);
    assert.throws(() => stepsFor("copilot-cli", "Edit", { patch, input: `${patch}\n` }), /differ/);
    assert.throws(() => stepsFor("claude-code", "Bash", { command: ["ls"] }), /is not text/);
    assert.throws(() => stepsFor("copilot-cli", "str_replace_editor", { command: "rename", path: "a" }), /"rename"/);
    assert.throws(() => stepsFor("vscode", "multi_replace_string_in_file", { replacements: [] }), /list of objects/);
  });
});

describe("tools of ours", () => {
  const dialects = Object.values(makeDialects(tools));
  const ours = (harness: HarnessName, tool: string) => isOurs({ harness, tool }, dialects);

  it("are known by the names that each harness gives them", () => {
    assert.ok(ours("vscode", "toolcrib_read_file"));
    assert.ok(ours("vscode", "qwen_read_file"));
    assert.ok(ours("agent-host", "cribReadFile"));
    assert.ok(ours("copilot-cli", "toolcrib-run_command"));
    // As a window offers its MCP server.
    for (const harness of ["agent-host", "copilot-cli"] as const) assert.ok(ours(harness, "Toolcrib-run_command"));
    assert.ok(ours("claude-code", "mcp__toolcrib__run_command"));
  });

  it("are none that only looks like one", () => {
    for (const name of [
      ...["toolcrib_evil", "toolcrib_", "cribEvil", "read_file", "Toolcrib_read_file", "toolcrib_read_file "],
      ...["mcp__toolcrib__evil", "mcp__toolcrib__x__run_command", "mcp__evil__toolcrib__run_command"],
      ...["mcp__toolcrib_evil__run_command", "mcp__evil__toolcrib_run_command", "mcp_toolcrib_run_command"],
      ...["evil-toolcrib-run_command", "toolcrib-evil-run_command", "toolcrib-run-command"],
    ])
      for (const harness of harnessNames.filter((one) => one !== "vscode" || name !== "read_file"))
        assert.ok(!ours(harness, name), `${name} in ${harness}`);
  });

  it("are none by a name of another harness", () => {
    assert.ok(!ours("vscode", "mcp__toolcrib__run_command"));
    assert.ok(!ours("vscode", "cribReadFile"));
    assert.ok(!ours("claude-code", "toolcrib_run_command"));
    assert.ok(!ours("claude-code", "toolcrib-run_command"));
  });
});
