/** A person's own rules on commands: one that its examples contradict is told, and marked on its line (D-13). */
import assert from "node:assert/strict";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { shownText } from "./support/shownText";

describe("rules on commands in the settings", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo({
      machineSettings: {
        "toolcrib.commands.allow": [
          { rule: ["touch"], matches: ["touch a"] },
          { rule: ["mkdir"], matches: ["touch a"] },
        ],
      },
    });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const problem = 'toolcrib.commands.allow[1]: it does not match its example "touch a"; the rule is ignored.';

  it("are checked by their examples when they are read; a right one holds, a wrong one is told", async () => {
    await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: "touch allowed" } })}`);
    assert.match((await workbench.answered())[0] ?? "", /exit code: 0/);
    await workbench.dialogs.notification(problem);
  });

  it("are marked in the settings file that the message opens, on the line of the rule", async () => {
    await workbench.dialogs.answerNotification(problem, "Open Settings");
    await workbench.waitFor("the settings file", async () => (await workbench.editors.visibleText()).includes("mkdir"));
    await workbench.runCommand("Problems: Focus on Problems View");
    const problems = workbench.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "it does not match" });
    await problems.waitFor();
    assert.match(await shownText(problems), /Toolcrib.*\[Ln 12, Col 5\]/s);
    await workbench.screenshot("rule-warning");
  });
});
