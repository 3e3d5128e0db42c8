/** @crib over several requests: what it remembers, how it goes on, and its slash commands. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const edit = {
  tool: "edit_file",
  input: { path: "src/price.js", old_string: "quantity > BULK", new_string: "quantity >= BULK" },
};

describe("@crib over several requests", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");
  const lastRequest = () => workbench.modelRequests().at(-1);

  before(async () => {
    workbench = await openDemo({ settings: { "toolcrib.chat.maxRounds": 3 } });
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);
  const followUp = (label: string) =>
    workbench.page.locator(".interactive-session .interactive-session-followups").getByText(label).first();

  it("remembers the calls of earlier requests with their results", async () => {
    await ask(read, { text: "I have read it." });
    await workbench.answered();
    await ask({ text: "As I have read." });
    await workbench.answered();
    assert.deepEqual(lastRequest()?.roles, ["user", "user", "assistant", "tool results", "assistant", "user"]);
  });

  it("stops after the rounds it may take, and goes on where it was when the person says so", async () => {
    await ask(read, read, read, { tool: "find_files", input: { pattern: "*.json" } }, { text: "All four are done." });
    await workbench.chat.said("Stopped after 3 rounds");
    await workbench.chat.done();
    await followUp("Continue").waitFor();
    await workbench.screenshot("crib-continue");
    await followUp("Continue").click();
    await workbench.waitFor("the fourth round", () => lastRequest()?.round === 4);
    await workbench.chat.done();
    assert.match(lastRequest()?.results.join("\n") ?? "", /package\.json/);
  });

  it("/plan holds for one request", async () => {
    await workbench.ask(`@crib /plan ${script(read, edit, { text: "So it cannot be done yet." })}`);
    await workbench.answered();
    const told = lastRequest()?.results[0] ?? "";
    assert.match(told, /^Denied by policy: plan mode is on until a person approves a plan/);
    assert.equal(price(), original);
    await workbench.page.locator(".part.statusbar").getByText("Plan mode").waitFor({ state: "hidden" });
  });

  it("/undo shows what the chat changed last, and takes it back", async () => {
    await ask(read, edit);
    await workbench.chat.confirmation();
    await workbench.chat.allow();
    await workbench.answered();
    assert.equal(price(), original.replace("quantity > BULK", "quantity >= BULK"));
    await followUp("Run the tests").waitFor();
    await followUp("Undo this").click();
    await workbench.chat.said("The last changes in this chat");
    await workbench.screenshot("crib-undo");
    await workbench.page.locator(".interactive-session").getByRole("button", { name: "Undo These Changes" }).click();
    await workbench.waitFor("the file as it was", () => price() === original);

    await workbench.chat.ask("@crib /undo");
    await workbench.chat.said("There are no changes of @crib in this chat left to undo.");
  });

  it("/explain takes a command line apart, and /tasks lists what there is", async () => {
    const before = workbench.modelRequests().length;
    await workbench.chat.ask("@crib /explain git log --oneline | head -3");
    await workbench.chat.said("every part of it is known to be harmless");
    await workbench.screenshot("crib-explain");
    await workbench.chat.ask("@crib /tasks");
    await workbench.chat.said("There are no tasks.");
    assert.equal(workbench.modelRequests().length, before, "no model was asked");
  });

  it("remembers calls and results after the window was loaded anew", async () => {
    await workbench.page.keyboard.press("F1");
    const loaded = workbench.page.waitForEvent("load");
    await workbench.quickInput.type(">Developer: Reload Window");
    await loaded;
    await workbench.ready();
    await workbench.waitFor("the chat", async () => /Toolcrib/.test(await workbench.chat.conversationText()));
    await ask({ text: "I still know." });
    await workbench.answered();
    // VS Code stores a chat now and then: what was said last before it was loaded anew may be missing.
    const remembered = ["user", "user", "assistant", "tool results", "assistant", "user", "assistant"];
    assert.deepEqual(lastRequest()?.roles.slice(0, remembered.length), remembered);
  });

  it("tells the model the text of what was selected and attached", async () => {
    const explorer = workbench.page.locator(".explorer-folders-view .monaco-list-row");
    await explorer.filter({ hasText: "package.json" }).first().dblclick();
    await workbench.waitFor("the file", async () => /"name"/.test(await workbench.editors.visibleText()));
    await workbench.page.locator(".part.editor .view-line").first().click();
    await workbench.page.keyboard.press("ControlOrMeta+Home");
    await workbench.page.keyboard.press("Shift+ArrowDown");
    await workbench.page.keyboard.press("Shift+ArrowDown");
    await workbench.runCommand("Chat: Add Selection to Chat");
    await workbench.page.locator(".interactive-input-part .chat-attached-context-attachment").first().waitFor();
    await ask({ text: "I see it." });
    await workbench.answered();
    assert.equal(
      lastRequest()?.prompt.match(/package\.json, lines/g)?.length,
      1,
      "attached once, though VS Code names it twice",
    );
    assert.match(
      lastRequest()?.prompt ?? "",
      /Attached by the person:\n- .*package\.json, lines 1 to 2:\n```\n.*\{\n.*"name"/s,
    );
    await workbench.screenshot("crib-selection");
  });
});
