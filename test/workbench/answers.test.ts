/** An answer counts for the call it was given to: VS Code's memory of answers answers nothing else, and the record says who answered. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openAgentMode, pictureFailures, script } from "./support/demo";

const run = (command: string) => ({ tool: "run_command", input: { command } });

/** How each command that has ended was answered, as the audit log has it, oldest first. */
function answersOnRecord(home: string): string[] {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  const logs = names.filter((name) => /[/\\]audit[/\\][^/\\]+\.jsonl$/.test(name));
  const lines = logs.flatMap((name) => readFileSync(join(home, name), "utf8").trim().split("\n"));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return entries
    .filter(({ kind }) => kind === "call")
    .map(({ title, verdict, approvedBy, error }) => [title, verdict, approvedBy, error].filter(Boolean).join(", "));
}

describe("an answer", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openAgentMode();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("in agent mode counts for its own call: after VS Code's default button another command is still asked about", async () => {
    const { chat, dialogs, folder } = workbench;
    await workbench.ask(script(run("touch first"), run("touch second"), run("touch first"), run("touch third")));
    assert.match(await chat.confirmation(), /touch first/);
    await chat.press("Allow in this Session");

    assert.match(await dialogs.modalText(), /Toolcrib: Run touch second/);
    await workbench.screenshot("answers-second-command");
    assert.equal(existsSync(join(folder, "first")), true);
    assert.equal(existsSync(join(folder, "second")), false, "nobody has answered for it yet");
    await dialogs.answerModal("Allow");

    // What was allowed in VS Code is not asked about twice; the next dialog is about the last command.
    assert.match(await dialogs.modalText(), /Toolcrib: Run touch third/);
    await dialogs.answerModal("Cancel");
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Run touch third\./);
    assert.equal(existsSync(join(folder, "second")), true);
    assert.equal(existsSync(join(folder, "third")), false);
    assert.deepEqual(answersOnRecord(workbench.home), [
      "Run touch first, ask, person",
      "Run touch second, ask, person",
      "Run touch first, ask, VS Code",
      "Run touch third, ask, person, declined",
    ]);
  });

  describe("in the chat of @crib", () => {
    before(() => workbench.chat.clear());

    it("is given with our buttons, for this call, and the line of the call says which it was", async () => {
      const { chat, folder, page } = workbench;
      await workbench.ask(`@crib ${script(run("touch fourth"), run("touch fifth"), { text: "That is all." })}`);
      assert.match(await chat.confirmation(), /^Run touch fourth\?/);
      await workbench.screenshot("answers-crib-question");
      const offered = page.locator(".interactive-session").getByText("Allow in this Session");
      assert.equal(await offered.count(), 0);
      await chat.allow();

      assert.match(await chat.confirmation(), /^Run touch fifth\?/);
      assert.equal(existsSync(join(folder, "fifth")), false);
      await chat.decline();
      assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Run touch fifth\./);
      assert.equal(existsSync(join(folder, "fourth")), true);
      assert.equal(existsSync(join(folder, "fifth")), false);
      const said = await chat.steps();
      await workbench.screenshot("answers-crib-steps");
      assert.deepEqual(said, ["Run touch fourth: allowed", "Run touch fifth: declined"]);
      assert.deepEqual(answersOnRecord(workbench.home).slice(-2), [
        "Run touch fourth, ask, person",
        "Run touch fifth, ask, person, declined",
      ]);
    });

    it("is asked for no longer once the request is cancelled, and a button that is left says so", async () => {
      const { chat, dialogs, folder, page } = workbench;
      await workbench.ask(`@crib ${script(run("touch sixth"))}`);
      await chat.confirmation();
      await page.locator(".interactive-input-part .codicon-stop-circle").click();
      await chat.done();
      await page.locator(".interactive-session .chat-command-button").getByText("Allow").last().click();
      await dialogs.notification("this question has already been answered");
      assert.equal(existsSync(join(folder, "sixth")), false);
      assert.equal(answersOnRecord(workbench.home).at(-1), "Run touch sixth, ask, nobody, declined");
    });
  });
});
