/** Sub-agents in worktrees of their own, at once, in the real workbench: one is stopped, one merged, one discarded (AG-1 to AG-7). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "../support/repository";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { pressOf, tallPage } from "./support/viewRows";

describe("sub-agents", () => {
  let workbench: DemoWorkbench;
  let gate: string;
  before(async () => {
    const place = await mkdtemp(join(tmpdir(), "toolcrib-agents-"));
    gate = join(place, "open");
    workbench = await openDemo({ settings: { "toolcrib.agents.worktreeFolder": join(place, "worktrees") } });
    await workbench.page.setViewportSize(tallPage);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const row = (text: string) =>
    workbench.page
      .locator(".part.sidebar .pane")
      .filter({ has: workbench.page.getByRole("button", { name: "Agents Section" }) })
      .locator(".monaco-list-row")
      .filter({ hasText: text });
  const agent = (description: string) => row(description).first();
  const press = async (description: string, button: string) => {
    await agent(description).hover();
    await agent(description).getByRole("button", { name: button }).click();
  };
  const inFolder = (path: string) => join(workbench.folder, path);

  /** A piece of work on a branch: it writes a file, waits until it may end, and ends. */
  const piece = (name: string, description: string) => ({
    tool: "run_agent",
    input: {
      mode: "worktree",
      description,
      prompt: script(
        { tool: "write_file", input: { path: `src/${name}.js`, content: `export const ${name} = true;\n` } },
        { tool: "run_command", input: { command: "pwd" } },
        { text: `I wrote ${name}.`, waitForFile: gate },
      ),
    },
  });

  it("work at once on branches of their own, unasked, and can be stopped one by one (AG-3, AG-4, AG-7)", async () => {
    await workbench.runCommand("Toolcrib: Focus on Running View");
    await workbench.ask(
      `@crib ${script({ tools: [piece("tea", "Sell tea"), piece("milk", "Sell milk"), piece("rum", "Sell rum")] })}`,
    );
    for (const description of ["Sell tea", "Sell milk", "Sell rum"])
      await agent(description).filter({ hasText: "2 calls" }).filter({ hasText: "at work" }).waitFor();
    await workbench.screenshot("subagents-at-work");
    assert.deepEqual(
      ["tea", "milk", "rum"].map((name) => existsSync(inFolder(`src/${name}.js`))),
      [false, false, false],
    );

    await pressOf(agent("Sell rum"), "Stop Agent", () =>
      agent("Sell rum").filter({ hasText: "cancelled" }).isVisible(),
    );
    writeFileSync(gate, "");
    const [tea = "", milk = "", rum = ""] = await workbench.answered();
    assert.match(
      tea,
      /^I wrote tea\.\n\n\[Branch toolcrib\/sell-tea-\w+, commit \w+, 1 file changed:\]\nsrc\/tea\.js \+1 −0\n/,
    );
    assert.match(milk, /^I wrote milk\./);
    assert.match(rum, /^The sub-agent agent_\d was cancelled: it was stopped\. It made 2 calls\./);
    assert.match(rum, /src\/rum\.js \+1 −0/);
    await workbench.screenshot("subagents-ended");
  });

  it("leave their work to be merged or discarded in the view (AG-2)", async () => {
    await press("Sell tea", "Merge Agent Worktree");
    await workbench.dialogs.answerModal("Merge");
    await workbench.dialogs.notification("Merged toolcrib/sell-tea-");
    assert.equal(readFileSync(inFolder("src/tea.js"), "utf8"), "export const tea = true;\n");

    await press("Sell milk", "Discard Agent Worktree");
    await workbench.dialogs.answerModal("Discard");
    await workbench.dialogs.notification("Discarded toolcrib/sell-milk-");
    assert.equal(existsSync(inFolder("src/milk.js")), false);
    assert.match(git(workbench.folder, "branch", "--list", "toolcrib/*"), /^\W*toolcrib\/sell-rum-\w+$/);
    await workbench.screenshot("subagents-merged-and-discarded");
  });

  it("ask the person with their name, one after the other (AG-1)", async () => {
    const asks = (name: string) => ({
      tool: "run_agent",
      input: {
        description: `Make ${name}`,
        prompt: script({ tool: "run_command", input: { command: `touch ${name}.txt` } }, { text: `${name} is made.` }),
      },
    });
    await workbench.ask(`@crib ${script({ tools: [asks("one"), asks("two")] })}`);
    const first = await workbench.dialogs.modalText();
    assert.match(first, /agent_\d \(Make (one|two)\): Run touch (one|two)\.txt/);
    await workbench.screenshot("subagent-asks");
    // The next question stands there at once, so nobody waits for the first to be gone.
    await workbench.page.locator(".monaco-dialog-box").getByRole("button", { name: "Allow", exact: true }).click();
    await workbench.waitFor("the other question", async () => (await workbench.dialogs.modalText()) !== first);
    await workbench.dialogs.answerModal("Allow");
    assert.deepEqual(await workbench.answered(), ["one is made.", "two is made."]);
    assert.deepEqual(
      ["one.txt", "two.txt"].map((name) => existsSync(inFolder(name))),
      [true, true],
    );
  });
});
