/** Failing tests in the real workbench: places to go to in the chat (EX-2), and their bug in the debugger. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("failing tests in the chat", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    const base = mkdtempSync(join(tmpdir(), "crib-agents-"));
    workbench = await openDemo({ settings: { ...allTools, "toolcrib.workspaces.folder": base } });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("are links that open the file at the line, and one line for the model", async () => {
    const steps = [{ tool: "run_command", input: { command: "node --test" } }, { text: "One test fails." }];
    await workbench.ask(`@crib ${script(...steps)}`);
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    const [result] = await workbench.answered();
    assert.match(
      result ?? "",
      /\n\[tests: 1 failed, 5 passed \(node:test\); failing: "ten items get the bulk discount" test\/price\.test\.js:9\]\n/,
    );
    const link = workbench.page.locator(".chat-inline-anchor-widget").filter({ hasText: "price.test.js:9" });
    await link.waitFor();
    await workbench.screenshot("failing-tests");
    await link.click();
    const position = workbench.page.locator(".statusbar-item").filter({ hasText: /Ln 9, Col 54/ });
    await position.waitFor();
    await workbench.page.locator(".tab.active").filter({ hasText: "price.test.js" }).waitFor();
    await workbench.screenshot("failing-test-opened");
  });

  it("are found in the debugger by a breakpoint and variables, which the person sees and is asked about", async () => {
    const before = workbench.modelRequests().length;
    const breakpoint = { path: "src/price.js", line: 8, condition: "quantity === 10" };
    await workbench.ask(
      `@crib ${script(
        { tool: "debug_start", input: { program: "test/price.test.js", breakpoints: [breakpoint], wait_ms: 60_000 } },
        { tool: "debug_stack", input: { limit: 3 } },
        { tool: "debug_variables", input: { frame: 1, depth: 1 } },
        { tool: "debug_evaluate", input: { expression: "[quantity > BULK_QUANTITY, full]" } },
        { tool: "debug_step", input: { action: "continue", wait_ms: 60_000 } },
        { text: "It must be >=." },
      )}`,
    );
    const question = await workbench.dialogs.modalText();
    assert.match(question, /node .*test\/price\.test\.js/);
    assert.match(question, /quantity === 10/);
    await workbench.dialogs.answerModal("Allow");
    assert.match(await workbench.chat.confirmation(), /quantity > BULK_QUANTITY/);
    await workbench.page.locator(".debug-toolbar").waitFor();
    await workbench.page.locator(".debug-top-stack-frame-line").first().waitFor();
    await workbench.screenshot("debugger-stopped");
    await workbench.chat.allow();
    await workbench.answered();
    const told = workbench
      .modelRequests()
      .slice(before)
      .flatMap(({ results }) => results);
    assert.match(
      told[0] ?? "",
      /^test\/price\.test\.js has stopped at a breakpoint in linePrice \(src\/price\.js:8\)\.\n8: {3}return quantity > .*\n {2}quantity: 10\n/s,
    );
    assert.match(told[1] ?? "", /\n {2}0 linePrice \(src\/price\.js:8\)\n/);
    assert.match(told[3] ?? "", /^\(2\) \[false, \d+\]\n {2}0: false/);
    assert.match(told[4] ?? "", /^test\/price\.test\.js has ended/);
    await workbench.waitFor(
      "the breakpoint to be gone",
      async () => (await workbench.page.locator(".codicon-debug-breakpoint-conditional").count()) === 0,
    );
    await workbench.screenshot("debugger-ended");
  });

  it("leave no program behind in the debugger when the answer ends without a stop", async () => {
    const breakpoints = [{ path: "src/price.js", line: 8 }];
    const start = { program: "test/price.test.js", breakpoints, wait_ms: 60_000 };
    const toolbar = workbench.page.locator(".debug-toolbar");
    await workbench.ask(
      `@crib ${script({ tool: "debug_start", input: start }, { text: "I leave it there.", waitMs: 3000 })}`,
    );
    await workbench.dialogs.answerModal("Allow");
    await toolbar.waitFor();
    assert.match((await workbench.answered())[0] ?? "", /has stopped at a breakpoint/);
    await toolbar.waitFor({ state: "hidden" });
    assert.equal(await workbench.page.locator(".codicon-debug-breakpoint").count(), 0);
  });
});
