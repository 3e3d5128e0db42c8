/** What runs is seen and stopped in the Jobs view, and a command line is explained without being run. */
import assert from "node:assert/strict";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("commands", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const view = () => workbench.page.locator(".part.sidebar .monaco-list-row");

  it("that run in the background are listed while they run, and stopped from there (SH-8)", async () => {
    await workbench.ask(
      `@crib ${script({ tool: "run_command", input: { command: "echo started; sleep 300", background: true } })}`,
    );
    assert.match((await workbench.answered())[0] ?? "", /bg_task_1/);
    await workbench.runCommand("Toolcrib: Focus on Jobs View");
    const job = view().filter({ hasText: "sleep 300" });
    await job.waitFor();
    assert.match((await job.textContent()) ?? "", /bg_task_1 · running/);
    await workbench.screenshot("jobs-view");
    await job.hover();
    await job.getByRole("button", { name: "Stop" }).click();
    await workbench.waitFor("the job to end", async () => !/running/.test((await job.textContent()) ?? ""));
    await workbench.ask(`@crib ${script({ tool: "job_output", input: { id: "bg_task_1" } })}`);
    assert.match((await workbench.answered())[0] ?? "", /started/);
  });

  it("are explained in a preview, part by part, and not run", async () => {
    await workbench.runCommand("Toolcrib: Explain Command…");
    await workbench.quickInput.type("git status | head -3; sudo id");
    const shown = async () => {
      const texts = workbench.page.frames().map((frame) => frame.locator("body").textContent({ timeout: 1000 }));
      return (await Promise.allSettled(texts))
        .map((text) => (text.status === "fulfilled" ? text.value : ""))
        .join("\n");
    };
    await workbench.waitFor("the explanation", async () => /Simple commands/.test(await shown()));
    const explanation = (await shown()).replace(/\s+/g, " ");
    assert.match(explanation, /deny by commands\.denylist: sudo gives other rights/);
    assert.match(explanation, /git status ✓ allow by commands\.readonly: it only reads inside the workspace/);
    assert.match(explanation, /runs through: sudo/);
    await workbench.screenshot("explain-command");
  });
});
