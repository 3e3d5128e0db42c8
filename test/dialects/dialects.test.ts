/** What every dialect offers: names, parameters, and sentences that name nothing it does not have. */
import assert from "node:assert/strict";
import { tools } from "../../scripts/describedTools";
import type { DialectName } from "../../src/composition/makeCribs";
import { renamed } from "../../src/core/text/toolNames";
import { findTool } from "../../src/core/tools/dialect";
import { inputSchema } from "../../src/core/tools/jsonSchema";
import { makeDialects } from "../../src/dialects";
import { speaking } from "./support/speaking";

const dialects = makeDialects(tools);

/** Required parameters first, then `/`, then optional ones with their defaults. */
const parameters = (dialect: DialectName, name: string): string => {
  const tool = findTool(dialects[dialect], name);
  assert.ok(tool, name);
  const schema = inputSchema(tool.input) as {
    required?: string[];
    properties: Record<string, { default?: unknown }>;
  };
  const { required = [], properties } = schema;
  const optional = Object.entries(properties).filter(([key]) => !required.includes(key));
  const shown = optional.map(([key, { default: value }]) => (value === undefined ? key : `${key}=${value}`));
  return [required.join(" "), ...(shown.length > 0 ? [shown.join(" ")] : [])].join(" / ");
};

/** The crib's names of tools that a dialect does not have by that name. */
function foreignTo(dialect: DialectName): string[] {
  const own = new Set(dialects[dialect].tools.map(({ name }) => name));
  return Object.values(tools)
    .map(({ name }) => name)
    .filter((name) => !own.has(name));
}

/** `.gitignore` is a file. */
const namesIn = (text: string, names: readonly string[]) =>
  names.filter((name) => new RegExp(`(?<!\\.)\\b${name}\\b`).test(text));

const asInStandard = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, parameters("standard", name)]));

describe("DIA-1, DIA-3: names and parameters", () => {
  const rows: [dialect: DialectName, tools: Record<string, string>][] = [
    [
      "triggerfish",
      {
        read_file: "path",
        write_file: "path content",
        edit_file: "path old_text new_text",
        list_directory: "path / recursive=false",
        search_files: "path pattern / content_search",
        run_command: "command / outside_sandbox=false",
        ...asInStandard("exec_write", "exec_read", "exec_run", "exec_ls", "integration_create", "integration_run"),
        ...asInStandard("schedule_create", "schedule_list", "skill_save", "skill_list", "skill_read", "create_tool"),
        ...asInStandard("job_output", "job_stop", "submit_plan", "tool_search", "call_tool"),
      },
    ],
    [
      "nanobot",
      {
        read_file: "path / offset=1 limit",
        write_file: "path content",
        edit_file: "path old_text new_text / replace_all=false",
        list_dir: "path / recursive=false max_entries",
        exec: "command / timeout working_dir outside_sandbox=false",
        ...asInStandard("job_output", "job_stop", "tool_search", "call_tool"),
      },
    ],
    [
      "flyto",
      {
        Bash: "command / timeout description run_in_background=false outside_sandbox=false",
        Read: "file_path / offset limit",
        Edit: "file_path old_string new_string / replace_all=false",
        Write: "file_path content",
        Glob: "pattern / path include_ignored=false",
        Grep: "pattern / path glob output_mode=content context case_insensitive=false head_limit=250",
        Agent: "prompt / description model mode branch_name",
        TaskCreate: "title / description",
        TaskList: "",
        TaskUpdate: "id status",
        Gitignore: "action dir / patterns path",
        ToolSearch: "query",
        WebFetch: "url / timeout",
        WebSearch: "query / max_results=10",
        ...asInStandard("create_tool", "job_output", "job_stop", "call_tool"),
      },
    ],
    [
      "qwen",
      {
        read_file: "path / offset limit",
        write_file: "file_path content",
        edit: "file_path old_string new_string / expected_replacements",
        list_directory: "path / ignore respect_git_ignore=true",
        glob: "pattern / path case_sensitive=false respect_git_ignore=true",
        search_file_content: "pattern / path include maxResults=20",
        run_command:
          "command / is_background=false description directory timeout_ms input tty=false outside_sandbox=false",
        ...asInStandard("job_output", "job_stop", "tool_search", "call_tool"),
      },
    ],
  ];
  for (const [dialect, wanted] of rows)
    it(dialect, () => {
      const names = dialects[dialect].tools.map(({ name }) => name);
      assert.deepEqual(Object.fromEntries(names.map((name) => [name, parameters(dialect, name)])), wanted);
    });

  it("DIA-2: display names of qwen", () =>
    assert.deepEqual(
      dialects.qwen.tools.slice(0, 6).map(({ name, displayName }) => `${name}=${displayName}`),
      [
        "read_file=ReadFile",
        "write_file=WriteFile",
        "edit=Edit",
        "list_directory=ReadFolder",
        "glob=FindFiles",
        "search_file_content=SearchText",
      ],
    ));

  it("a description for every tool and every parameter", () => {
    for (const { tools } of Object.values(dialects))
      for (const { name, description, input } of tools) {
        assert.ok(description.length > 20, `${name} has a description of 20 characters or fewer`);
        for (const [key, schema] of Object.entries(inputSchema(input).properties as Record<string, object>))
          assert.ok("description" in schema, `${name}.${key}`);
      }
  });

  for (const { name, tools } of Object.values(dialects))
    it(`descriptions in ${name} speak of tools that it has`, () => {
      const foreign = foreignTo(name as DialectName);
      for (const { name, description, input } of tools) {
        const described = Object.values(inputSchema(input).properties as Record<string, { description: string }>);
        for (const text of [description, ...described.map(({ description }) => description)])
          assert.deepEqual(namesIn(text, foreign), [], `${name}: ${text}`);
      }
    });
});

describe("the ways of the dialects", () => {
  it("C-04, C-06, C-10, C-17, C-19, C-34, D-10", () => {
    const ways = Object.values(dialects).map(({ name, traits }) => {
      const { requireRead, inexactEdits, modelRepair, createByEdit, readOutsideRoots, read, commandTimeoutMs } = traits;
      const flags = Object.entries({ requireRead, inexactEdits, modelRepair, createByEdit }).filter(([, is]) => is);
      const { lines, columns, maxBytes, pdf } = read;
      return [
        name,
        flags.map(([flag]) => flag).join(" "),
        readOutsideRoots,
        lines,
        columns,
        maxBytes,
        pdf,
        commandTimeoutMs,
      ];
    });
    assert.deepEqual(ways, [
      [
        "standard",
        "requireRead inexactEdits modelRepair createByEdit",
        "setting",
        2000,
        undefined,
        undefined,
        "text",
        undefined,
      ],
      ["triggerfish", "", "ask", undefined, undefined, undefined, "note", undefined],
      ["nanobot", "", "setting", undefined, undefined, 512_000, "note", 60_000],
      ["flyto", "requireRead", "ask", 2000, undefined, undefined, "note", 120_000],
      [
        "qwen",
        "requireRead inexactEdits modelRepair createByEdit",
        "setting",
        2000,
        2000,
        20_971_520,
        "data",
        undefined,
      ],
    ]);
  });

  it("C-26: what finding and searching leave out", () => {
    const leftOut = (name: DialectName) =>
      dialects[name].traits.excluded.map((glob) => glob.replace(/^\*\*\/|\/\*\*$/g, ""));
    assert.deepEqual(leftOut("qwen"), ["node_modules", ".svn", ".hg", "bower_components"]);
    assert.deepEqual(leftOut("flyto"), [
      "node_modules",
      "__pycache__",
      "vendor",
      "dist",
      "build",
      ".DS_Store",
      "*.pyc",
    ]);
  });
});

describe("failures speak of what the dialect has", () => {
  const inputs = ["none", "."].map((path) => ({
    path,
    content: "",
    old_string: "a",
    new_string: "b",
    pattern: "(",
    command: "sudo id",
  }));
  for (const dialect of ["triggerfish", "nanobot", "flyto", "qwen"] as const)
    it(dialect, async () => {
      const { call, at } = await speaking(dialect, { "a.txt": "x" });
      const foreign = foreignTo(dialect);
      const texts: string[] = [];
      for (const { name, input, tool } of dialects[dialect].tools)
        for (const given of [...inputs, { ...inputs[0], path: at("none") }, { ...inputs[0], path: at("a.txt") }]) {
          const known = [...Object.keys(input.shape), ...Object.keys(tool.input.shape)];
          const fitting = Object.entries(given).filter(([key]) => known.includes(key));
          const named = fitting.map(([key, value]) => [
            key === "path" && "file_path" in input.shape ? "file_path" : key,
            value,
          ]);
          const { text, isError } = await call(name, Object.fromEntries(named));
          if (isError) texts.push(text);
        }
      assert.ok(texts.length > 8, String(texts.length));
      for (const text of texts) assert.deepEqual(namesIn(text, foreign), [], text);
    });

  it("names in paths, and what stands in files, are left alone", () => {
    const ours = new Map([["edit_file", "Edit"]]);
    const same = ["src/edit_file", "edit_file.ts is a folder", "./edit_file/a", "my-edit_file", "x\n-edit_file"];
    for (const text of same) assert.equal(renamed(text, ours), text);
    assert.equal(renamed("use edit_file, or (edit_file).", ours), "use Edit, or (Edit).");
  });
});
