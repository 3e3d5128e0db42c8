/** An answer counts for the call it was given to: VS Code's memory of answers answers nothing else, and the record says who answered. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openAgentMode, openDemo, pictureFailures, script } from "./support/demo";

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

describe("an answer in agent mode", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openAgentMode();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("counts for its own call: after VS Code's default button another command is still asked about", async () => {
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

  it("can be given to a long command only when all of it was shown, its input too", async () => {
    const { dialogs, folder } = workbench;
    const command = `touch fourth\n${"# nothing\n".repeat(40)}touch fifth`;
    const read = `what it reads\n${"and more\n".repeat(60)}its end`;
    const input = { command, input: read, description: `Runs the tests.${"\n".repeat(60)}Runs in x.` };
    await workbench.ask(script({ tool: "run_command", input }));
    const parts = [await dialogs.modalText()];
    await workbench.screenshot("answers-long-command");
    while (!/Allow/.test(parts.at(-1) ?? "")) {
      await dialogs.answerModal("Show More");
      parts.push(await dialogs.modalText());
    }
    await workbench.screenshot("answers-long-command-end");
    assert.match(parts[0] ?? "", /touch fourth/);
    assert.doesNotMatch(parts[0] ?? "", /touch fifth|Runs the tests/);
    assert.doesNotMatch(parts.slice(0, -1).join(), /its end|Runs the tests/);
    assert.match(
      parts.join("\n"),
      /touch fifth\s+.*Its input is:\s+what it reads.*its end.*Notes:\s+.*The model says: “Runs the tests\. Runs in x\.”/s,
    );
    await dialogs.answerModal("Allow");
    await workbench.answered();
    assert.equal(existsSync(join(folder, "fifth")), true);
  });

  it("that VS Code remembers is shown in VS Code's own list, by how long it holds", async () => {
    const { dialogs, page, quickInput } = workbench;
    const show = async (scope: string) => {
      await workbench.runCommand("Toolcrib: Manage Approvals…");
      await dialogs.answerNotification("Toolcrib has no saved approvals.", "Show VS Code's Approvals");
      await quickInput.pick(scope);
    };
    await show("Until this window is closed");
    await page.locator(".quick-input-widget").getByText("Toolcrib: Agent Tools").first().waitFor();
    await workbench.screenshot("answers-vscodes-list");
    await page.keyboard.press("Escape");
  });
});

describe("an answer in the chat of @crib", () => {
  let workbench: DemoWorkbench;
  before(async () => {
    workbench = await openDemo();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("is given with our buttons, for this call, and the line of the call says which it was", async () => {
    const { chat, folder, page } = workbench;
    await workbench.ask(`@crib ${script(run("touch first"), run("touch second"), { text: "That is all." })}`);
    assert.match(await chat.confirmation(), /^Run touch first\?/);
    await workbench.screenshot("answers-crib-question");
    const offered = page.locator(".interactive-session").getByText("Allow in this Session");
    assert.equal(await offered.count(), 0);
    await chat.allow();

    assert.match(await chat.confirmation(), /^Run touch second\?/);
    assert.equal(existsSync(join(folder, "second")), false);
    await chat.decline();
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Run touch second\./);
    assert.equal(existsSync(join(folder, "first")), true);
    assert.equal(existsSync(join(folder, "second")), false);
    const said = await chat.steps();
    await workbench.screenshot("answers-crib-steps");
    assert.deepEqual(said, ["Run touch first: allowed", "Run touch second: declined"]);
    assert.deepEqual(answersOnRecord(workbench.home), [
      "Run touch first, ask, person",
      "Run touch second, ask, person, declined",
    ]);
  });

  it("has nothing in VS Code's own list, which VS Code does not open then, and that is said", async () => {
    const { dialogs, quickInput } = workbench;
    await workbench.runCommand("Toolcrib: Manage Approvals…");
    await dialogs.answerNotification("Toolcrib has no saved approvals.", "Show VS Code's Approvals");
    await quickInput.pick("In this workspace");
    await dialogs.notification("VS Code has no approvals to show");
    await workbench.screenshot("answers-vscodes-list-missing");
  });

  it("is asked for no longer once the request is cancelled, and a button that is left says so", async () => {
    const { chat, dialogs, folder, page } = workbench;
    await workbench.ask(`@crib ${script(run("touch third"))}`);
    await chat.confirmation();
    await page.locator(".interactive-input-part .codicon-stop-circle").click();
    await chat.done();
    await page.locator(".interactive-session .chat-command-button").getByText("Allow").last().click();
    await dialogs.notification("this question has already been answered");
    assert.equal(existsSync(join(folder, "third")), false);
    assert.equal(answersOnRecord(workbench.home).at(-1), "Run touch third, ask, nobody, declined");
  });
});
