/** What agents set out to do, and what runs, in the Running view; what a person does there reaches the agent. */
import assert from "node:assert/strict";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { pressOf, spokenLines, viewRows } from "./support/viewRows";

describe("the Running view", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const rows = () => viewRows(workbench.page, "Running");
  const row = (text: string) => rows().filter({ hasText: text });
  const inStatusBar = () => workbench.page.locator(".part.statusbar").getByText("echo watching; sleep 300");
  const labels = () => spokenLines(rows());
  const play = async (...calls: { tool: string; input: object }[]) => {
    await workbench.ask(`@crib ${script(...calls)}`);
    return workbench.answered();
  };
  const press = (text: string, button: string, shownAfter: string) =>
    pressOf(row(text), button, () => row(text).filter({ hasText: shownAfter }).isVisible());

  it("shows tasks with their states, and what runs in the background among them (TK-1, TK-4)", async () => {
    await workbench.runCommand("Toolcrib: Focus on Running View");
    await workbench.page.getByText("Nothing is running.").waitFor();
    await play(
      { tool: "tool_search", input: { query: "task" } },
      { tool: "task_create", input: { title: "Find the wrong comparison", description: "It is in src/price.js." } },
      { tool: "task_create", input: { title: "Mend it" } },
      { tool: "task_create", input: { title: "Tell everybody" } },
      { tool: "task_create", input: { title: "Run the tests" } },
      { tool: "run_command", input: { command: "echo watching; sleep 300", background: true } },
      { tool: "task_update", input: { id: "task_1", status: "done" } },
      { tool: "task_update", input: { id: "task_2", status: "in_progress" } },
    );
    await row("Find the wrong comparison").filter({ hasText: "done · task_1" }).waitFor();
    await workbench.waitFor("the last state", async () => (await labels())[0]?.endsWith("in progress"));
    assert.deepEqual(await labels(), [
      "Mend it, task task_2, in progress",
      "Tell everybody, task task_3, pending",
      "Run the tests, task task_4, pending",
      "echo watching; sleep 300, command bg_task_1, in progress",
      "Find the wrong comparison, task task_1, done",
    ]);
    const elapsed = async () => (await row("sleep 300").textContent()) ?? "";
    const before = await elapsed();
    assert.match(before, /\d s · bg_task_1/);
    await workbench.waitFor("the time to go on", async () => (await elapsed()) !== before);
    await inStatusBar().waitFor();
    await workbench.screenshot("tasks-view");
  });

  it("lets a person end and cancel tasks and stop commands, and the agent hears of it (TK-4)", async () => {
    await press("Tell everybody", "Cancel Task", "cancelled · task_3");
    await press("Mend it", "Mark as Done", "done · task_2");
    await press("sleep 300", "Stop", "stopped");
    await inStatusBar().waitFor({ state: "hidden" });
    const [told = ""] = await play({ tool: "task_list", input: {} });
    assert.match(told, /\[task_3 was set to cancelled by the person: Tell everybody\]/);
    assert.match(told, /\[task_2 was set to done by the person: Mend it\]/);
    assert.match(told, /\[Background job bg_task_1 has ended: ended by SIGTERM, [\d.]+ m?s, stopped\]/);
    assert.match(told, /^bg_task_1 \[cancelled\] echo watching; sleep 300 /m);
  });

  it("shows a command's output, and clears what has ended", async () => {
    await row("sleep 300").click({ button: "right" });
    const entry = workbench.page.locator(".context-view .action-item").filter({ hasText: "Show Output" });
    await entry.waitFor();
    // A menu takes no click in its first moments: VS Code could not tell it from the one that opened it.
    await workbench.waitFor("the menu to take the click", async () => {
      if (await entry.isVisible()) await entry.click();
      return entry.isHidden();
    });
    await workbench.waitFor("the output", async () =>
      (await workbench.page.locator(".editor-instance .view-lines").allTextContents()).join("").includes("watching"),
    );
    await workbench.screenshot("tasks-output");
    await workbench.runCommand("Toolcrib: Clear Finished Tasks");
    await workbench.waitFor("what ended to be gone", async () => (await labels()).length === 1);
    assert.deepEqual(await labels(), ["Run the tests, task task_4, pending"]);
  });
});
