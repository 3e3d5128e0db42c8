/** A window that is reloaded while a proposal waits for an answer, in the real workbench (D-16). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { buttonOf } from "./support/viewRows";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const edit = {
  tool: "edit_file",
  input: { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" },
};
const create = { tool: "write_file", input: { path: "src/tax.js", content: "export const TAX = 0.19;\n" } };

describe("a proposal without an answer", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");
  const row = (text: string) =>
    workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: text }).first();
  const tabs = async () => (await workbench.editors.tabs()).join();
  const lineAction = async (text: string, action: string) => {
    await row(text).hover();
    await buttonOf(row(text), action).click();
  };

  /** Asks for a change, opens its diff and reloads the window instead of answering. */
  async function leave(step: object): Promise<void> {
    await workbench.ask(`@crib ${script(read, step)}`);
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    await workbench.editors.diffText();
    await workbench.runCommand("Explorer: Focus on Folders View");
    await workbench.page.keyboard.press("F1");
    const loaded = workbench.page.waitForEvent("load");
    await workbench.quickInput.type(">Developer: Reload Window");
    await loaded;
    await workbench.ready();
  }

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("is listed after a reload, its editor shows it, and it is asked about and written again", async () => {
    await leave(edit);
    assert.match((await workbench.editors.diffText()).after, /quantity >= BULK/);
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await row("not answered").waitFor();
    assert.match(
      (await row("not answered").textContent()) ?? "",
      /^Edit src\/price\.js ?not answered · 1 file · chat · /,
    );
    await workbench.screenshot("unanswered");
    assert.equal(price(), original);
    await lineAction("not answered", "Propose Again");
    await row("+1 −1 · 1 file").waitFor();
    await workbench.editors.diffText();
    await workbench.screenshot("unanswered-again");
    await workbench.editors.clickEditorAction("Accept");
    await workbench.waitFor("the change", () => price() === original.replace("quantity > BULK", "quantity >= BULK"));
    await row("not answered").waitFor({ state: "detached" });
    await workbench.waitFor("no editors", async () => (await tabs()) === "");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the file as it was", () => price() === original);
  });

  it("of a new file is dismissed, and its editor goes", async () => {
    await leave(create);
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await row("Create src/tax.js").waitFor();
    const { before, after } = await workbench.editors.diffText();
    assert.equal(before.trim(), "");
    assert.match(after, /TAX = 0\.19/);
    await lineAction("not answered", "Dismiss");
    await row("not answered").waitFor({ state: "detached" });
    await workbench.waitFor("no editors", async () => (await tabs()) === "");
  });
});
