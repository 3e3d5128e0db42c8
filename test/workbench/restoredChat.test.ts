/** A chat that went back by VS Code's own Restore Checkpoint, in the real workbench (D-17). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

const read = { tool: "read_file", input: { path: "src/price.js" } };
const edit = (from: string, to: string) => ({
  tool: "edit_file",
  input: { path: "src/price.js", old_string: from, new_string: to },
});
const offer = "is no longer in this chat";
const button = "Undo These Changes";

describe("a restored chat", () => {
  let workbench: DemoWorkbench;
  let original: string;
  const price = () => readFileSync(join(workbench.folder, "src/price.js"), "utf8");
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

  before(async () => {
    workbench = await openDemo({ settings: allTools });
    original = price();
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

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
    await workbench.waitFor("the file as after the first request", () => price() === original.replace("= 10", "= 12"));
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
