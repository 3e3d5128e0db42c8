import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { findTool } from "../../../src/core/tools/dialect";
import type { DialectTool } from "../../../src/core/tools/tool";
import { translate } from "../../../src/core/tools/translate";
import { makeDialects } from "../../../src/dialects";
import { failsWith } from "../../support/toolFailure";

const dialects = makeDialects(tools);
const named = (name: string, dialect: "standard" | "qwen" = "standard") =>
  findTool(dialects[dialect], name) as DialectTool;
const inputOf = (name: string, args: unknown, dialect: "standard" | "qwen" = "standard") =>
  translate(named(name, dialect), args).input as Record<string, unknown>;

describe("translate (C-02): names", () => {
  it("fills in the defaults and nothing else", () =>
    assert.deepEqual(translate(named("read_file"), { path: "a" }), {
      args: { path: "a", offset: 0, raw: false },
      input: { path: "a", offset: 0, raw: false },
    }));

  const aliases: [tool: string, given: object, wanted: object][] = [
    ["read_file", { file_path: "a" }, { path: "a", offset: 0, raw: false }],
    ["read_file", { absolute_path: "a", maxResults: 3 }, { path: "a", offset: 0, limit: 3, raw: false }],
    ["read_file", { filePath: "a", head_limit: 3 }, { path: "a", offset: 0, limit: 3, raw: false }],
    ["list_directory", { dir_path: "a" }, { path: "a", ignore: [], include_ignored: false, recursive: false }],
    ["write_file", { path: "a", contents: "x" }, { path: "a", content: "x" }],
    [
      "edit_file",
      { path: "a", old_text: "x", new_text: "y" },
      { path: "a", old_string: "x", new_string: "y", replace_all: false },
    ],
    [
      "edit_file",
      { path: "a", oldString: "x", newString: "y", replaceAll: true },
      { path: "a", old_string: "x", new_string: "y", replace_all: true },
    ],
    [
      "edit_file",
      { path: "a", old_string: "x", new_string: "y", allow_multiple: true },
      { path: "a", old_string: "x", new_string: "y", replace_all: true },
    ],
    [
      "search_text",
      { pattern: "x", glob: "*.ts", max_results: 5 },
      {
        pattern: "x",
        include: "*.ts",
        context: 0,
        case_sensitive: true,
        include_ignored: false,
        output_mode: "content",
        limit: 5,
        offset: 0,
        multiline: false,
      },
    ],
    [
      "run_command",
      { cmd: "ls", working_dir: "a" },
      { command: "ls", cwd: "a", background: false, tty: false, outside_sandbox: false },
    ],
    [
      "run_command",
      { cmd: "ls", workdir: "a", timeout: 5 },
      { command: "ls", cwd: "a", timeout_ms: 5, background: false, tty: false, outside_sandbox: false },
    ],
    ["read_file", { target_file: "a" }, { path: "a", offset: 0, raw: false }],
    ["list_directory", { directory: "a" }, { path: "a", ignore: [], include_ignored: false, recursive: false }],
    [
      "edit_file",
      { path: "a", old_str: "x", newText: "y" },
      { path: "a", old_string: "x", new_string: "y", replace_all: false },
    ],
  ];
  for (const [tool, given, wanted] of aliases)
    it(`DIA-4 ${tool} takes ${Object.keys(given).join(", ")}`, () => assert.deepEqual(inputOf(tool, given), wanted));

  it("a time in milliseconds is made seconds for a tool that counts these", () => {
    for (const given of [{ timeout_ms: 5500 }, { timeout: 6, timeout_ms: 5500 }, { timeout_ms: "5500", timeout: 6 }])
      assert.equal(inputOf("web_fetch", { url: "https://a.example", ...given }).timeout, 6);
    assert.equal(inputOf("web_fetch", { url: "https://a.example", timeoutMs: 5500 }).timeout, 6);
    assert.throws(() => inputOf("web_fetch", { url: "https://a.example", timeout_ms: " " }), /but got " "/);
  });

  it("a name for a path means the one that the tool has, and never a folder where a file was named", () => {
    const checked = inputOf("gitignore", { action: "check", file_path: "src/a.ts" });
    assert.deepEqual([checked.path, checked.dir], ["src/a.ts", inputOf("gitignore", { action: "check" }).dir]);
    const both = inputOf("gitignore", { action: "check", directory: "sub", file_path: "a.ts" });
    assert.deepEqual([both.path, both.directory], ["a.ts", undefined]);
    const tests = inputOf("run_tests", { file_path: "test/a.test.ts", folder: "pkg" });
    assert.deepEqual([tests.file, tests.folder], ["test/a.test.ts", "pkg"]);
  });

  it("the same value twice is taken once", () =>
    assert.equal(inputOf("read_file", { path: "a", file_path: "a" }).path, "a"));

  it("two values for one parameter are refused, naming both", () =>
    failsWith(
      () => inputOf("read_file", { path: "a", file_path: "b" }),
      "invalid_input",
      'read_file was given "path" and "file_path", which mean the same, with different values: give only "path".',
    ));

  it("two aliases of one parameter are compared with each other", () =>
    failsWith(
      () => inputOf("edit_file", { path: "a", old_text: "x", oldString: "y", new_string: "z" }),
      "invalid_input",
      'edit_file was given "old_text" and "oldString", which mean the same, with different values: give only "old_string".',
    ));

  it("null and undefined count as not given", () =>
    assert.deepEqual(inputOf("read_file", { path: "a", offset: null, limit: undefined }), {
      path: "a",
      offset: 0,
      raw: false,
    }));

  it("an empty text counts as not given where a parameter may be left out and cannot be one", () => {
    const given = { path: "a", offset: "", limit: "", pages: "", raw: "" };
    assert.deepEqual(inputOf("read_file", given), { path: "a", offset: 0, raw: false });
    assert.deepEqual(inputOf("search_text", { pattern: "x", path: "", include: "", output_mode: "" }), {
      ...inputOf("search_text", { pattern: "x" }),
    });
    const edit = { path: "a", old_string: "x", new_string: "" };
    assert.equal(inputOf("edit_file", { ...edit, expected_replacements: "", edits: "" }).new_string, "");
    assert.throws(() => inputOf("search_text", { pattern: "" }), /"pattern" is wrong/);
  });

  const renamed: [tool: string, given: object, wanted: object][] = [
    ["search_text", { pattern: "x", caseSensitive: false }, { pattern: "x", case_sensitive: false }],
    ["search_text", { pattern: "x", outputMode: "count" }, { pattern: "x", output_mode: "count" }],
    ["list_directory", { includeIgnored: true }, { include_ignored: true }],
    ["list_directory", { "include-ignored": true }, { include_ignored: true }],
    ["run_command", { command: "ls", workingDir: "a" }, { command: "ls", cwd: "a" }],
    ["find_files", { glob: "*.ts" }, { pattern: "*.ts" }],
    ["find_files", { glob_pattern: "*.ts" }, { pattern: "*.ts" }],
    ["read_file", { file: "a" }, { path: "a" }],
    ["read_file", { fileName: "a" }, { path: "a" }],
    ["write_file", { path: "a", file_text: "x" }, { path: "a", content: "x" }],
    ["job_output", { jobId: "bg_task_1" }, { id: "bg_task_1" }],
    ["job_stop", { shell_id: "bg_task_1" }, { id: "bg_task_1" }],
    ["call_tool", { tool_name: "run_tests", args: { file: "a" } }, { name: "run_tests", arguments: { file: "a" } }],
    ["call_tool", { name: "run_tests", parameters: '{"file":"a"}' }, { name: "run_tests", arguments: { file: "a" } }],
  ];
  for (const [tool, given, wanted] of renamed)
    it(`${tool} reads ${JSON.stringify(given)} as ${JSON.stringify(wanted)}`, () =>
      assert.deepEqual(inputOf(tool, given), inputOf(tool, wanted)));

  it("a name in another case stays what it is where a tool has a parameter of that very name", () => {
    assert.equal(inputOf("search_file_content", { pattern: "x", maxResults: 3 }, "qwen").limit, 3);
    assert.equal(inputOf("exec_run", { file: "a.py", args: ["x"] }).args?.toString(), "x");
    assert.throws(() => inputOf("run_command", { command: "cat", args: ["x"] }), /has no parameter "args", so nothing/);
  });

  it("unknown parameters are refused by name", () =>
    assert.deepEqual(inputOf("read_file", { path: "a", recursive: true }), inputOf("read_file", { path: "a" })));

  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    it(`${key} is a parameter like any other that is not there`, () =>
      assert.deepEqual(
        inputOf("read_file", JSON.parse(`{"path": "a", "${key}": {"limit": 1}}`)),
        inputOf("read_file", { path: "a" }),
      ));
});

describe("translate: a dialect over the shared tool", () => {
  it("DIA-3 qwen names become the tool's", () => {
    assert.deepEqual(translate(named("edit", "qwen"), { file_path: "/a", old_string: "x", new_string: "y" }), {
      args: { file_path: "/a", old_string: "x", new_string: "y" },
      input: { path: "/a", old_string: "x", new_string: "y", replace_all: false },
    });
    assert.deepEqual(inputOf("list_directory", { path: "/a", respect_git_ignore: false }, "qwen"), {
      path: "/a",
      ignore: [],
      include_ignored: true,
      recursive: false,
    });
    assert.deepEqual(inputOf("glob", { pattern: "*" }, "qwen"), {
      pattern: "*",
      include_ignored: false,
      case_sensitive: false,
      limit: 10_000,
    });
    assert.deepEqual(inputOf("search_file_content", { pattern: "x", maxResults: "7" }, "qwen"), {
      pattern: "x",
      context: 0,
      case_sensitive: false,
      include_ignored: false,
      output_mode: "content",
      limit: 7,
      offset: 0,
      multiline: false,
    });
  });

  it("DIA-4 an older shape of the arguments is made into the present one, and the present one wins", () => {
    const older = { path: "/a", file_filtering_options: { respect_git_ignore: false } };
    assert.equal(inputOf("list_directory", older, "qwen").include_ignored, true);
    assert.equal(inputOf("list_directory", { ...older, respect_git_ignore: true }, "qwen").include_ignored, false);
    assert.equal(
      inputOf("list_directory", { path: "/a", file_filtering_options: null }, "qwen").include_ignored,
      false,
    );
  });

  it("C-02 a standard parameter given to another dialect is obeyed, not dropped", () => {
    assert.equal(inputOf("list_directory", { path: "/a", include_ignored: true }, "qwen").include_ignored, true);
    assert.equal(inputOf("glob", { pattern: "*", include_ignored: "true" }, "qwen").include_ignored, true);
    assert.equal(inputOf("search_file_content", { pattern: "x", case_sensitive: true }, "qwen").case_sensitive, true);
    assert.equal(
      inputOf("edit", { path: "/a", old_text: "x", new_text: "y", replace_all: true }, "qwen").replace_all,
      true,
    );
  });

  const relative: [string, object, string][] = [
    ["read_file", { path: "a" }, "a"],
    ["write_file", { file_path: "./a", content: "" }, "./a"],
    ["edit", { file_path: "~/a", old_string: "", new_string: "x" }, "~/a"],
    ["list_directory", { path: "." }, "."],
  ];
  for (const [tool, args, path] of relative)
    it(`PTH-3 qwen ${tool} hands relative paths on, to be resolved against the root`, () =>
      assert.equal((translate(named(tool, "qwen"), args).input as { path: string }).path, path));

  it("IFC-8 tools are found by alias exactly as by name", () => {
    assert.equal(named("run_shell_command", "qwen"), named("run_command", "qwen"));
    assert.equal(findTool(dialects.standard, "run_shell_command"), undefined);
    assert.equal(findTool(dialects.standard, "READ_FILE"), undefined);
  });
});
