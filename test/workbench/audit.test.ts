/** What was called is on record: shown as a table, checked, and a changed line is found (D-18). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { previewText } from "./support/previewText";

/** The one file of the log, wherever VS Code keeps the extension's state. */
function logFile(home: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  const found = names.filter((name) => /[/\\]audit[/\\][^/\\]+\.jsonl$/.test(name));
  assert.equal(found.length, 1, found.join());
  return join(home, found[0] as string);
}

describe("the audit log", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  /** The frame of the panel's page. */
  async function page(): Promise<Frame> {
    let found: Frame | undefined;
    await workbench.waitFor("the audit log's page", async () => {
      for (const frame of workbench.page.frames())
        if (
          (await frame
            .locator("#rows tr[aria-selected]")
            .count()
            .catch(() => 0)) > 0
        )
          found = frame;
      return found !== undefined;
    });
    return found as Frame;
  }

  it("shows every call as a row, denied ones too, and narrows them down (D-18)", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "README.md" } },
        { tool: "run_command", input: { command: "sudo id" } },
        { tool: "edit_file", input: { path: "README.md", old_string: "# ", new_string: "## " } },
      )}`,
    );
    await workbench.chat.allow();
    await workbench.answered();
    await workbench.runCommand("Toolcrib: Show Audit Log");
    const frame = await page();
    const rows = frame.locator("#rows tr[aria-selected]");
    assert.deepEqual(
      (await rows.allTextContents()).map((text) => text.replace(/^.*?chat/, "")),
      [
        "edit_fileEdit README.mdask, allowed by persondone",
        "run_commandRun sudo iddenyfailed (denied)",
        "read_fileRead README.mdallowdone",
      ],
    );
    // What was done keeps the most room, in the narrowest editor too.
    const width = (column: string) =>
      rows
        .first()
        .locator(column)
        .evaluate((cell) => cell.clientWidth);
    assert.ok((await width("td.what")) >= 120, `${await width("td.what")} px`);
    assert.equal(await frame.locator("#rows th.day").count(), 1);
    await frame.locator("#verdict").selectOption("deny");
    assert.equal(await rows.count(), 1);
    await rows.first().click();
    await frame.getByRole("button", { name: "Show What Decides" }).click();
    await workbench.waitFor("the page to say why", async () =>
      (await previewText(workbench.page)).includes("sudo runs commands with other rights"),
    );
    await workbench.runCommand("Toolcrib: Show Audit Log");
    await frame.locator("#verdict").selectOption("");
    await frame.locator("#text").fill("readme");
    // Whoever types on sees no details of a line that may go.
    await workbench.waitFor("two lines", async () => (await rows.count()) === 2);
    await rows.first().focus();
    await workbench.page.keyboard.press("Enter");
    assert.match((await frame.locator("#details").textContent()) ?? "", /Effect: writeREADME\.md \(\d+ → \d+ bytes\)/);
    const news = frame.evaluate(
      'new Promise((resolve) => addEventListener("message", () => setTimeout(resolve), { once: true }))',
    );
    await frame.locator("#refresh").click();
    await news;
    assert.match((await frame.locator("#details").textContent()) ?? "", /Effect: writeREADME\.md/);
    assert.equal(await frame.locator("#details").isVisible(), true, "it stays when the log is read anew");
    assert.ok((await width("td.what")) >= 120, `${await width("td.what")} px beside the details`);
    await workbench.screenshot("audit-log");
    await frame.getByRole("button", { name: "Open Diff" }).click();
    await workbench.waitFor("the diff", async () =>
      (await workbench.page.locator(".tab").allTextContents()).some((tab) => /Edit README\.md/.test(tab)),
    );
    await workbench.screenshot("audit-diff");
  });

  it("is verified, and a line that somebody edits is found (D-18)", async () => {
    await workbench.runCommand("Toolcrib: Verify Audit Log");
    assert.match(await workbench.dialogs.notification("audit log verified"), /5 lines in 1 file\./);
    await workbench.runCommand("Notifications: Clear All Notifications");
    const path = logFile(workbench.home);
    writeFileSync(path, readFileSync(path, "utf8").replace('"Run sudo id"', '"Run make id"'));
    await workbench.runCommand("Toolcrib: Verify Audit Log");
    assert.match(
      await workbench.dialogs.notification("audit log verification failed"),
      /Line 3 of \S+ failed verification: its text was changed\./,
    );
    await workbench.screenshot("audit-verify");
    await workbench.dialogs.answerNotification("audit log verification failed", "Open the Line");
    await workbench.waitFor("the file", async () =>
      (await workbench.page.locator(".view-line").allTextContents()).some((line) => /Run\smake\sid/.test(line)),
    );
  });
});
