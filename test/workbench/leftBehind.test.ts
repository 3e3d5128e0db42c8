/**
 * What is left behind, in the real workbench: by a window that is reloaded while a proposal waits for an answer (D-16), and by a
 * chat that went back by VS Code's own Restore Checkpoint (D-17).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { buttonOf } from "./support/viewRows";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const edit = (from: string, to: string) => ({
  tool: "edit_file",
  input: { path: "src/price.js", old_string: from, new_string: to },
});
const create = { tool: "write_file", input: { path: "src/tax.js", content: "export const TAX = 0.19;\n" } };

describe("what is left behind:", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  describe("a proposal without an answer", () => {
    const row = (text: string) =>
      workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: text }).first();
    const tabs = async () => (await workbench.editors.tabs()).join();
    const lineAction = async (text: string, action: string) => {
      await row(text).hover();
      await buttonOf(row(text), action).click();
    };

    /** Asks for a change, opens its diff and reloads the window instead of answering. */
    async function leave(step: object): Promise<void> {
      await workbench.ask(`@crib ${script(read, step)}`);
      await workbench.chat.confirmation();
      await workbench.chat.follow("Open in the diff editor");
      await workbench.editors.diffText();
      await workbench.runCommand("Explorer: Focus on Folders View");
      await workbench.page.keyboard.press("F1");
      const loaded = workbench.page.waitForEvent("load");
      await workbench.quickInput.type(">Developer: Reload Window");
      await loaded;
      await workbench.ready();
    }

    it("is listed after a reload, its editor shows it, and it is asked about and written again", async () => {
      await leave(edit("quantity > BULK", "quantity >= BULK"));
      assert.match((await workbench.editors.diffText()).after, /quantity >= BULK/);
      await workbench.runCommand("Toolcrib: Focus on Needs You View");
      await row("not answered").waitFor();
      assert.match(
        (await row("not answered").textContent()) ?? "",
        /^Edit src\/price\.js ?not answered · 1 file · chat · /,
      );
      await workbench.screenshot("unanswered");
      assert.equal(price(), original);
      await lineAction("not answered", "Propose Again");
      await row("+1 −1 · 1 file").waitFor();
      await workbench.editors.diffText();
      await workbench.screenshot("unanswered-again");
      await workbench.editors.clickEditorAction("Accept");
      await workbench.waitFor("the change", () => price() === original.replace("quantity > BULK", "quantity >= BULK"));
      await row("not answered").waitFor({ state: "detached" });
      await workbench.waitFor("no editors", async () => (await tabs()) === "");
      await workbench.runCommand("Toolcrib: Undo Last Change");
      await workbench.waitFor("the file as it was", () => price() === original);
    });

    it("of a new file is dismissed, and its editor goes", async () => {
      await leave(create);
      await workbench.runCommand("Toolcrib: Focus on Needs You View");
      await row("Create src/tax.js").waitFor();
      const { before, after } = await workbench.editors.diffText();
      assert.equal(before.trim(), "");
      assert.match(after, /TAX = 0\.19/);
      await lineAction("not answered", "Dismiss");
      await row("not answered").waitFor({ state: "detached" });
      await workbench.waitFor("no editors", async () => (await tabs()) === "");
    });
  });

  describe("a restored chat", () => {
    const offer = "is no longer in this chat";
    const button = "Undo These Changes";
    const session = () => workbench.page.locator(".interactive-session");
    /** In the chat, not in the notification. */
    const offered = () => session().getByRole("button", { name: button });
    const ask = (...steps: object[]) => workbench.ask(`@crib ${script(...steps)}`);

    async function change(from: string, to: string): Promise<void> {
      await ask(read, edit(from, to), { text: "Done." });
      await workbench.chat.confirmation();
      await workbench.chat.allow();
      await workbench.answered();
    }

    /** Goes back to before the last request. */
    async function restoreCheckpoint(): Promise<void> {
      // Not the copy of a request that sticks to the top of the list.
      const rows = session().locator(".monaco-list-rows");
      const requests = rows.locator(".interactive-request");
      const count = await requests.count();
      // The head of a request that has a long answer is above what is seen, and the link is in it.
      const list = session().locator(".interactive-list");
      await list.hover();
      await workbench.waitFor("the head of the last request", async () => {
        const [seen, request] = await Promise.all([list.boundingBox(), requests.last().boundingBox()]);
        if (seen && request && request.y >= seen.y) return true;
        await workbench.page.mouse.wheel(0, -40);
        return false;
      });
      await requests.last().hover();
      await rows.getByText("Restore Checkpoint", { exact: true }).last().click();
      await workbench.waitFor("the request to go", async () => (await requests.count()) < count);
    }

    before(() => workbench.chat.clear());

    it("says at the next request that the changes of the one that is gone are still there, and undoes them", async () => {
      await change("BULK_QUANTITY = 10", "BULK_QUANTITY = 12");
      const first = price();
      await change("quantity > BULK", "quantity >= BULK");
      const second = price();
      await restoreCheckpoint();
      assert.equal(price(), second, "VS Code leaves what our tools wrote");
      await ask({ text: "Here I am." });
      await workbench.answered();
      assert.match(
        await workbench.dialogs.notification(offer),
        /1 request is no longer in this chat, but its changes are still in src\/price\.js\./,
      );
      await workbench.chat.said(offer);
      await workbench.screenshot("restored-chat");
      assert.equal(price(), second, "nothing is undone unasked");
      // It lies over the chat until it is answered.
      await workbench.dialogs.answerNotification(offer, button);
      await workbench.waitFor("the file as after the first request", () => price() === first);
      await workbench.runCommand("Toolcrib: Redo Last Undone Change");
      await workbench.waitFor("the second request's change again", () => price() === second);
    });

    it("offers it once, and again with /undo", async () => {
      const offers = async () => (await workbench.chat.conversationText()).split(offer).length - 1;
      const before = await offers();
      await ask({ text: "Still here." });
      await workbench.answered();
      await workbench.chat.said("Still here.");
      assert.equal(await offers(), before);
      await workbench.chat.ask("@crib /undo");
      await workbench.waitFor("the offer in the answer to /undo", async () => (await offers()) === before + 1);
      await offered().last().click();
      await workbench.waitFor(
        "the file as after the first request",
        () => price() === original.replace("= 10", "= 12"),
      );
    });

    it("says nothing of another chat", async () => {
      await workbench.runCommand("Toolcrib: Redo Last Undone Change");
      await workbench.waitFor("the second request's change again", () => /quantity >= BULK/.test(price()));
      await workbench.chat.clear();
      await ask({ text: "A new chat." });
      await workbench.answered();
      await workbench.chat.said("A new chat.");
      assert.doesNotMatch(await workbench.chat.conversationText(), /no longer in this chat/);
    });
  });
});
