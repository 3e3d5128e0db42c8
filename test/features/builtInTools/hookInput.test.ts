/** What real harnesses sent to a hook (`inputs/`), and what is none of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readHookInput } from "../../../src/features/builtInTools/hookInput";
import { stepsOf } from "../../../src/features/builtInTools/toolMeaning";

const linesOf = (name: string): readonly string[] =>
  readFileSync(fileURLToPath(new URL(`./inputs/${name}.jsonl`, import.meta.url)), "utf8")
    .trim()
    .split("\n");

const cwd = "/home/u/project";

describe("the input of a hook", () => {
  it("of VS Code's Local harness is read", () => {
    const [line = ""] = linesOf("local");
    assert.deepEqual(readHookInput(line), {
      harness: "vscode",
      tool: "run_in_terminal",
      input: {
        command: "echo HOOKDENY-1 > denied.txt",
        explanation: "x",
        goal: "x",
        isBackground: false,
        mode: "sync",
        timeout: 10000,
      },
      cwd,
      session: "a9a5f835-b38e-41d3-8d09-e06c73b3e20b",
    });
  });

  it("of the Agent Host's plugins is read", () => {
    const [line = ""] = linesOf("agent-host-plugin");
    assert.deepEqual(readHookInput(line), {
      harness: "agent-host",
      tool: "bash",
      input: { command: "echo HOOKDENY-1 > denied.txt", description: "x" },
      cwd,
      session: "f1b08a23-b0fa-416e-bfd8-3d1d1a245fbd",
    });
  });

  it("of Copilot's two keys is read", () => {
    const [pascal = ""] = linesOf("agent-host-user");
    const [camel = ""] = linesOf("agent-host-camelcase");
    const facts = [pascal, camel]
      .map((line) => readHookInput(line))
      .map(({ harness, tool, cwd }) => [harness, tool, cwd]);
    assert.deepEqual(facts, [
      ["copilot-cli", "Bash", cwd],
      ["copilot-cli", "cribReadFile", cwd],
    ]);
  });

  it("of a patch is read, which the Agent Host gives as plain text or in an object, under two names", () => {
    const patch = [
      ...["*** Begin Patch", "*** Update File: src/price.js", "@@"],
      ...["-const BULK_QUANTITY = 10;", "+const BULK_QUANTITY = 12;"],
      ...["*** Add File: patched.txt", "+by patch", "*** End Patch", ""],
    ].join("\n");
    const calls = linesOf("agent-host-patch").map((line) => readHookInput(line));
    assert.deepEqual(
      calls.map(({ tool, input }) => [tool, input]),
      [
        ["apply_patch", { input: patch }],
        ["Edit", { input: patch }],
        ["apply_patch", { patch }],
        ["Edit", { patch }],
      ],
    );
    for (const call of calls) assert.deepEqual(stepsOf(call), [{ does: "patch", patch }]);
  });

  it("of Claude Code is read, in which no time stands", () => {
    const calls = linesOf("claude-code").map((line) => readHookInput(line));
    assert.deepEqual(
      calls.map(({ harness, tool, input, cwd }) => [harness, tool, input, cwd]),
      [
        ["claude-code", "Bash", { command: "echo harmless $((6 * 7))", description: "x" }, cwd],
        ["claude-code", "Write", { file_path: `${cwd}/n.txt`, content: "x" }, cwd],
        ["claude-code", "Read", { file_path: `${cwd}/a.txt` }, cwd],
      ],
    );
  });

  it("may hold its arguments as JSON text, or as the text that a tool takes", () => {
    const of = (toolArgs: unknown) => readHookInput(JSON.stringify({ toolName: "t", toolArgs, cwd })).input;
    assert.deepEqual(of('{"command":"ls"}'), { command: "ls" });
    assert.deepEqual(of("*** Begin Patch"), { input: "*** Begin Patch" });
    assert.deepEqual(of("[1]"), { input: "[1]" });
    assert.deepEqual(of(undefined), {});
  });

  it("is of the harness that the command line names", () => {
    const [line = ""] = linesOf("agent-host-user");
    assert.equal(readHookInput(line, "claude-code").harness, "claude-code");
  });

  for (const [what, text, problem] of [
    ["nothing", "  \n", /is empty/],
    ["rubbish", "rubbish", /is not JSON/],
    ["half an object", '{"tool_name":"Bash"', /is not JSON/],
    ["a list", "[]", /is not a JSON object/],
    ["another event", JSON.stringify({ hook_event_name: "PostToolUse", tool_name: "Bash", cwd }), /PostToolUse/],
    ["two names of the tool", JSON.stringify({ tool_name: "Read", toolName: "Bash", cwd }), /names its tool twice/],
    ["no tool", JSON.stringify({ cwd }), /names no tool/],
    ["an empty name", JSON.stringify({ tool_name: "", cwd }), /names no tool/],
    ["no folder", JSON.stringify({ tool_name: "Bash", tool_input: {} }), /in which folder/],
    ["a relative folder", JSON.stringify({ tool_name: "Bash", tool_input: {}, cwd: "." }), /working folder/],
    [
      "arguments of another kind",
      JSON.stringify({ tool_name: "Bash", tool_input: 7, cwd }),
      /neither an object nor text/,
    ],
  ] as const)
    it(`that is ${what} is refused`, () =>
      assert.throws(
        () => readHookInput(text),
        (error: Error) => problem.test(error.message),
      ));
});
