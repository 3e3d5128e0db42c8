/** What the README promises: `@crib fix the failing test` on the demo workspace, from the failing test to the passing one. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";

describe("the demo of the README", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("fixes the failing test, with every step shown and every change allowed", async () => {
    await workbench.ask("@crib fix the failing test");
    assert.match(await workbench.chat.confirmation(), /npm test/);
    await workbench.screenshot("demo-command");
    await workbench.chat.allow();

    await workbench.waitFor("the edit", async () => /^Edit src\/price\.js/.test(await workbench.chat.confirmation()));
    await workbench.chat.follow("Open in the diff editor");
    await workbench.editors.diffText();
    await workbench.screenshot("demo-review");
    await workbench.chat.allow();

    await workbench.waitFor("the tests to be asked for again", async () =>
      /npm test/.test(await workbench.chat.confirmation()),
    );
    await workbench.chat.allow();
    await workbench.chat.said("All tests pass now.");
    await workbench.chat.done();
    await workbench.screenshot("demo-done");

    assert.match(readFileSync(join(workbench.folder, "src/price.js"), "utf8"), /quantity >= BULK_QUANTITY/);
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd: workbench.folder, encoding: "utf8" });
    assert.equal(changed, " M src/price.js\n", "nothing else was touched, in the tree or in git");
  });
});
