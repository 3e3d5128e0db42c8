/** Deferred tools in the built-in Copilot agent: found, activated, called, and deferred again (DF-1 to DF-4, TS-2). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../scripts/vscode/paths.mjs";
import {
  type DemoWorkbench,
  type ModelRequest,
  openAgentMode,
  openDemo,
  pictureFailures,
  script,
} from "./support/demo";

const always = [
  ...["toolcrib_call_tool", "toolcrib_edit_file", "toolcrib_find_files", "toolcrib_read_file", "toolcrib_run_agent"],
  ...["toolcrib_run_command", "toolcrib_search_text", "toolcrib_tool_search", "toolcrib_write_file"],
];

/** The requests since the latest prompt. */
function latest(workbench: DemoWorkbench): ModelRequest[] {
  const requests = workbench.modelRequests();
  return requests.slice(requests.findLastIndex(({ round }) => round === 0));
}

describe("deferred tools in agent mode", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openAgentMode();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const offered = () =>
    latest(workbench).map((request) => request.offered.filter((name) => name.startsWith("toolcrib_")));
  const play = async (...steps: object[]) => {
    await workbench.ask(script(...steps));
    return workbench.answered();
  };

  /** VS Code looks at changed context keys with some delay. */
  const offeredSoon = async (wanted: readonly string[]) => {
    let last: string[][] = [];
    const asked = workbench.waitFor(`${wanted.length} tools to be offered`, async () => {
      await play({ text: "Hello." });
      last = offered();
      return last[0]?.join() === wanted.join();
    });
    await asked.catch(() => assert.deepEqual(last, [wanted]));
  };

  it("are absent at first, and from the request after the one that has searched for them on they are there and work", async () => {
    const told = await play(
      { tool: "tool_search", input: { query: "tree" } },
      { tool: "list_directory", input: { path: "src" } },
    );
    const [asked, found, listed] = offered();
    assert.deepEqual(asked, always);
    assert.deepEqual(found, [...always, "toolcrib_list_directory"].sort());
    assert.deepEqual(listed, found);
    assert.match(told[0] ?? "", /^price\.js/m);
    await workbench.screenshot("deferral-searched");
  });

  it("are called through the bridge without being offered, asked about as what they are, and offered from then on", async () => {
    const path = join(workbench.folder, "src/receipt.js");
    await workbench.ask(
      script(
        { tool: "read_file", input: { path: "src/receipt.js" } },
        { tool: "call_tool", input: { name: "delete_file", arguments: { path: "src/receipt.js" } } },
        { text: "Done." },
      ),
    );
    await workbench.editors.diffText();
    await workbench.screenshot("deferral-bridge-asks");
    assert.equal(existsSync(path), true);
    await workbench.editors.clickEditorAction("Accept");
    const [told] = await workbench.answered();
    assert.match(told ?? "", /^Deleted src\/receipt\.js/);
    assert.equal(existsSync(path), false);
    const [before, , after] = offered();
    assert.equal(before?.includes("toolcrib_delete_file"), false);
    assert.equal(after?.includes("toolcrib_delete_file"), true);
  });

  it("are deferred again by the command for it", async () => {
    await workbench.runCommand("Toolcrib: Reset Activated Tools");
    await offeredSoon(always);
  });

  it("are offered for a job as soon as a result names one, and submit_plan while a plan is wanted", async () => {
    await play({ tool: "run_command", input: { command: "sleep 600", background: true } }, { text: "Done." });
    const withJobs = [...always, "toolcrib_job_output", "toolcrib_job_stop"].sort();
    assert.deepEqual(offered(), [always, withJobs]);
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await offeredSoon([...withJobs, "toolcrib_submit_plan"].sort());
    await workbench.runCommand("Toolcrib: Leave Plan Mode");
    await offeredSoon(withJobs);
  });

  it("are all offered once the setting leaves room for all", async () => {
    mkdirSync(join(workbench.folder, ".vscode"), { recursive: true });
    writeFileSync(join(workbench.folder, ".vscode/settings.json"), '{ "toolcrib.tools.deferAbove": 1000 }\n');
    const declared = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).contributes.languageModelTools;
    const all = (declared as { name: string }[]).map(({ name }) => name);
    await offeredSoon(all.filter((name) => name.startsWith("toolcrib_")).sort());
  });
});

describe("deferred tools in @crib", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const bare = always.map((name) => name.slice("toolcrib_".length));
  const offered = () => latest(workbench).map((request) => [...request.offered].sort());

  it("are absent at first, found, called through the bridge, and offered from then on", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "tool_search", input: { query: "tree" } },
        { tool: "list_directory", input: { path: "src" } },
        { tool: "call_tool", input: { name: "move_file", arguments: '{"path":"none.js","new_path":"some.js"}' } },
        { text: "Done." },
      )}`,
    );
    await workbench.answered();
    const found = [...bare, "list_directory"].sort();
    assert.deepEqual(offered(), [bare, found, found, [...found, "move_file"].sort()]);
    const told = latest(workbench).map(({ results }) => results.join());
    assert.match(told[2] ?? "", /^cart\.js/m);
    assert.match(told[3] ?? "", /^none\.js does not exist/);
  });

  it("are deferred again in a new chat (DF-3)", async () => {
    await workbench.chat.clear();
    await workbench.ask(`@crib ${script({ text: "Hello." })}`);
    await workbench.answered();
    assert.deepEqual(offered(), [bare]);
  });
});
