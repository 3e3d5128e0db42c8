/** Review in the real workbench: the chat, the diff editor and the tree answer for each other, and what was done is looked at and taken back (D-16). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { buttonOf } from "./support/viewRows";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const twoEdits = {
  tool: "edit_file",
  input: {
    path: "src/price.js",
    edits: [
      { old_string: "BULK_QUANTITY = 10", new_string: "BULK_QUANTITY = 12" },
      { old_string: "quantity > BULK", new_string: "quantity >= BULK" },
    ],
  },
};
const patch = [
  "*** Begin Patch",
  "*** Update File: src/price.js",
  "@@",
  "-const BULK_QUANTITY = 10;",
  "+const BULK_QUANTITY = 20;",
  "*** Add File: src/tax.js",
  "+export const TAX = 0.19;",
  "+export const REDUCED = 0.07;",
  "*** End Patch",
].join("\n");

describe("review", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const at = (path: string) => join(workbench.folder, path);
  const price = () => readFileSync(at("src/price.js"), "utf8");
  const row = (text: string) =>
    workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: text }).first();
  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);
  const press = (keys: string) => workbench.page.keyboard.press(keys);
  const focusTree = () => workbench.runCommand("Toolcrib: Focus on Changes View");
  const focusWaiting = () => workbench.runCommand("Toolcrib: Focus on Needs You View");
  /** Opens what waits from its line in the view, without the mouse. */
  const openByKeys = async () => {
    const line = workbench.page.locator(".monaco-list:focus-within .monaco-list-row.focused", { hasText: "· chat ·" });
    await focusWaiting();
    await row("· chat ·").waitFor();
    await workbench.waitFor("the line to have the focus", async () => {
      // What welcomes to an empty view takes the focus with it when it goes.
      await focusWaiting();
      await press("ArrowDown");
      await line.waitFor({ timeout: 2000 });
      return true;
    });
    await press("Enter");
    await workbench.editors.diffText();
  };
  /** The number on Toolcrib's icon, as it is read out. */
  const badge = (said: string) => workbench.page.locator(`.part.activitybar [aria-label^="Toolcrib${said}"]`).first();
  const lineAction = async (text: string, action: string) => {
    await row(text).hover();
    await buttonOf(row(text), action).click();
  };

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("lists nothing and says what will be listed", async () => {
    await focusTree();
    await workbench.page.getByText("Nothing needs you.").waitFor();
    await workbench.page.getByText("No changes yet.").waitFor();
    await workbench.page.getByText("Nothing is running.").waitFor();
    await workbench.screenshot("changes-empty");
  });

  it("keeps one of two changes in the diff editor, whose ✓ answers the chat, and tells the model", async () => {
    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await row("Edit src/price.js").waitFor();
    assert.match((await row("Edit src/price.js").textContent()) ?? "", /\+2 −2 · 1 file · chat · /);
    await badge(" - 1 thing needs you").waitFor();
    await row("Edit src/price.js").click();
    await workbench.editors.diffText();
    await workbench.screenshot("changes-pending");

    const hunk = workbench.page.locator(".editor.modified .view-line").filter({ hasText: ">=" }).first();
    const keep = workbench.page.locator(".monaco-hover a").filter({ hasText: "Keep Only This Change" }).first();
    const isKept = async () => /BULK_QUANTITY = 10/.test((await workbench.editors.diffText()).after);
    await workbench.waitFor("the other change to be gone", async () => {
      if (await isKept()) return true;
      await hunk.hover({ position: { x: 60, y: 8 }, timeout: 5000 });
      await keep.click({ timeout: 5000 });
      return workbench.waitFor("the click", isKept, 10_000);
    });
    await workbench.screenshot("changes-one-kept");
    await workbench.editors.clickEditorAction("Accept");

    const [told = ""] = await workbench.answered();
    assert.match(told, /^Edited src\/price\.js: /);
    assert.match(told, /The person changed your proposal for src\/price\.js before accepting it/);
    assert.match(told, /^-const BULK_QUANTITY = 12;\n\+const BULK_QUANTITY = 10;$/m);
    assert.equal(price(), original.replace("quantity > BULK", "quantity >= BULK"));
    assert.equal(await workbench.chat.asking(), false);
    assert.deepEqual(await workbench.editors.tabs(), []);
    await badge("").and(workbench.page.locator(':not([aria-label*="needs you"])')).waitFor();
    await workbench.screenshot("changes-applied");
  });

  it("undoes one file's change from the tree, to the byte", async () => {
    await focusTree();
    await row("follow the script").locator(".monaco-tl-twistie").click();
    await lineAction("price.jssrc", "Undo");
    await workbench.waitFor("the file as it was", () => price() === original);
    await row("follow the script").waitFor({ state: "detached" });
  });

  it("rejects in the tree what the chat asks, and tells the model", async () => {
    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await lineAction("Edit src/price.js", "Reject");
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The person declined this: Edit src\/price\.js\. Nothing was done\./);
    assert.equal(price(), original);
    assert.equal(await workbench.chat.asking(), false);
    await workbench.screenshot("changes-rejected");
  });

  it("forgets in the tree what was skipped in the chat", async () => {
    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await row("Edit src/price.js").waitFor();
    await workbench.chat.decline();
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this/);
    await row("Edit src/price.js").waitFor({ state: "detached" });
  });

  it("lists a command that is asked about, and takes the answer there as well", async () => {
    await ask({ tool: "run_command", input: { command: "touch made-by-command" } });
    await workbench.chat.confirmation();
    assert.match((await row("Run touch made-by-command").textContent()) ?? "", /chat · /);
    await workbench.screenshot("needs-you-command");
    await lineAction("Run touch made-by-command", "Reject");
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Run touch made-by-command/);
    assert.equal(existsSync(at("made-by-command")), false);
    await row("Run touch made-by-command").waitFor({ state: "detached" });
  });

  it("shows the files of one call in one editor before and after, and undoes them together", async () => {
    await ask(read, { tool: "apply_patch", input: { patch } });
    await workbench.chat.confirmation();
    await row("2 files · chat").click();
    const rows = workbench.page.locator(".multiDiffEntry");
    await workbench.waitFor("both files", async () => (await rows.count()) === 2);
    await workbench.screenshot("changes-multi-pending");
    await workbench.editors.clickEditorAction("Accept");
    await workbench.answered();
    assert.equal(price(), original.replace("= 10", "= 20"));
    assert.equal(readFileSync(at("src/tax.js"), "utf8"), "export const TAX = 0.19;\nexport const REDUCED = 0.07;\n");
    assert.deepEqual(await workbench.editors.tabs(), []);

    await row("2 files").waitFor();
    assert.match((await row("2 files").textContent()) ?? "", /\+3 −1/);
    await row("2 files").click();
    await workbench.waitFor("both files", async () => (await rows.count()) === 2);
    await workbench.screenshot("changes-multi-applied");
    await lineAction("2 files", "Undo");
    await workbench.waitFor("the file as it was", () => price() === original && !existsSync(at("src/tax.js")));
    await workbench.runCommand("View: Close All Editors");
  });

  it("needs no mouse, and takes a comment with a no", async () => {
    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await openByKeys();
    await press("ControlOrMeta+K");
    await press("Shift+C");
    const comment = workbench.page.locator(".quick-input-widget input");
    await comment.fill("Use a constant of its own.");
    await workbench.screenshot("changes-reject-with-comment");
    await comment.press("Enter");
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The person declined this: .*; they said: Use a constant of its own\./);
    assert.equal(price(), original);

    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await openByKeys();
    // Back in the view, the keys answer for the line that has the keyboard.
    await focusWaiting();
    await press("ControlOrMeta+K");
    await press("y");
    assert.match((await workbench.answered())[0] ?? "", /^Edited src\/price\.js/);
    await focusTree();
    await row("1 file").waitFor();
    await press("ArrowDown");
    await press("Shift+F10");
    const entry = workbench.page.locator(".monaco-menu .action-item.focused");
    await workbench.waitFor("the menu's Undo", async () => {
      await press("ArrowDown");
      return /Undo/.test((await entry.textContent({ timeout: 1000 })) ?? "");
    });
    await workbench.screenshot("changes-menu");
    await press("Enter");
    await workbench.waitFor("the file as it was", () => price() === original);
  });

  it("asks before everything is undone, and keeps without changing anything", async () => {
    await ask(read, twoEdits);
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    await workbench.answered();
    const changed = price();
    await workbench.runCommand("Toolcrib: Undo All Changes…");
    assert.match(await workbench.dialogs.modalText(), /Undo the changes of 1 turn in 1 file\?/);
    await workbench.screenshot("changes-undo-all");
    await workbench.dialogs.answerModal("Cancel");
    assert.equal(price(), changed);
    await workbench.runCommand("Toolcrib: Keep All Changes");
    await workbench.page.getByText("No changes yet.").waitFor();
    assert.equal(price(), changed);
  });

  it("stores a file in an encoding that no setting names as it was, but for what is accepted", async () => {
    const file = at("greetings.txt");
    const lines = ["Schöne Grüße", "aus der Straße", "und vom Bücherschrank", "für alle Gäste"];
    const stored = (text: string) => Buffer.from(text, "latin1");
    writeFileSync(file, stored(`${lines.join("\n")}\n`));
    const edits = [
      { old_string: "Schöne Grüße", new_string: "Herzliche Grüße" },
      { old_string: "für alle Gäste", new_string: "für alle Kühe" },
    ];
    const path = "greetings.txt";
    await ask({ tool: "read_file", input: { path } }, { tool: "edit_file", input: { path, edits } });
    await workbench.chat.confirmation();
    await row("Edit greetings.txt").click();
    await workbench.waitFor("both sides in their letters", async () => {
      const { before, after } = await workbench.editors.diffText();
      return /Schöne Grüße/.test(before) && /Herzliche Grüße/.test(after);
    });
    await workbench.screenshot("changes-windows-1252");
    const line = workbench.page.locator(".editor.modified .view-line").filter({ hasText: "Kühe" }).first();
    await line.click();
    await workbench.runCommand("Toolcrib: Reject This Change");
    await workbench.waitFor("the change to be gone", async () =>
      /alle Gäste/.test((await workbench.editors.diffText()).after),
    );
    await workbench.editors.clickEditorAction("Accept");

    const [told = ""] = await workbench.answered();
    assert.match(told, /^-für alle Kühe\n\+für alle Gäste$/m);
    const wanted = [lines[0]?.replace("Schöne", "Herzliche"), ...lines.slice(1)].join("\n");
    assert.deepEqual(readFileSync(file), stored(`${wanted}\n`));
    rmSync(file);
  });
});
