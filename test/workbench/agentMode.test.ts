/** The built-in Copilot agent with our tools: the same policy holds, whoever makes the call. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { autoApproved, type DemoWorkbench, openAgentMode, pictureFailures, script } from "./support/demo";

const edit = { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" };
const read = { tool: "read_file", input: { path: "src/price.js" } };

describe("agent mode", () => {
  let workbench: DemoWorkbench;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");

  before(async () => {
    workbench = await openAgentMode();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const answered = () => workbench.answered();

  it("offers the model our tools that are never deferred, and of the dialect that is set alone (DF-2)", async () => {
    await workbench.ask(script({ text: "Hello." }));
    await workbench.answered();
    const offered = workbench
      .modelRequests()
      .at(-1)
      ?.offered.filter((name) => /^(toolcrib|triggerfish|nanobot|flyto|qwen)_/.test(name));
    assert.deepEqual(offered, [
      "toolcrib_call_tool",
      "toolcrib_edit_file",
      "toolcrib_find_files",
      "toolcrib_read_file",
      "toolcrib_run_agent",
      "toolcrib_run_command",
      "toolcrib_search_text",
      "toolcrib_tool_search",
      "toolcrib_write_file",
    ]);
  });

  it("leaves the file as it was on Skip, and changes it on Allow", async () => {
    const original = price();
    await workbench.ask(script(read, { tool: "edit_file", input: edit }));
    assert.match(await workbench.chat.confirmation(), /\+\s+return quantity >= BULK_QUANTITY/);
    await workbench.chat.press("Skip");
    assert.match((await answered())[0] ?? "", /chose to skip/);
    assert.equal(price(), original);

    await workbench.ask(script(read, { tool: "edit_file", input: edit }));
    await workbench.chat.confirmation();
    await workbench.screenshot("agent-confirmation");
    await workbench.chat.follow("Open in the diff editor");
    assert.match((await workbench.editors.diffText()).after, /quantity >= BULK_QUANTITY/);
    await workbench.chat.press("Allow Once");
    assert.deepEqual(await answered(), ["Edited src/price.js: 1 replacement (line 8)."]);
    assert.equal(price(), original.replace("quantity > BULK", "quantity >= BULK"));
  });

  it("offers its tools in the tools picker", async () => {
    const offered = await workbench.chat.toolsPicker("Toolcrib: Agent Tools");
    await workbench.screenshot("tools-picker");
    // The list draws only what is in view.
    for (const name of ["cribCallTool", "cribEditFile", "cribFindFiles"]) assert.match(offered, new RegExp(name));
    await workbench.quickInput.cancel();
  });
});

describe("agent mode with everything approved automatically", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openAgentMode(autoApproved);
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("still refuses what is denied, and still asks a person about what the policy asks about", async () => {
    const marker = join(workbench.folder, "marker");
    await workbench.ask(
      script(
        { tool: "run_command", input: { command: "touch marker" } },
        { tool: "run_command", input: { command: "sudo touch denied" } },
        { tool: "write_file", input: { path: ".git/hooks/pre-commit", content: "#!/bin/sh\n" } },
      ),
    );
    // VS Code asks once whether the setting is meant.
    await workbench.dialogs.answerModal("Enable");
    assert.match(await workbench.dialogs.modalText(), /Toolcrib: Run touch marker/);
    assert.equal(existsSync(marker), false, "automatic approval answers nothing that the policy asks");
    await workbench.dialogs.answerModal("Allow");
    const { after } = await workbench.editors.diffText();
    assert.match(after, /#!\/bin\/sh/);
    assert.equal(existsSync(marker), true);
    assert.equal(existsSync(join(workbench.folder, ".git/hooks/pre-commit")), false);
    await workbench.screenshot("agent-auto-approve");
    await workbench.editors.clickEditorAction("Reject");
    await workbench.answered();
    const told = workbench.modelRequests().map((request) => request.results[0] ?? "");
    assert.ok(told.some((text) => text.startsWith("Denied by policy: ")));
    assert.match(told.at(-1) ?? "", /^The person declined this: Create \.git\/hooks\/pre-commit/);
    assert.equal(existsSync(join(workbench.folder, ".git/hooks/pre-commit")), false);
    assert.equal(existsSync(join(workbench.folder, "denied")), false);
  });
});
