/** What the README promises to somebody who has just installed the extension: from no model to the passing test. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";

describe("the demo of the README", () => {
  let workbench: DemoWorkbench;
  /** Where the sample project is to go. */
  const place = realpathSync(mkdtempSync(join(tmpdir(), "crib-sample-")));
  const welcome = () => workbench.page.locator(".welcome-view").filter({ hasText: "No chat model is available" });

  before(async () => {
    const folder = join(place, "mine");
    mkdirSync(folder);
    writeFileSync(join(folder, "notes.txt"), "mine\n");
    workbench = await openDemo({ noTestModel: true, folder });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("says that there is no model, and that Copilot is missing, once the view is looked at", async () => {
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await welcome().getByText("GitHub Copilot is not installed").waitFor();
    await workbench.screenshot("demo-no-model");
    for (const name of ["Add a Model", "Find Copilot", "Open Sample Project"])
      await welcome().getByRole("button", { name }).waitFor();
  });

  it("copies the sample project to a folder of the person's choice, opens it, and begins the request", async () => {
    await welcome().getByRole("button", { name: "Open Sample Project" }).click();
    const box = workbench.page.locator(".quick-input-widget input").first();
    await workbench.waitFor("the folder to be asked for", async () => (await box.inputValue()).includes(place));
    await workbench.screenshot("demo-where");
    await workbench.page.locator(".quick-input-widget").getByRole("button", { name: "Copy Sample Here" }).click();
    await workbench.waitFor("the sample", async () =>
      /@crib\s+fix\s+the\s+failing\s+test/.test((await workbench.chat.input.textContent().catch(() => "")) ?? ""),
    );
    await workbench.page.locator('.interactive-input-part [aria-label*="Toolcrib demo (scripted)"]').first().waitFor();
    await workbench.page.locator(".gettingStartedContainer").getByText("Get Started with Toolcrib").first().waitFor();
    await workbench.screenshot("demo-begun");
    workbench.folder = join(place, "corner-shop");
  });

  it("fixes the failing test, with every step shown and every change allowed", async () => {
    await workbench.chat.input.click();
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.press("Enter");
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
    await workbench.chat.said("scripted demo, not a real model");
    await workbench.chat.done();
    await workbench.screenshot("demo-done");

    const changed = readFileSync(join(workbench.folder, "src/price.js"), "utf8");
    const shipped = readFileSync("samples/corner-shop/src/price.js", "utf8");
    assert.equal(changed, shipped.replace("quantity > BULK_QUANTITY", "quantity >= BULK_QUANTITY"));
  });
});
