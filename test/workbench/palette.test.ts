/** `Toolcrib: Run Tool…`: a person uses the tools without any model. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";

describe("the palette", () => {
  let workbench: DemoWorkbench;
  let original: Buffer;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"));

  before(async () => {
    workbench = await openDemo();
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const typeText = async (name: string, text: string) => {
    await workbench.waitFor(`the editor for ${name}`, async () =>
      (await workbench.editors.tabs()).some((tab) => tab.startsWith(`${name}.txt`)),
    );
    await workbench.page.locator(".part.editor .editor-instance .monaco-editor").first().click();
    await workbench.page.keyboard.insertText(text);
    await workbench.editors.clickEditorAction("Accept");
  };

  const startEdit = async () => {
    await workbench.runCommand("Toolcrib: Run Tool…");
    await workbench.quickInput.pick("Edit File");
    await workbench.quickInput.pick("src/price.js");
    await typeText("old_string", "quantity > BULK");
    await typeText("new_string", "quantity >= BULK");
    await workbench.waitFor("the optional parameters", async () =>
      (await workbench.quickInput.entries()).includes("replace_all"),
    );
    await workbench.page.keyboard.press("Enter");
  };

  it("runs a reading tool and shows its result in an editor", async () => {
    await workbench.runCommand("Toolcrib: Run Tool…");
    await workbench.quickInput.pick("Search Text");
    await workbench.quickInput.type("BULK_DISCOUNT");
    await workbench.waitFor("the optional parameters", async () =>
      (await workbench.quickInput.entries()).includes("include"),
    );
    await workbench.page.keyboard.press("Enter");
    await workbench.waitFor("the result", async () =>
      /src\/price\.js:3: const BULK_DISCOUNT = 0\.1;/.test(await workbench.editors.visibleText()),
    );
    await workbench.screenshot("palette-result");
  });

  it("opens the diff editor for an edit and writes nothing when it is rejected", async () => {
    await startEdit();
    const { after } = await workbench.editors.diffText();
    assert.match(after, /quantity >= BULK_QUANTITY/);
    await workbench.screenshot("palette-review");
    await workbench.editors.clickEditorAction("Reject");
    await workbench.dialogs.notification("The person declined this: Edit src/price.js");
    assert.deepEqual(price(), original);
  });

  it("writes what is accepted", async () => {
    await startEdit();
    await workbench.editors.diffText();
    await workbench.editors.clickEditorAction("Accept");
    await workbench.waitFor("the change on disk", () => price().includes("quantity >= BULK"));
    // Its result comes later, and would take the place of the next editor.
    await workbench.waitFor("the result", async () =>
      (await workbench.editors.tabs()).some((tab) => tab.startsWith("Edit File")),
    );
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.waitFor("the file as it was", () => price().equals(original));
  });

  const startCommand = async (command: string) => {
    await workbench.runCommand("Toolcrib: Run Tool…");
    await workbench.quickInput.pick("Run Command");
    await typeText("command", command);
    await workbench.waitFor("the optional parameters", async () =>
      (await workbench.quickInput.entries()).includes("cwd"),
    );
    await workbench.page.keyboard.press("Enter");
  };

  it("asks before a command and leaves it when the answer is no", async () => {
    await startCommand("touch made-by-command");
    assert.match(await workbench.dialogs.modalText(), /touch made-by-command/);
    await workbench.screenshot("palette-command");
    await workbench.dialogs.answerModal("Cancel");
    await workbench.dialogs.notification("The person declined this: Run touch made-by-command");
    assert.throws(() => readFileSync(join(workbench.folder, "made-by-command")), { code: "ENOENT" });
  });

  it("remembers an answer for as long as it is told to, and then does not ask (D-13)", async () => {
    const output = (text: string) =>
      workbench.waitFor("the output", async () => (await workbench.editors.visibleText()).startsWith(text));
    await startCommand("node -p 6*7");
    await workbench.dialogs.answerModal("Allow and Remember…");
    const offered = await workbench.waitFor("the offers", async () => {
      const labels = (await workbench.quickInput.entries()).filter((label) => label.startsWith("Allow"));
      return labels.length > 0 ? labels : undefined;
    });
    assert.deepEqual(offered, [
      "Allow this exact command here for this session",
      "Allow this exact command here in this workspace",
      "Allow this exact command here always",
    ]);
    await workbench.screenshot("palette-remember");
    await workbench.page.keyboard.press("Escape");
    assert.match(await workbench.dialogs.modalText(), /node -p 6\*7/);
    await workbench.dialogs.answerModal("Allow and Remember…");
    await workbench.quickInput.pick("Allow this exact command here for this session");
    await output("42\n");
    await workbench.runCommand("View: Close All Editors");
    await startCommand("node -p 6*7");
    await output("42\n");
  });

  it("shows what works and what the policy says, each as a page with links that mend", async () => {
    const page = () =>
      workbench.page.frameLocator("iframe.webview.ready").last().frameLocator("iframe").locator("main");
    await workbench.runCommand("Toolcrib: Doctor");
    await page().getByRole("heading", { name: "Toolcrib Doctor" }).waitFor();
    assert.match((await page().textContent()) ?? "", /✓ works\s*Search\s*Searches use ripgrep/);
    assert.match((await page().textContent()) ?? "", /Web search\s*No search service is set up\.\s*Change Setting/);
    // The person whose home this is may have set hooks up.
    assert.match((await page().textContent()) ?? "", /Built-in tools\s*VS Code, Local harness: (not )?judged/);
    await workbench.screenshot("doctor");
    await page().getByRole("link", { name: "Show Effective Policy" }).click();
    await page().getByRole("heading", { name: "Effective Policy" }).waitFor();
    assert.match(
      (await page().textContent()) ?? "",
      /✗ denied\s*sudo true\s*sudo runs commands with other rights \(commands\.denylist\)/,
    );
    await workbench.screenshot("effective-policy");
    const builtIn = page().getByRole("table", { name: "Built-in Tools" });
    assert.match(
      (await builtIn.textContent()) ?? "",
      /^VS Code, Local harness\s*(not )?judged.*VS Code, Agent Host \(Copilot\)\s*(not )?judged.*Claude Code\s*(not )?judged/,
    );
    await builtIn.scrollIntoViewIfNeeded();
    await workbench.screenshot("effective-policy-built-in-tools");
    await page().getByRole("link", { name: "Judge Built-in Tools…" }).click();
    await workbench.waitFor("the hook in the list", async () =>
      (await workbench.quickInput.entries()).some((entry) => /Hook of VS Code and Copilot CLI/.test(entry)),
    );
    await workbench.quickInput.cancel();
    await workbench.runCommand("View: Close All Editors");
  });
});
