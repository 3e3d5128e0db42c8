/** A tool that the model makes, the person reads and approves, and the model then uses (CT-2, CT-3). */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { openWaiting, waitingRow } from "./support/needsYou";
import { shownText } from "./support/shownText";
import { buttonOf } from "./support/viewRows";

const wish = {
  name: "line_count",
  description: "Counts the lines of a file of the workspace.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  runtime: "bash",
  script: 'path=$(sed -E \'s/.*"path":"([^"]*)".*/\\1/\')\necho "$(grep -c "" "$path") lines"\n',
};
const folder = ".toolcrib/tools/line_count";
const calling = { tool: "call_tool", input: { name: "line_count", arguments: { path: "src/price.js" } } };

describe("agent-made tools", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);
  const row = (text: string) =>
    workbench.page.locator(".part.sidebar .pane-body .monaco-list-row").filter({ hasText: text }).first();

  it("are made once the person has accepted their files, and wait", async () => {
    await ask({ tool: "call_tool", input: { name: "create_tool", arguments: wish } }, calling);
    const { after } = await workbench.editors.diffText();
    assert.match(after.replaceAll("\u00a0", " "), /"writes": "none"/);
    assert.equal(existsSync(join(workbench.folder, folder)), false);
    await workbench.screenshot("made-tool-question");
    await workbench.editors.clickEditorAction("Accept");
    await workbench.page.locator(".tab.active").filter({ hasText: "main.sh" }).waitFor();
    await workbench.editors.diffText();
    await workbench.editors.clickEditorAction("Accept");
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The tool "line_count" is waiting for a person's approval, so nothing was run\./);
    assert.equal(readFileSync(join(workbench.folder, folder, "main.sh"), "utf8"), wish.script);
  });

  it("are shown whole to the person who is to approve them", async () => {
    await openWaiting(workbench, "line_count, new tool");
    const text = workbench.page.locator(".editor-instance .view-lines");
    await text.filter({ hasText: "waits for your approval" }).waitFor();
    const shown = (await shownText(text)).replaceAll("\u00a0", " ");
    for (const part of ["It cannot change any file.", "It cannot connect to any host.", "--- main.sh", "lines"])
      assert.ok(shown.includes(part), part);
    await workbench.runCommand("Toolcrib: Focus on Agent-Made Tools View");
    await row("line_count").waitFor();
    await row("It cannot connect to any host").waitFor();
    await workbench.screenshot("made-tool-review");
    await workbench.editors.clickEditorAction("Accept");
    await row("line_count").filter({ hasText: "approved" }).waitFor();
  });

  it("are then called like any other, without a question", async () => {
    await ask(calling);
    assert.deepEqual(await workbench.answered(), [
      `${readFileSync(join(workbench.folder, "src/price.js"), "utf8").split("\n").length - 1} lines`,
    ]);
    await workbench.screenshot("made-tool-called");
  });

  it("wait again as soon as a byte of them has changed", async () => {
    writeFileSync(join(workbench.folder, folder, "main.sh"), "echo other\n");
    await row("line_count").filter({ hasText: "changed since you approved it" }).waitFor();
    await waitingRow(workbench, "line_count, changed since you approved it").waitFor();
    await ask(calling);
    assert.match(
      (await workbench.answered())[0] ?? "",
      /^The tool "line_count" was changed since a person approved it/,
    );
  });

  it("are rejected from their line, and the model is told what the person wants instead", async () => {
    const waits = waitingRow(workbench, "line_count");
    const comment = workbench.page.locator(".quick-input-widget .quick-input-box input");
    await workbench.waitFor("the question for a comment", async () => {
      if (await comment.isVisible()) return true;
      await waits.hover({ timeout: 5000 });
      await buttonOf(waits, "Reject with Comment…").click({ timeout: 5000 });
      await comment.waitFor({ timeout: 10_000 });
      return true;
    });
    await workbench.quickInput.type("use wc");
    await waits.waitFor({ state: "detached" });
    await row("line_count").filter({ hasText: "rejected: use wc" }).waitFor();
    await workbench.screenshot("made-tool-rejected");
    await ask(calling);
    const refusal =
      'A person rejected the tool "line_count", so nothing was run: do not call it, and do what they said:';
    const told = '[The person rejected the tool "line_count" and says: use wc]';
    assert.deepEqual(await workbench.answered(), [`${refusal}\nuse wc\n\n${told}`]);
    await ask(calling);
    assert.deepEqual(await workbench.answered(), [`${refusal}\nuse wc`]);
  });
});
