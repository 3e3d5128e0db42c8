/** An agent writes, lists, reads, runs and keeps in its own workspace, and nobody is asked (C-41, EX-1 to EX-6). */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openAgentMode, openDemo, pictureFailures, script } from "./support/demo";
import { viewRows } from "./support/viewRows";

const red = `import assert from "node:assert/strict";
import test from "node:test";
import { run } from "./index.js";

test("counts words", async () => {
  assert.deepEqual(await run({ text: "one two three" }), { words: 3 });
});
`;
const index = "integrations/word-count/index.js";
const wish = { name: "word-count", description: "Counts words.", runtime: "node" };
const testing = { tool: "integration_run", input: { name: "word-count", action: "test" } };

/** Another folder of all workspaces for every suite. */
const emptyBase = () => realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-")));
const settingsFor = (base: string) => ({ machineSettings: { "toolcrib.workspaces.folder": base } });

describe("the exec tools in @crib", () => {
  const base = emptyBase();
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo(settingsFor(base));
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  /** What the tools said to each call of a script. */
  async function play(...steps: object[]): Promise<string[]> {
    const before = workbench.modelRequests().length;
    await workbench.ask(`@crib ${script(...steps)}`);
    await workbench.answered();
    return workbench
      .modelRequests()
      .slice(before + 1)
      .map(({ results }) => results[0] ?? "");
  }
  const own = () => join(base, readdirSync(base).find((name) => !name.startsWith(".")) ?? "none");

  it("write, list, read and run without a question, apart from the person's folder", async () => {
    const [written = "", listed = "", read = "", ran = ""] = await play(
      {
        tool: "call_tool",
        input: { name: "exec_write", arguments: { path: "scratch/hello.mjs", content: "console.log(6 * 7);\n" } },
      },
      { tool: "call_tool", input: { name: "exec_ls", arguments: {} } },
      { tool: "call_tool", input: { name: "exec_read", arguments: { path: "scratch/hello.mjs" } } },
      { tool: "call_tool", input: { name: "exec_run", arguments: { command: "node scratch/hello.mjs" } } },
    );
    assert.equal(written, "Created scratch/hello.mjs (20 bytes).");
    assert.match(listed, /^integrations\/\nscratch\/\nskills\//m);
    assert.ok(listed.includes(`[Your workspace is ${own()}: other tools can reach it by this path.]`), listed);
    assert.equal(read, "console.log(6 * 7);\n");
    assert.match(ran, /^42\n\[exit code: 0, /);
    assert.equal(existsSync(join(workbench.folder, "scratch")), false);
    await workbench.screenshot("exec-tools-chat");
  });

  it("scaffold an integration, run its test red, fix it and run it green (EX-2, EX-6)", async () => {
    const [created = "", , failed = "", , passed = "", ran = ""] = await play(
      { tool: "call_tool", input: { name: "integration_create", arguments: wish } },
      { tool: "exec_write", input: { path: "integrations/word-count/index.test.js", content: red } },
      testing,
      {
        tool: "edit_file",
        input: {
          path: join(own(), index),
          old_string: "{ received: args }",
          new_string: "{ words: args.text.split(/\\s+/).length }",
        },
      },
      testing,
      { tool: "integration_run", input: { name: "word-count", arguments: { text: "one two" } } },
    );
    assert.match(created, /^Created integrations\/word-count with integration\.json, /);
    assert.match(failed, /received/);
    assert.match(failed, /\[exit code: 1, /);
    assert.match(passed, /\[exit code: 0, /);
    assert.match(ran, /^\{"words":2\}\n/);
    await workbench.screenshot("exec-tools-integration");
  });

  it("show what they changed in the Changes view by its whole path, and it is undone from the palette (D-17)", async () => {
    await workbench.runCommand("Toolcrib: Focus on Changes View");
    const rows = viewRows(workbench.page, "Changes");
    await rows.filter({ hasText: "follow the script" }).first().locator(".monaco-tl-twistie").click();
    const file = rows.filter({ hasText: "integration.json" });
    await file.waitFor();
    assert.ok(((await file.textContent()) ?? "").includes(join(own(), "integrations/word-count")));
    await workbench.screenshot("exec-tools-changes");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the change to be taken back", () =>
      readFileSync(join(own(), index), "utf8").includes("{ received: args }"),
    );
  });
});

describe("the exec tools in agent mode", () => {
  const base = emptyBase();
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openAgentMode({ ...settingsFor(base), settings: allTools });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("are offered under their names, and work without a question", async () => {
    await workbench.ask(
      script(
        { tool: "exec_write", input: { path: "scratch/a.txt", content: "kept\n" } },
        { tool: "exec_run", input: { command: "cat scratch/a.txt; pwd" } },
        { tool: "exec_ls", input: { path: "scratch" } },
      ),
    );
    const [listed = ""] = await workbench.answered();
    assert.equal(listed, "a.txt (5 bytes)");
    const ran = workbench.modelRequests().at(-2)?.results[0] ?? "";
    assert.match(ran, /^kept\n\/.+\n\[exit code: 0, /);
    assert.ok(ran.includes(base), ran);
    await workbench.screenshot("exec-tools-agent-mode");
  });
});
