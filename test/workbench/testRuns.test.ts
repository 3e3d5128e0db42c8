/** Failing tests of a command in the real workbench: places to go to in the chat (EX-2). */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("failing tests in the chat", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    const base = mkdtempSync(join(tmpdir(), "crib-agents-"));
    workbench = await openDemo({ settings: { "toolcrib.workspaces.folder": base } });
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
});
