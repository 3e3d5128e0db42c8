import assert from "node:assert/strict";
import fc from "fast-check";
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

describe("translate (C-02): safe casts", () => {
  const casts: [tool: string, given: Record<string, unknown>, name: string, wanted: unknown][] = [
    ["read_file", { path: "a", offset: "5" }, "offset", 5],
    ["read_file", { path: "a", offset: " 5 " }, "offset", 5],
    ["read_file", { path: "a", offset: "5.0" }, "offset", 5],
    ["read_file", { path: "5" }, "path", "5"],
    ["read_file", { path: "true" }, "path", "true"],
    ["write_file", { path: "a", content: "[1]" }, "content", "[1]"],
    ["edit_file", { path: "a", old_string: "x", new_string: "y", replace_all: "true" }, "replace_all", true],
    ["edit_file", { path: "a", old_string: "x", new_string: "y", replace_all: "False" }, "replace_all", false],
    ["list_directory", { path: "a", ignore: '["*.log", ".git"]' }, "ignore", ["*.log", ".git"]],
    ["list_directory", { ignore: "*.log" }, "ignore", ["*.log"]],
    ["git_commit", { message: "m", paths: "f1.txt" }, "paths", ["f1.txt"]],
    ["read_file", { path: "a.pdf", pages: 1 }, "pages", "1"],
    ["task_update", { id: 1, status: "done" }, "id", "1"],
  ];
  for (const [tool, given, name, wanted] of casts)
    it(`${tool} ${name} ${JSON.stringify(given[name])} is ${JSON.stringify(wanted)}`, () =>
      assert.deepEqual(inputOf(tool, given)[name], wanted));

  const refused: [tool: string, given: unknown, message: string][] = [
    [
      "write_file",
      { path: "a.json", content: { a: 1 } },
      'write_file parameter "content" is wrong: expected string, but got {"a":1}: give it written out, as one text.',
    ],
    [
      "git_commit",
      { message: "m", paths: '["a' },
      'git_commit parameter "paths" is wrong: expected array, but got "[\\"a".',
    ],
    [
      "read_file",
      { path: "a", offset: "5px" },
      'read_file parameter "offset" is wrong: expected number, but got "5px".',
    ],
    [
      "read_file",
      { path: "a", offset: "0x5" },
      'read_file parameter "offset" is wrong: expected number, but got "0x5".',
    ],
    ["read_file", { path: "a", offset: " " }, 'read_file parameter "offset" is wrong: expected number, but got " ".'],
    [
      "read_file",
      { path: "a", offset: "9".repeat(400) },
      `read_file parameter "offset" is wrong: expected number, but got "${"9".repeat(59)}….`,
    ],
    [
      "read_file",
      { path: "a", offset: -1 },
      'read_file parameter "offset" is wrong: expected number to be >=0, but got -1.',
    ],
    ["read_file", { path: "a", offset: "-1" }, 'read_file parameter "offset" is wrong: expected number, but got "-1".'],
    ["read_file", { path: "a", offset: 1.5 }, 'read_file parameter "offset" is wrong: expected int, but got 1.5.'],
    [
      "read_file",
      { path: "a", offset: 1e308 },
      'read_file parameter "offset" is wrong: expected int to be <=9007199254740991, but got 1e+308.',
    ],
    [
      "read_file",
      { path: "a", limit: 0 },
      'read_file parameter "limit" is wrong: expected number to be >=1, but got 0.',
    ],
    ["read_file", { path: 5 }, 'read_file parameter "path" is wrong: expected string, but got 5.'],
    ["read_file", { path: ["a"] }, 'read_file parameter "path" is wrong: expected string, but got ["a"].'],
    ["read_file", { path: { a: 1 } }, 'read_file parameter "path" is wrong: expected string, but got {"a":1}.'],
    [
      "read_file",
      { path: "" },
      'read_file parameter "path" is wrong: expected string to have >=1 characters, but got "".',
    ],
    ["read_file", {}, 'read_file needs the parameter "path", which is missing.'],
    ["read_file", { path: null }, 'read_file needs the parameter "path", which is missing.'],
    ["write_file", { path: "a" }, 'write_file needs the parameter "content", which is missing.'],
    ["edit_file", { path: "a", old_string: "x" }, 'edit_file needs the parameter "new_string", which is missing.'],
    [
      "edit_file",
      { path: "a", old_string: "x", new_string: "y", replace_all: 1 },
      'edit_file parameter "replace_all" is wrong: expected boolean, but got 1.',
    ],
    [
      "edit_file",
      { path: "a", old_string: "x", new_string: "y", expected_replacements: 0 },
      'edit_file parameter "expected_replacements" is wrong: expected number to be >=1, but got 0.',
    ],
    ["list_directory", { ignore: "[" }, 'list_directory parameter "ignore" is wrong: expected array, but got "[".'],
    [
      "list_directory",
      { ignore: ["a", 5] },
      'list_directory parameter "ignore[1]" is wrong: expected string, but got 5.',
    ],
    [
      "run_command",
      { command: "" },
      'run_command parameter "command" is wrong: expected string to have >=1 characters, but got "".',
    ],
    [
      "run_command",
      { command: ["ls", "-l"] },
      'run_command parameter "command" is wrong: expected string, but got ["ls","-l"].',
    ],
    [
      "search_text",
      { pattern: "x", limit: 5001 },
      'search_text parameter "limit" is wrong: expected number to be <=5000, but got 5001.',
    ],
    [
      "search_text",
      { pattern: "x", context: 51 },
      'search_text parameter "context" is wrong: expected number to be <=50, but got 51.',
    ],
    ["read_file", null, 'read_file needs a JSON object with "path", "offset", "limit", "pages", "raw", but got null.'],
    [
      "read_file",
      undefined,
      'read_file needs a JSON object with "path", "offset", "limit", "pages", "raw", but got undefined.',
    ],
    [
      "read_file",
      ["a"],
      'read_file needs a JSON object with "path", "offset", "limit", "pages", "raw", but got ["a"].',
    ],
    ["read_file", "a", 'read_file needs a JSON object with "path", "offset", "limit", "pages", "raw", but got "a".'],
  ];
  for (const [tool, given, message] of refused)
    it(`${tool} ${(JSON.stringify(given) ?? "undefined").slice(0, 60)} is refused`, () =>
      failsWith(() => inputOf(tool, given), "invalid_input", message));

  it("half a character is refused: stored, it would be another", () =>
    failsWith(
      () => inputOf("write_file", { path: "a", content: "x\ud83d" }),
      "invalid_input",
      'write_file parameter "content" holds half of a character (a lone surrogate), which no file can store: give whole characters.',
    ));

  it("a value of megabytes is quoted in a message of bounded length", () =>
    failsWith(
      () => inputOf("read_file", { path: ["x".repeat(5_000_000)] }),
      "invalid_input",
      `read_file parameter "path" is wrong: expected string, but got ["${"x".repeat(58)}….`,
    ));

  it("a list instead of an object, or a name that is no name, is shown in brief", async () => {
    const names = '"path", "offset", "limit", "pages", "raw"';
    await failsWith(
      () => inputOf("read_file", ["x".repeat(5_000_000)]),
      "invalid_input",
      `read_file needs a JSON object with ${names}, but got ["${"x".repeat(58)}….`,
    );
  });

  it("is one sentence or an input of the declared parameters, for any JSON whatsoever", () => {
    const every = Object.values(dialects).flatMap(({ tools }) => [...tools]);
    fc.assert(
      fc.property(
        fc.constantFrom(...every),
        fc.jsonValue(),
        fc.array(fc.tuple(fc.nat(6), fc.jsonValue()), { maxLength: 4 }),
        (tool, junk, pairs) => {
          const names = Object.keys(tool.input.shape);
          const args =
            pairs.length > 0 ? Object.fromEntries(pairs.map(([at, value]) => [names[at % names.length], value])) : junk;
          try {
            const { input } = translate(tool, args);
            assert.equal(tool.tool.input.safeParse(input).success, true);
          } catch (error) {
            assert.equal((error as Error).name, "ToolError", String(error));
            const { message } = error as Error;
            assert.ok(message.endsWith(".") && !message.includes("\n") && message.length < 600, message);
          }
        },
      ),
    );
  });
});
