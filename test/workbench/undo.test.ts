/** Taking back, bringing back and returning to a snapshot in the real workbench (D-17). */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snapshot } from "../support/tempFolder";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const steps = [
  { tool: "read_file", input: { path: "src/price.js" } },
  { tool: "read_file", input: { path: "src/receipt.js" } },
  {
    tool: "edit_file",
    input: { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" },
  },
  { tool: "write_file", input: { path: "src/tax.js", content: "export const TAX = 0.19;\n" } },
  { tool: "delete_file", input: { path: "src/receipt.js" } },
];

describe("undo", () => {
  let workbench: DemoWorkbench;
  let original: Record<string, string>;
  let changed: Record<string, string>;
  const sources = () => snapshot(join(workbench.folder, "src"));
  const price = () => join(workbench.folder, "src/price.js");
  const isAt = (what: string, wanted: () => Record<string, string>) =>
    workbench.waitFor(what, () => JSON.stringify(sources()) === JSON.stringify(wanted()));

  /** Waits for a pick list with these entries in this order; what it says beside them counts for nothing. */
  const offers = (...labels: string[]) =>
    workbench.waitFor(`a list of ${labels.join(", ")}`, async () => {
      const shown = (await workbench.quickInput.entries()).map((label) => label.trim());
      return JSON.stringify(shown.filter((label) => labels.includes(label))) === JSON.stringify(labels);
    });
  const explorerRow = (name: string) =>
    workbench.page.locator(".explorer-folders-view .monaco-list-row").filter({ hasText: name }).first();

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    original = sources();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("takes a turn back to identical bytes: edited, created, deleted; and brings it back", async () => {
    await workbench.ask(`@crib ${script(...steps)}`);
    for (const title of ["Edit src/price.js", "Create src/tax.js", "Delete src/receipt.js"]) {
      await workbench.waitFor(`the question ${title}`, async () =>
        (await workbench.chat.confirmation()).startsWith(title),
      );
      await workbench.chat.allow();
    }
    await workbench.answered();
    changed = sources();
    assert.deepEqual(Object.keys(changed), ["cart.js", "price.js", "tax.js"]);

    await workbench.runCommand("Toolcrib: Undo a Request…");
    await offers("follow the script");
    await workbench.screenshot("undo-turn");
    await workbench.quickInput.pick("follow the script");
    await workbench.dialogs.notification('undid "follow the script"');
    assert.deepEqual(sources(), original);

    await workbench.dialogs.answerNotification('undid "follow the script"', "Redo");
    await workbench.dialogs.notification('redid "follow the script"');
    assert.deepEqual(sources(), changed);
  });

  it("shows what restoring a snapshot would change, and restores what is ticked", async () => {
    await workbench.runCommand("Toolcrib: Create Snapshot…");
    await workbench.quickInput.type("with tax");
    await workbench.dialogs.notification('created the snapshot "with tax"');
    writeFileSync(price(), "// mine\n");
    await workbench.runCommand("Toolcrib: Restore Snapshot…");
    await offers("with tax", "Before: follow the script");
    await workbench.screenshot("undo-snapshots");
    await workbench.quickInput.pick("Before: follow the script");
    await offers("src/price.js", "src/tax.js", "src/receipt.js");
    await workbench.page.locator(".multiDiffEditor .monaco-diff-editor .view-line").first().waitFor();
    await workbench.screenshot("undo-snapshot-preview");
    await workbench.page.keyboard.press("Enter");
    await workbench.dialogs.notification(
      'restored what was there before "follow the script" (src/tax.js, src/receipt.js)',
    );
    assert.deepEqual(sources(), { ...original, "price.js": "// mine\n" });
    assert.deepEqual(await workbench.editors.tabs(), [], "the preview is closed");
    await workbench.runCommand("Toolcrib: Redo Last Undone Change");
    await isAt("the turn's files again", () => ({ ...changed, "price.js": "// mine\n" }));
  });

  it("compares three versions of a file that changed since, and restores only when told to", async () => {
    const mine = readFileSync(price());
    await workbench.runCommand("Toolcrib: Undo a Request…");
    await workbench.quickInput.pick("follow the script");
    const told = await workbench.dialogs.notification("has changed since");
    assert.match(told, /src\/price\.js has changed since "follow the script", so nothing was undone/);
    assert.deepEqual(await workbench.editors.tabs(), [
      "src/price.js (before ↔ now) (price.js)",
      "src/price.js (as Toolcrib left it ↔ now) (price.js), Editor Group 2",
    ]);
    await workbench.screenshot("undo-conflict");
    assert.deepEqual(readFileSync(price()), mine);
    await workbench.dialogs.answerNotification("has changed since", "Restore Anyway…");
    const question = await workbench.dialogs.modalText();
    assert.match(question, /Restore what was there before "follow the script"\?/);
    assert.match(question, /overwritten:\s*src\/price\.js/);
    await workbench.screenshot("undo-anyway");
    await workbench.dialogs.answerModal("Restore");
    await isAt("the files before the turn", () => original);
    assert.deepEqual(await workbench.editors.tabs(), [], "the comparison is closed");
    await workbench.runCommand("Toolcrib: Redo Last Undone Change");
    await isAt("the person's version again", () => ({ ...changed, "price.js": "// mine\n" }));
  });

  it("takes back the changes of the file in the editor alone, and one call of several", async () => {
    writeFileSync(price(), changed["price.js"] ?? "");
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Explorer: Focus on Folders View");
    if (!(await explorerRow("price.js").isVisible())) await explorerRow("src").click();
    await explorerRow("price.js").click();
    await workbench.waitFor("the editor", async () => (await workbench.editors.tabs()).join().includes("price.js"));
    await workbench.runCommand("Toolcrib: Undo Changes to This File…");
    await workbench.quickInput.pick("Edit src/price.js");
    await isAt("the file as it was", () => ({ ...changed, "price.js": original["price.js"] ?? "" }));

    await workbench.runCommand("Toolcrib: Undo a Change…");
    await workbench.screenshot("undo-call");
    await workbench.quickInput.pick("Delete src/receipt.js");
    await isAt("the deleted file again", () => ({ ...original, "tax.js": changed["tax.js"] ?? "" }));
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await isAt("everything as it was", () => original);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification("There is no change to undo.");
  });
});
