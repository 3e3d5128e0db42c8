/** What a newcomer sees: the walkthrough with its buttons, and what an empty view offers. */
import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { faintTexts } from "./support/contrast";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { openWaiting } from "./support/needsYou";

describe("the first hour", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("offers to ask where nothing waits yet, and begins the request without sending it", async () => {
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    const view = workbench.page.locator(".welcome-view").filter({ hasText: "Nothing needs you." });
    await view.waitFor();
    await workbench.screenshot("first-hour-view");
    await view.getByRole("button", { name: "Ask @crib" }).click();
    await workbench.waitFor("the request to be begun", async () =>
      /^@crib/.test(((await workbench.chat.input.textContent()) ?? "").trim()),
    );
    assert.deepEqual(workbench.modelRequests(), []);
  });

  it("says why tools may not write to the file in front", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.page.keyboard.press("ControlOrMeta+P");
    await workbench.quickInput.pick("price.js");
    await workbench.waitFor("the file", async () => (await workbench.editors.tabs()).includes("price.js"));
    await workbench.runCommand("Toolcrib: Why May Tools Not Write Here?");
    const frame = workbench.page.frameLocator("iframe.webview").frameLocator("#active-frame");
    await frame.getByText("What tools may do with src/price.js").waitFor();
    await workbench.screenshot("first-hour-why-not");
    await workbench.runCommand("View: Close All Editors");
  });

  it("leads from there to the walkthrough of five steps", async () => {
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await workbench.page.locator(".welcome-view").getByText("Take the walkthrough").click();
    const walkthrough = workbench.page.locator(".gettingStartedContainer");
    await walkthrough.getByText("Get Started with Toolcrib").first().waitFor();
    const titles = walkthrough.locator(".getting-started-step .step-title");
    await workbench.waitFor("five steps", async () => (await titles.count()) === 5);
    assert.deepEqual(await titles.allInnerTexts(), [
      "Ask @crib",
      "Review a Change",
      "Undo Anything",
      "See What a Command Would Do",
      "Choose How Much You Are Asked",
    ]);
    // VS Code leaves a step's page out where the editor is narrow.
    await workbench.runCommand("View: Toggle Secondary Side Bar Visibility");
  });

  for (const [step, shown] of [
    ["Ask @crib", "It asks before it changes a file"],
    ["Review a Change", "take out this hunk"],
    ["Undo Anything", "A file that changed since is not overwritten"],
    ["Choose How Much You Are Asked", "less about one command"],
    ["See What a Command Would Do", "What is denied stays denied"],
  ] as const)
    it(`shows the page of the step "${step}"`, async () => {
      await workbench.page.locator(".getting-started-step .step-title", { hasText: step }).click();
      const frame = workbench.page.frameLocator("iframe.webview").frameLocator("#active-frame");
      await frame.getByText(shown).waitFor({ timeout: 10_000 });
      await workbench.screenshot(`first-hour-${step.toLowerCase().replace(/\W+/g, "-")}`);
    });

  it("explains the example of its step, and ticks the step off", async () => {
    const step = workbench.page.locator(".getting-started-step", { hasText: "See What a Command Would Do" });
    const done = step.locator(".getting-started-checkbox.complete, .codicon-getting-started-step-checked.complete");
    assert.equal(await done.count(), 0);
    await step.getByRole("button", { name: "Explain a Command" }).click();
    const box = workbench.page.locator(".quick-input-widget input").first();
    await workbench.waitFor("the example", async () => (await box.inputValue()) === "npm test && sudo rm -rf /");
    await box.press("Escape");
    await done.waitFor();
  });

  describe("in every theme", () => {
    const edit = {
      tool: "edit_file",
      input: { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" },
    };
    /** The frame of a page of ours, once it has this text. */
    const pageWith = (text: string): Promise<Frame> =>
      workbench.waitFor(`a page with "${text}"`, async () => {
        for (const frame of workbench.page.frames())
          if (
            frame !== workbench.page.mainFrame() &&
            (await frame
              .getByText(text)
              .count()
              .catch(() => 0)) > 0
          )
            return frame;
        return undefined;
      });

    before(async () => {
      await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: "sudo id" } })}`);
      await workbench.answered();
      await workbench.ask(`@crib ${script({ tool: "read_file", input: { path: "src/price.js" } }, edit)}`);
      await workbench.chat.confirmation();
    });

    for (const [theme, name] of [
      ["Light Modern", "light"],
      ["Dark High Contrast", "high-contrast"],
      ["Light High Contrast", "light-high-contrast"],
      ["Dark Modern", "dark"],
    ] as const)
      it(`can be read in ${theme}`, async () => {
        await workbench.runCommand("View: Close All Editors");
        await workbench.runCommand("Preferences: Color Theme");
        await workbench.quickInput.pick(theme);
        await openWaiting(workbench, "Edit src/price.js");
        await workbench.screenshot(`theme-${name}-needs-you`);
        for (const [command, text, page] of [
          ["Toolcrib: Doctor", "Audit log", "doctor"],
          ["Toolcrib: Show Effective Policy", "Settings that differ from their defaults", "policy"],
          ["Toolcrib: Show Audit Log", "Run sudo id", "audit"],
        ] as const) {
          await workbench.runCommand(command);
          const frame = await pageWith(text);
          if (page === "audit") await frame.getByText("Run sudo id").first().click();
          await workbench.screenshot(`theme-${name}-${page}`);
          assert.deepEqual(await faintTexts(frame), [], page);
        }
      });

    after(() => workbench.chat.decline());
  });
});
