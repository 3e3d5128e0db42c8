/** A schedule that the model proposes, the person reads and approves, and that a change or they then start (EX-5, EX-7, EX-9). */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { openWaiting, waitingRow } from "./support/needsYou";
import { shownText } from "./support/shownText";
import { viewRows } from "./support/viewRows";

const calling = (name: string, args: object) => ({ tool: "call_tool", input: { name, arguments: args } });

const wish = {
  ...{ name: "report", command: "bash main.sh", files: "integrations/report" },
  ...{ cron: "0 7 * * 1-5", timezone: "Europe/Vienna", on_change: "src/**" },
};

describe("schedules", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "crib-workspaces-")));
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({ machineSettings: { "toolcrib.workspaces.folder": base } });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const row = (text: string) => viewRows(workbench.page, "Schedules").filter({ hasText: text }).first();
  const schedule = () => viewRows(workbench.page, "Schedules").and(workbench.page.locator('[aria-label^="report, "]'));
  const runs = () =>
    existsSync(join(base, "background"))
      ? readdirSync(join(base, "background")).filter((name) => !name.startsWith("."))
      : [];
  const shown = async (part: string) => {
    const text = workbench.page.locator(".editor-instance .view-lines");
    await text.filter({ hasText: part }).first().waitFor();
    return (await shownText(text)).replaceAll("\u00a0", " ");
  };

  it("are proposed by an agent without a question, and wait", async () => {
    await workbench.ask(
      `@crib ${script(
        calling("exec_write", { path: "integrations/report/main.sh", content: "echo the report of today\n" }),
        calling("schedule_create", wish),
      )}`,
    );
    const [told = ""] = await workbench.answered();
    assert.match(told, /^The schedule "report" is in schedules\/report\.json and waits for the person's approval;/);
    assert.deepEqual(runs(), []);
  });

  it("are shown whole to the person who is to approve them", async () => {
    await openWaiting(workbench, "report, new schedule, chat");
    const text = await shown("waits for your approval");
    for (const part of ["0 7 * * 1-5", "(Europe/Vienna)", "src/**", "It cannot connect to any host.", "--- main.sh"])
      assert.ok(text.includes(part), part);
    await workbench.runCommand("Toolcrib: Focus on Schedules View");
    await row("waits for your approval").waitFor();
    await workbench.screenshot("schedule-review");
    await workbench.editors.clickEditorAction("Accept");
    await schedule().filter({ hasText: "next" }).waitFor();
    const stale = workbench.page.locator(".editor-instance .view-lines").filter({ hasText: "waits for your approval" });
    await stale.first().waitFor({ state: "detached" });
    assert.deepEqual(runs(), []);
  });

  it("run when the person says so, and show what they printed", async () => {
    await schedule().hover();
    await schedule().getByRole("button", { name: "Run Now" }).click();
    await schedule().filter({ hasText: "last succeeded" }).waitFor();
    assert.equal(runs().length, 1);
    await schedule().hover();
    await schedule().getByRole("button", { name: "Show Output" }).click();
    assert.match(await shown("started by you"), /the report of today/);
    await workbench.screenshot("schedule-output");
  });

  it("run when a file that they wait for has changed", async () => {
    appendFileSync(join(workbench.folder, "src/price.js"), "// changed\n");
    await workbench.waitFor("the change to start a run", () => runs().length === 2);
    await row("started by a file change").waitFor();
    await workbench.screenshot("schedules-view");
  });

  it("are answered by the keys for the line that has the keyboard, whichever is selected", async () => {
    const proposed = ["nightly", "weekly"].map((name) => calling("schedule_create", { ...wish, name }));
    await workbench.ask(`@crib ${script(...proposed)}`);
    await workbench.answered();
    await openWaiting(workbench, "weekly, new schedule, chat");
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await workbench.page.keyboard.press("ArrowUp");
    await waitingRow(workbench, "nightly").and(workbench.page.locator(".focused")).waitFor();
    await workbench.page.keyboard.press("ControlOrMeta+K");
    await workbench.page.keyboard.press("n");
    await waitingRow(workbench, "nightly").waitFor({ state: "detached" });
    await waitingRow(workbench, "weekly").and(workbench.page.locator(".selected")).waitFor();
  });
});
