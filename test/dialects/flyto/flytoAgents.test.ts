/** Flyto's tools for sub-agents, tasks and finding tools (AG-1, TK-1, TK-2, TS-2 to TS-4), and its reference's own schemas. */
import assert from "node:assert/strict";
import { tools } from "../../../scripts/describedTools";
import { findTool, parametersOf } from "../../../src/core/tools/dialect";
import { ToolCatalog } from "../../../src/core/tools/toolCatalog";
import { translate } from "../../../src/core/tools/translate";
import { makeDialects } from "../../../src/dialects";
import { speaking } from "../support/speaking";

const flyto = makeDialects(tools).flyto;

const tool = (name: string) => {
  const found = findTool(flyto, name);
  assert.ok(found, name);
  return found;
};

describe("DIA-3: the schemas of the Flyto reference", () => {
  /** Type, description and choices of every parameter, as the reference prints them. */
  const reference: Record<string, Record<string, [type: string, description: string, choices?: string[]]>> = {
    Bash: {
      command: ["string", "The bash command to execute"],
      timeout: ["integer", "Timeout in milliseconds (default 120000, max 600000)"],
      run_in_background: ["boolean", "Run the command in the background and return a task_id immediately"],
      description: ["string", "A description of what this command does"],
    },
    Read: {
      file_path: ["string", "The absolute path to the file to read"],
      offset: ["integer", "The line number to start reading from (0-based)"],
      limit: ["integer", "The number of lines to read (default 2000)"],
    },
    Edit: {
      file_path: ["string", "The absolute path to the file to modify"],
      old_string: ["string", "The text to replace"],
      new_string: ["string", "The text to replace it with (must be different from old_string)"],
      replace_all: ["boolean", "Replace all occurrences of old_string (default false)"],
    },
    Write: {
      file_path: ["string", "The absolute path to the file to write"],
      content: ["string", "The content to write to the file"],
    },
    Glob: {
      pattern: ["string", "The glob pattern to match files against (e.g. **/*.go, src/**/*.ts)"],
      path: ["string", "The directory to search in. Defaults to the current working directory."],
      include_ignored: ["boolean", "Force include files that are normally ignored by .gitignore (default false)"],
    },
    Grep: {
      pattern: ["string", "The regular expression pattern to search for"],
      path: ["string", "File or directory to search in (default: cwd)"],
      glob: ["string", "File filter pattern (e.g. *.go, *.{ts,tsx})"],
      output_mode: [
        "string",
        "Output mode: content / files_with_matches / count",
        ["content", "files_with_matches", "count"],
      ],
      context: ["integer", "Number of surrounding lines to show"],
      case_insensitive: ["boolean", "Case insensitive search"],
      head_limit: ["integer", "Maximum output lines (default 250)"],
    },
    Agent: {
      prompt: ["string", "The task prompt for the sub-agent"],
      description: ["string", "Task description for tracking"],
      model: ["string", "Model to use (inherits parent if empty)"],
      mode: ["string", "Run mode: sync (default) / background / worktree", ["sync", "background", "worktree"]],
      branch_name: ["string", "Branch name for worktree mode (auto-generated if empty)"],
    },
    TaskCreate: { title: ["string", "Task title"], description: ["string", "Task description"] },
    TaskList: {},
    TaskUpdate: {
      id: ["string", "Task ID"],
      status: [
        "string",
        "New status: pending/in_progress/done/failed/cancelled",
        ["pending", "in_progress", "done", "failed", "cancelled"],
      ],
    },
    WebFetch: {
      url: ["string", "The URL to fetch content from"],
      timeout: ["integer", "Timeout in seconds (default 30, max 120)"],
    },
    WebSearch: {
      query: ["string", "The search query"],
      max_results: ["integer", "Maximum number of results to return (default 10)"],
    },
    ToolSearch: { query: ["string", "Search query to find tools (e.g., 'fetch web page', 'search files')"] },
  };
  for (const [name, wanted] of Object.entries(reference))
    it(name, () => {
      const properties = parametersOf(tool(name)).properties as Record<
        string,
        { type: string; description: string; enum?: string[] }
      >;
      // What our sandbox says names it, and nothing of the reference would do.
      if (name === "Bash") assert.ok(delete properties.outside_sandbox);
      const shown = Object.entries(properties).map(([key, { type, description, enum: choices }]) => {
        // Two of our tools read and end what runs in the background.
        const [text] = description.split("; job_output");
        return [key, [type, text, ...(choices ? [choices] : [])]];
      });
      assert.deepEqual(Object.fromEntries(shown), wanted);
    });
});

describe("Agent (AG-1)", () => {
  const input = (args: object) => translate(tool("Agent"), args).input as object;

  it("waits for the sub-agent unless told otherwise; an empty text is as good as none", () => {
    assert.deepEqual(input({ prompt: "look", model: "", branch_name: "", description: "" }), {
      prompt: "look",
      mode: "sync",
    });
    const all = { prompt: "do", description: "d", model: "m", mode: "worktree", branch_name: "b" };
    assert.deepEqual(input(all), all);
    assert.deepEqual(input({ ...all, branch_name: undefined, branch: "b" }), all);
    assert.deepEqual(input({ prompt: "do", tools: ["Read"] }), { prompt: "do", mode: "sync", tools: ["Read"] });
  });

  it("needs a prompt and a mode that there is", () => {
    assert.throws(() => input({}), /^ToolError: Agent needs the parameter "prompt", which is missing\./);
    assert.throws(() => input({ prompt: "x", mode: "fork" }), /Agent parameter "mode" is wrong/);
  });

  it("without a model says so", async () => {
    const { fails } = await speaking("flyto");
    assert.equal(
      await fails("Agent", { prompt: "look" }),
      "There is no chat model here that a sub-agent could use: do the work yourself.",
    );
  });
});

describe("TaskCreate, TaskList, TaskUpdate (TK-1, TK-2, TK-4)", () => {
  it("share one list, under their own names", async () => {
    const { says, fails } = await speaking("flyto");
    assert.equal(await says("TaskList", {}), "There are no tasks: add one with TaskCreate.");
    assert.equal(
      await fails("TaskUpdate", { id: "task_1", status: "done" }),
      'There is no task "task_1": there are none yet, add one with TaskCreate.',
    );
    assert.equal(
      await says("TaskCreate", { title: "task_create", description: "more" }),
      "Created task_1 (pending): task_create",
    );
    assert.equal(
      await says("TaskUpdate", { id: "task_1", status: "in_progress" }),
      "task_1 is in_progress now: task_create",
    );
    assert.equal(await says("TaskList", {}), "task_1 [in_progress] task_create\n  more");
    assert.match(await fails("TaskUpdate", { id: "task_1", status: "pending" }), /^task_1 /);
    assert.match(
      await fails("TaskUpdate", { id: "task_1", status: "over" }),
      /^TaskUpdate parameter "status" is wrong/,
    );
    assert.equal(await fails("TaskCreate", {}), 'TaskCreate needs the parameter "title", which is missing.');
  });

  it("know the commands in the background, and cancel them (SH-8)", async () => {
    const { says, crib } = await speaking("flyto");
    await says("Bash", { command: "sleep 60", run_in_background: true });
    assert.match(await says("TaskList", {}), /^bg_task_1 \[in_progress\] sleep 60 \(/);
    await says("TaskUpdate", { task_id: "bg_task_1", status: "cancelled" });
    assert.ok(crib.jobs.all().every(({ hasEnded }) => hasEnded));
  });
});

describe("ToolSearch (TS-2 to TS-4)", () => {
  it("finds, activates, and says so in the words of the reference", async () => {
    const { says, crib, session } = await speaking("flyto", {}, { settings: { "tools.deferAbove": 9 } });
    const shelf = new ToolCatalog(crib, session);
    assert.ok(shelf.isDeferred("Gitignore"));
    const lines = (await says("ToolSearch", { query: "gitignore" })).split("\n");
    assert.equal(lines[0], "Found 1 tool(s) matching 'gitignore':");
    assert.match(lines[1] ?? "", /^- Gitignore: Manages \.gitignore files/);
    assert.deepEqual(lines.slice(2), ["These tools have been activated and are now available for use."]);
    assert.deepEqual([shelf.isDeferred("Gitignore"), shelf.isDeferred("TaskList")], [false, true]);
  });

  it("defers without a setting: with the web tools this dialect has more than 15 (DF-1)", async () => {
    const { says, crib, session } = await speaking("flyto");
    const shelf = new ToolCatalog(crib, session);
    assert.deepEqual(
      crib.dialect.tools.map(({ name }) => name).filter((name) => !shelf.isDeferred(name)),
      ["Bash", "Read", "Edit", "Write", "Glob", "Grep", "Agent", "ToolSearch", "call_tool"],
    );
    assert.match(await says("ToolSearch", { query: "web page" }), /^- WebFetch: Fetches content from a URL/m);
    assert.equal(shelf.isDeferred("WebFetch"), false);
  });

  it("says that all are active where nothing is deferred: the setting has room for them (DF-1)", async () => {
    const { says } = await speaking("flyto", {}, { settings: { "tools.deferAbove": 18 } });
    assert.match(await says("ToolSearch", { query: "task" }), /^All tools are already active/);
  });
});
