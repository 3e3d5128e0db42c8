import assert from "node:assert/strict";
import fc from "fast-check";
import type { DialectTool } from "../../src/core/dialect";
import { findTool } from "../../src/core/dialect";
import { translate } from "../../src/core/translate";
import { makeDialects } from "../../src/dialects";
import { tools } from "../../src/tools";
import { failsWith } from "../support/toolFailure";

const dialects = makeDialects(tools);
const named = (name: string, dialect: "standard" | "qwen" = "standard") =>
  findTool(dialects[dialect], name) as DialectTool;
const inputOf = (name: string, args: unknown, dialect: "standard" | "qwen" = "standard") =>
  translate(named(name, dialect), args).input as Record<string, unknown>;

describe("translate (C-02): names", () => {
  it("fills in the defaults and nothing else", () =>
    assert.deepEqual(translate(named("read_file"), { path: "a" }), {
      args: { path: "a", offset: 0, limit: 2000 },
      input: { path: "a", offset: 0, limit: 2000 },
    }));

  const aliases: [tool: string, given: object, wanted: object][] = [
    ["read_file", { file_path: "a" }, { path: "a", offset: 0, limit: 2000 }],
    ["read_file", { absolute_path: "a", maxResults: 3 }, { path: "a", offset: 0, limit: 3 }],
    ["read_file", { filePath: "a", head_limit: 3 }, { path: "a", offset: 0, limit: 3 }],
    ["list_directory", { dir_path: "a" }, { path: "a", ignore: [], include_ignored: false }],
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
      { pattern: "x", path: ".", include: "*.ts", context: 0, case_sensitive: true, include_ignored: false, limit: 5 },
    ],
    ["run_command", { cmd: "ls", working_dir: "a" }, { command: "ls", cwd: "a" }],
    ["run_command", { cmd: "ls", workdir: "a", timeout: 5 }, { command: "ls", cwd: "a", timeout_ms: 5 }],
  ];
  for (const [tool, given, wanted] of aliases)
    it(`DIA-4 ${tool} takes ${Object.keys(given).join(", ")}`, () => assert.deepEqual(inputOf(tool, given), wanted));

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
      limit: 2000,
    }));

  it("unknown parameters are refused by name", () =>
    failsWith(
      () => inputOf("read_file", { path: "a", recursive: true }),
      "invalid_input",
      'read_file has no parameter "recursive": use "path", "offset", "limit".',
    ));

  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    it(`${key} is a parameter like any other that is not there`, () =>
      failsWith(
        () => inputOf("read_file", JSON.parse(`{"path": "a", "${key}": {"limit": 1}}`)),
        "invalid_input",
        `read_file has no parameter "${key}": use "path", "offset", "limit".`,
      ));
});

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
  ];
  for (const [tool, given, name, wanted] of casts)
    it(`${tool} ${name} ${JSON.stringify(given[name])} is ${JSON.stringify(wanted)}`, () =>
      assert.deepEqual(inputOf(tool, given)[name], wanted));

  const refused: [tool: string, given: unknown, message: string][] = [
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
    ["read_file", { path: "a", offset: "" }, 'read_file parameter "offset" is wrong: expected number, but got "".'],
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
    [
      "list_directory",
      { ignore: "*.log" },
      'list_directory parameter "ignore" is wrong: expected array, but got "*.log".',
    ],
    ["list_directory", { ignore: "[" }, 'list_directory parameter "ignore" is wrong: expected array, but got "[".'],
    [
      "list_directory",
      { ignore: ["a", 5] },
      'list_directory parameter "ignore.1" is wrong: expected string, but got ["a",5].',
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
    ["read_file", null, 'read_file needs a JSON object with "path", "offset", "limit", but got null.'],
    ["read_file", undefined, 'read_file needs a JSON object with "path", "offset", "limit", but got undefined.'],
    ["read_file", ["a"], 'read_file needs a JSON object with "path", "offset", "limit", but got ["a"].'],
    ["read_file", "a", 'read_file needs a JSON object with "path", "offset", "limit", but got "a".'],
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
    });
    assert.deepEqual(inputOf("glob", { pattern: "*" }, "qwen"), {
      pattern: "*",
      path: ".",
      include_ignored: false,
      case_sensitive: false,
      limit: 10_000,
    });
    assert.deepEqual(inputOf("search_file_content", { pattern: "x", maxResults: "7" }, "qwen"), {
      pattern: "x",
      path: ".",
      context: 0,
      case_sensitive: false,
      include_ignored: false,
      limit: 7,
    });
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

  const strict: [tool: string, args: object, message: string][] = [
    ["read_file", { path: "a" }, "File path must be absolute: a. Give the whole path, starting at the root."],
    [
      "write_file",
      { file_path: "./a", content: "" },
      "File path must be absolute: ./a. Give the whole path, starting at the root.",
    ],
    [
      "edit",
      { file_path: "~/a", old_string: "", new_string: "x" },
      "File path must be absolute: ~/a. Give the whole path, starting at the root.",
    ],
    ["list_directory", { path: "." }, "Path must be absolute: .. Give the whole path, starting at the root."],
  ];
  for (const [tool, args, message] of strict)
    it(`C-03 qwen ${tool} takes absolute paths only`, () =>
      failsWith(() => inputOf(tool, args, "qwen"), "invalid_input", message));

  it("IFC-8 tools are found by alias exactly as by name", () => {
    assert.equal(named("run_shell_command", "qwen"), named("run_command", "qwen"));
    assert.equal(findTool(dialects.standard, "run_shell_command"), undefined);
    assert.equal(findTool(dialects.standard, "READ_FILE"), undefined);
  });
});
