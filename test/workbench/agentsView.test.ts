/** What sub-agents do while they work, below whoever started them; their transcripts; and ending them from the view. */
import assert from "node:assert/strict";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { previewText } from "./support/previewText";
import { spokenLines, tallPage, viewRows } from "./support/viewRows";

/** Longer than any test waits. */
const never = 300_000;

describe("the Agents view", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
    await workbench.page.setViewportSize(tallPage);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const rows = () => viewRows(workbench.page, "Agents");
  const labels = () => spokenLines(rows());
  /** Not by its text: the step that started an agent has that too. */
  const agent = (title: string) => rows().and(workbench.page.locator(`[aria-label^="${title}, sub-agent"]`));

  it("shows agents below each other with what they do, while they work (AG-4, AG-6)", async () => {
    // It is there once there are agents.
    await workbench.runCommand("Toolcrib: Focus on Running View");
    await workbench.page.getByText("Nothing is running.").waitFor();
    assert.equal(await workbench.page.getByRole("button", { name: "Agents Section" }).count(), 0);
    const counting = script(
      { tool: "find_files", input: { pattern: "src/*.js" } },
      { text: "Two files.", waitMs: never },
    );
    const looking = script(
      { text: "I read the prices.", tool: "read_file", input: { path: "src/price.js" } },
      { tool: "call_tool", input: { name: "task_create", arguments: { title: "Compare them" } } },
      { tool: "read_file", input: { path: "src/nowhere.js" } },
      { tool: "run_agent", input: { prompt: counting, description: "Count the files" } },
    );
    const wish = { prompt: looking, description: "Look at the prices", mode: "background" };
    await workbench.ask(`@crib ${script({ tool: "run_agent", input: wish })}`);
    await workbench.chat.said("Started agent_1 in the background.");
    const counter = "Count the files, sub-agent agent_2, at work, 1 call";
    await workbench.waitFor("the inner agent's call", async () => (await labels()).includes(counter));
    assert.deepEqual(await labels(), [
      "Look at the prices, sub-agent agent_1, at work, 4 calls",
      counter,
      "Find src/*.js in corner-shop",
      "Start a sub-agent: Count the files",
      "read_file failed",
      "read_file",
      'Add the task "Compare them"',
      "Read src/price.js",
      "I read the prices.",
    ]);
    assert.deepEqual(await spokenLines(viewRows(workbench.page, "Running")), [
      "chat, 0 of 1 done",
      "Look at the prices, sub-agent agent_1, in progress",
      "chat/agent_1, 0 of 1 done",
      "Compare them, task task_1, pending",
    ]);
    await workbench.screenshot("agents-view");
  });

  it("opens what an agent did so far, and follows it", async () => {
    await agent("Count the files").click();
    const shown = () => previewText(workbench.page);
    await workbench.waitFor("the transcript", async () => /Steps/.test(await shown()));
    assert.match(await shown(), /agent_2 of chat\/agent_1 · sync · .* · running · 1 call · /);
    await workbench.screenshot("agent-transcript");
  });

  it("stops an agent with those below it, and keeps them to be looked at", async () => {
    const upper = agent("Look at the prices");
    await workbench.waitFor("the agent to be stopped", async () => {
      const stopped = upper.filter({ hasText: "cancelled in the background · 4 calls" });
      if (await stopped.isVisible()) return true;
      // The row is drawn anew while its agent works, which can take a click with it.
      await upper.hover();
      await upper.getByRole("button", { name: "Stop Agent" }).click({ timeout: 2000 });
      return false;
    });
    await agent("Count the files").filter({ hasText: "cancelled · 1 call" }).waitFor();
    await workbench.waitFor("the transcript to follow", async () =>
      /cancelled · 1 call/.test(await previewText(workbench.page)),
    );
    await workbench.screenshot("agents-stopped");
  });
});
