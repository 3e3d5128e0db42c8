/** Plan mode in the real workbench: refused, planned, changed, sent back, approved, carried out (section 17). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { previewText } from "./support/previewText";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const edit = {
  tool: "edit_file",
  input: { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" },
};
const plan = "# Bulk price\n\n1. Change `src/price.js`: ten pieces are bulk.\n2. Run the tests.\n";
const submit = { tool: "submit_plan", input: { title: "Bulk price", plan } };

const planShown = (workbench: DemoWorkbench, text: string) =>
  workbench.waitFor(`"${text}" in the preview`, async () => (await previewText(workbench.page)).includes(text));

describe("plan mode", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");
  const statusBar = () => workbench.page.locator(".part.statusbar");

  before(async () => {
    workbench = await openDemo();
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

  it("begins with a command, is seen in the status bar, and refuses changes with the reason (PM-1)", async () => {
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await statusBar().getByText("Plan mode").waitFor();
    await ask(read, { tool: "run_command", input: { command: "git status --short; ls" } }, edit);
    await workbench.answered();
    const told = workbench.modelRequests().map((request) => request.results[0] ?? "");
    assert.match(
      told.at(-1) ?? "",
      /^Denied by policy: plan mode is on until a person approves a plan, and this changes a file\. "Write src\/price\.js" was not done; continue with read-only work, then present your plan \(with submit_plan,/,
    );
    assert.match(told.at(-2) ?? "", /package\.json/);
    assert.equal(price(), original);
    await workbench.screenshot("plan-mode-refused");
  });

  it("puts a plan before the person, who sends it back with comments (PM-2)", async () => {
    await ask(submit);
    await planShown(workbench, "ten pieces are bulk");
    await statusBar().getByText("Plan awaiting approval").waitFor();
    await workbench.screenshot("plan-waits");
    await workbench.editors.clickEditorAction("Send Plan Back with Comments…");
    await workbench.waitFor("the editor for comments", async () =>
      (await workbench.editors.tabs()).some((tab) => tab.includes("Comments on the plan")),
    );
    await workbench.page.keyboard.insertText("Say which tests.");
    await workbench.screenshot("plan-comments");
    await workbench.editors.clickEditorAction("Accept");
    const [told = ""] = await workbench.answered();
    assert.match(
      told,
      /^The person returned the plan with comments, and plan mode stays on: .* Their comments:\nSay which tests\.$/,
    );
    await statusBar().getByText("Plan mode").waitFor();
    assert.deepEqual(await workbench.editors.tabs(), []);
  });

  it("takes the plan as the person changed it, and ends (PM-2)", async () => {
    await ask(submit, read, edit);
    await planShown(workbench, "Run the tests");
    await workbench.editors.clickEditorAction("Edit Plan");
    await workbench.waitFor("the plan's text", async () => /# Bulk price/.test(await workbench.editors.visibleText()));
    await workbench.page.keyboard.press("ControlOrMeta+End");
    await workbench.page.keyboard.insertText("3. Look at the rounding.\n");
    await planShown(workbench, "Look at the rounding");
    await workbench.screenshot("plan-edited");
    await workbench.editors.clickEditorAction("Approve Plan");
    assert.match(await workbench.chat.confirmation(), /^Edit src\/price\.js/);
    const [, told = ""] = workbench
      .modelRequests()
      .map((request) => request.results[0] ?? "")
      .slice(-3);
    assert.match(told, /^The person edited and approved the plan, and plan mode is now off/);
    assert.match(told, /\n\+3\. Look at the rounding\.$/);
    await statusBar().getByText("Plan mode").waitFor({ state: "hidden" });
    await workbench.chat.allow();
    assert.deepEqual(await workbench.answered(), ["Edited src/price.js: 1 replacement (line 8)."]);
    assert.notEqual(price(), original);
    await workbench.screenshot("plan-carried-out");
  });

  it("can be approved in the chat as well, by the buttons of this very plan, and from the keyboard", async () => {
    const approved = "The person approved the plan, and plan mode is now off: carry out the plan.";
    const buttons = workbench.page.locator(".interactive-session").getByRole("button", { name: "Approve Plan" });
    await workbench.chat.clear();
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await ask(submit);
    await buttons.click();
    assert.deepEqual(await workbench.answered(), [approved]);
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await ask({ ...submit, input: { title: "Other", plan: "Another plan" } });
    await planShown(workbench, "Another plan");
    await buttons.first().click();
    await workbench.dialogs.notification("this plan has already been answered");
    await workbench.runCommand("Toolcrib: Approve Plan");
    assert.deepEqual(await workbench.answered(), [approved]);
  });

  it("is left from the status bar, which answers the plan that waits", async () => {
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await ask(submit);
    await planShown(workbench, "ten pieces are bulk");
    await statusBar().getByText("Plan awaiting approval").click();
    await workbench.waitFor("the menu", async () =>
      (await workbench.quickInput.entries()).some((entry) => /Leave Plan Mode/.test(entry)),
    );
    await workbench.screenshot("plan-menu");
    await workbench.quickInput.pick("Leave Plan Mode");
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The person ended plan mode without answering the plan: /);
    await statusBar().getByText("Plan mode").waitFor({ state: "hidden" });
  });

  it("outlives a reload of the window", async () => {
    await workbench.runCommand("Toolcrib: Start Plan Mode");
    await statusBar().getByText("Plan mode").waitFor();
    await workbench.page.reload();
    await ask(edit);
    const [told = ""] = await workbench.answered();
    assert.match(told, /^Denied by policy: plan mode is on/);
    await statusBar().getByText("Plan mode").waitFor();
    await workbench.runCommand("Toolcrib: Leave Plan Mode");
    await statusBar().getByText("Plan mode").waitFor({ state: "hidden" });
  });
});
