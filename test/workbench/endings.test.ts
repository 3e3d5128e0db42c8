/** However a person ends what runs, by the chat's stop button or with the window, nothing of it goes on (SH-8, SH-10). */
import assert from "node:assert/strict";
import { runningWith } from "../node/support/processes";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("a command ends", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  /** Starts a command that sleeps for a time that no other does, and answers the question about it, if there is one. */
  const start = async (seconds: string, more: object = {}) => {
    const input = { command: `trap 'sleep 0.2; exit' TERM; sleep ${seconds} & wait`, ...more };
    await workbench.ask(`@crib ${script({ tool: "run_command", input })}`);
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    await workbench.waitFor("the command to run", () => runsStill(seconds));
  };
  const runsStill = (seconds: string) => runningWith(`sleep\0${seconds}`).length > 0;

  it("with all that it started when the person stops the answer in Chat", async () => {
    await start("3141.25");
    await workbench.page.locator(".interactive-input-part .codicon-stop-circle").first().click();
    await workbench.waitFor("the end of the command", () => !runsStill("3141.25"));
    await workbench.chat.done();
    await workbench.ask(`@crib ${script({ tool: "run_command", input: { command: "echo next" } })}`);
    assert.match((await workbench.answered())[0] ?? "", /^next\n/, "the next request is answered as any other");
  });

  it("when its window is closed or loaded anew, in the background too", async () => {
    await start("2718.75", { background: true });
    await workbench.answered();
    assert.ok(runsStill("2718.75"), "it goes on after the turn");
    await workbench.page.keyboard.press("F1");
    await workbench.quickInput.type(">Developer: Reload Window");
    await workbench.waitFor("the end of the job", () => !runsStill("2718.75"), 30_000);
    await workbench.ready();
  });
});
