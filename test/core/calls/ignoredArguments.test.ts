/** Arguments that a tool has no parameter for: ignored, with a word in the result, or refused (C-02), in every dialect. */
import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { ignoredNote } from "../../../src/core/tools/arguments/strangeArguments";
import type { DialectTool } from "../../../src/core/tools/tool";
import { translate } from "../../../src/core/tools/translate";
import { dialectNames } from "../../../src/core/vocabulary/dialectNames";
import { makeDialects } from "../../../src/dialects/index";
import { realCrib } from "../../support/realCrib";

const dialects = makeDialects(tools);

describe("arguments that mean no parameter (C-02)", () => {
  const reading = { standard: "path", triggerfish: "path", nanobot: "path", flyto: "file_path", qwen: "path" };
  for (const dialect of dialectNames)
    it(`are ignored with a word in the result: ${dialect}`, async () => {
      const { call, root } = await realCrib({ "a.txt": "one\n" }, { dialect });
      const tool = dialect === "flyto" ? "Read" : "read_file";
      const plain = await call(tool, { [reading[dialect]]: `${root}/a.txt` });
      const with_ = await call(tool, { [reading[dialect]]: `${root}/a.txt`, colour: "red", depth: 2, none: null });
      assert.equal(with_.isError, false, with_.text);
      const names = Object.keys(dialects[dialect].tools.find(({ name }) => name === tool)?.input.shape ?? {});
      const note = `[${tool} has no parameters "colour", "depth", which were ignored: use ${names.map((name) => `"${name}"`).join(", ")}.]`;
      assert.equal(with_.text, `${plain.text}\n\n${note}`);
    });

  const message = (tool: DialectTool, given: object) => {
    try {
      return JSON.stringify(translate(tool, given));
    } catch (error) {
      return String(error);
    }
  };

  it("never reach the tool, in any tool of any dialect, and are refused in none that the requirements name (D-3)", () => {
    const refusing = new Set<string>();
    for (const { tools: offered } of Object.values(dialects))
      for (const tool of offered) {
        const refusal = /has no parameter "zzz", so nothing was done: /.test(message(tool, { zzz: 1 }));
        if (refusal) {
          assert.equal((tool.metadata ?? tool.tool.metadata).readOnly, false, tool.name);
          assert.equal(ignoredNote(tool, { zzz: 1 }), undefined);
          refusing.add(tool.name);
          continue;
        }
        assert.equal(message(tool, { zzz: 1 }), message(tool, {}), tool.name);
        assert.match(ignoredNote(tool, { zzz: 1 }) ?? "", /^\[\w+ has no parameter "zzz", which was ignored: /);
      }
    for (const name of ["git_commit", "git_stash", "delete_file", "serve", "call_tool"])
      assert.ok(refusing.has(name), name);
    for (const name of ["write_file", "edit_file", "run_command", "exec", "Bash", "TaskUpdate"])
      assert.ok(!refusing.has(name), name);
  });

  const standard = (name: string): DialectTool => {
    const tool = dialects.standard.tools.find((tool) => tool.name === name);
    assert.ok(tool, name);
    return tool;
  };

  it("are ignored by a tool that changes something where they ask for nothing, or only say why", () => {
    const commit = standard("git_commit");
    const extra = { amend: false, author: "", trailers: [], env: {}, none: null, explanation: "why", toolSummary: "x" };
    assert.equal(message(commit, { message: "m", ...extra }), message(commit, { message: "m" }));
    assert.match(ignoredNote(commit, { message: "m", ...extra }) ?? "", /"amend", .*, which were ignored/);
  });

  it("are refused where they could only have meant another deed, by any tool that changes something", () => {
    const given = { path: "a", content: "b" };
    for (const [other, name] of [
      [{ append: true }, "append"],
      [{ mode: "append" }, "mode"],
      [{ dryRun: true }, "dryRun"],
    ] as const)
      assert.equal(
        message(standard("write_file"), { ...given, ...other }),
        `ToolError: write_file has no parameter "${name}", so nothing was done: use "path", "content".`,
      );
    assert.match(message(standard("write_file"), { ...given, append: false, mode: "0644" }), /^\{/);
  });

  it("are refused before anything is done, with what does it in the tool's place", async () => {
    const { call, asked } = await realCrib({ "a.txt": "one\n" });
    const stash = await call("git_stash", { action: "list" });
    assert.equal(
      stash.text,
      'git_stash has no parameter "action", so nothing was done: use "message"; it only puts all changes aside, and run_command runs `git stash list`, `show`, `pop` and `drop`.',
    );
    const notebook = await call("edit_notebook", {
      path: "a.ipynb",
      edits: [{ action: "delete", cell: 1, all: true }],
    });
    assert.match(notebook.text, /^edit_notebook has no parameter "edits\[0\]\.all", so nothing was done: use "/);
    assert.equal(asked.length, 0);
  });

  it("are those of paths where a git tool takes several", () => {
    const commit = standard("git_commit");
    const expected = message(commit, { message: "m", paths: ["a"] });
    for (const name of ["files", "file", "path", "file_path"])
      assert.equal(message(commit, { message: "m", [name]: ["a"] }), expected, name);
  });

  it("are told of a call that fails, and of one that is denied", async () => {
    const { call } = await realCrib({});
    const note = /\n\n\[read_file has no parameter "colour", which was ignored: use "path", /;
    for (const path of ["none.txt", "../outside.txt"])
      assert.match((await call("read_file", { path, colour: 1 })).text, note);
  });

  it("are told of what the bridge calls, and refused by the bridge", async () => {
    const { call } = await realCrib({ "a.txt": "one\n" });
    const given = { name: "read_file", arguments: { path: "a.txt", colour: 1 } };
    const note = '[read_file has no parameter "colour", which was ignored: use';
    assert.ok((await call("call_tool", given)).text.startsWith(`one\n\n\n${note}`));
    assert.equal(
      (await call("call_tool", { ...given, limit: 2 })).text,
      'call_tool has no parameter "limit", so nothing was done: use "name", "arguments"; what the called tool needs stands in arguments.',
    );
  });

  it("are the arguments of what the bridge calls where it is given no others", async () => {
    const { call, asked } = await realCrib({ "a.txt": "one\n" });
    for (const none of [{}, { arguments: {} }, { arguments: null }, { args: "{}" }])
      assert.equal((await call("call_tool", { name: "read_file", path: "a.txt", ...none })).text, "one\n");
    const stash = await call("call_tool", { tool_name: "git_stash", action: "list" });
    assert.match(stash.text, /^git_stash has no parameter "action", so nothing was done: /);
    assert.equal(asked.length, 0);
  });

  it("are refused by a tool that runs commands where they are part of the command", async () => {
    const { call, asked } = await realCrib({});
    const rest =
      /, so nothing was done: use "command", .*; arguments and variables are part of the command line, such as NAME=value program 'an argument'\.$/;
    for (const [name, value] of Object.entries({ args: ["list"], env: { A: "1" }, sudo: true, shell: "fish" })) {
      const { text } = await call("run_command", { command: "git stash", [name]: value });
      assert.ok(text.startsWith(`run_command has no parameter "${name}", so nothing was done: `), text);
      assert.match(text, rest);
    }
    assert.equal(asked.length, 0);
    for (const name of ["run_command", "exec", "Bash"])
      for (const { tools: offered } of Object.values(dialects))
        for (const tool of offered.filter((tool) => tool.name === name))
          assert.match(message(tool, { command: "git stash", args: ["list"] }), /has no parameter "args", so nothing/);
    const plain = message(standard("run_command"), { command: "cat" });
    for (const harmless of [{ args: [] }, { env: {} }, { shell: "/bin/bash" }, { shell: true }])
      assert.equal(message(standard("run_command"), { command: "cat", ...harmless }), plain);
    assert.equal(
      message(standard("run_command"), { command: "cat", stdin: "hi" }),
      message(standard("run_command"), { command: "cat", input: "hi" }),
    );
  });

  it("are refused by lenient tools where without them more, or another thing, would be done", () => {
    const cases: [tool: string, given: object, refused: object, harmless: object][] = [
      ["write_file", { path: "a", content: "b" }, { encoding: "base64" }, { encoding: "utf-8" }],
      ["write_file", { path: "a", content: "b" }, { overwrite: false }, { overwrite: true }],
      ["write_file", { path: "a", content: "b" }, { flag: "a+" }, { mode: "w" }],
      ["edit_file", { path: "a", old_string: "b", new_string: "c" }, { startLine: 3 }, { language: "ts" }],
      ["job_stop", { id: "bg_task_1" }, { signal: "HUP" }, { signal: "SIGTERM" }],
      ["run_agent", { prompt: "a", description: "b" }, { read_only: true }, { max_turns: 4 }],
      ["gitignore", { action: "add", dir: ".", patterns: ["a"] }, { remove: true }, { remove: false }],
    ];
    for (const [name, given, refused, harmless] of cases) {
      const tool = standard(name);
      const [parameter] = Object.keys(refused);
      assert.match(
        message(tool, { ...given, ...refused }),
        new RegExp(`has no parameter "${parameter}", so nothing was`),
      );
      assert.equal(message(tool, { ...given, ...harmless }), message(tool, given));
    }
  });

  it("are named in lists of objects too, and only the first five", () => {
    const [edit] = dialects.standard.tools.filter(({ name }) => name === "edit_file");
    assert.ok(edit);
    const item = { old_string: "a", new_string: "b", x: 1 };
    for (const edits of [[item], JSON.stringify([item])])
      assert.match(
        ignoredNote(edit, { path: "a", edits }) ?? "",
        /has no parameter "edits\[0\]\.x", which was ignored/,
      );
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`z${at}`, at]));
    assert.match(ignoredNote(edit, many) ?? "", /"z3", "z4" and 4 more, which were ignored/);
    assert.ok((ignoredNote(edit, { [`a\n${"x".repeat(1_000_000)}`]: 1 }) ?? "").length < 300);
    assert.equal(ignoredNote(edit, { path: "a", old_text: "a" }), undefined);
  });

  it("are kept by a tool that takes any", async () => {
    const [bridge] = dialects.standard.tools.filter(({ name }) => name === "call_tool");
    assert.ok(bridge);
    assert.equal(ignoredNote(bridge, { name: "a", arguments: { anything: 1 } }), undefined);
  });
});
