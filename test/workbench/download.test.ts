/** A download as a person sees it: reviewed like any change, and taken back (D-16, D-17). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sample } from "../lib/media/samples";
import { serve, type WebServer } from "../support/webServer";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";
import { buttonOf } from "./support/viewRows";

const prices = "article,price\ncup,4.50\nplate,7.20\n";
const picture = sample("orientation6.png");

describe("download_file in the workbench", () => {
  let server: WebServer;
  let workbench: DemoWorkbench;
  const at = (path: string) => join(workbench.folder, path);
  const row = (text: string) =>
    workbench.page.locator(".part.sidebar .monaco-list-row").filter({ hasText: text }).first();
  const download = (url: string, path: string) =>
    workbench.ask(`@crib ${script({ tool: "download_file", input: { url: server.origin + url, path } })}`);
  /** Folds a turn's line open, hovers over a line in it and presses its button. */
  const lineAction = async (text: string, action: string) => {
    await row(text).hover();
    await buttonOf(row(text), action).click();
  };

  before(async () => {
    server = await serve({
      "/prices.csv": { headers: { "content-type": "text/csv" }, body: prices },
      "/logo": {
        headers: { "content-type": "image/png", "content-disposition": 'attachment; filename="crib logo.png"' },
        body: picture,
      },
    });
    workbench = await openDemo({
      settings: allTools,
      machineSettings: { "toolcrib.web.allowLocal": [server.host] },
    });
  });
  after(async () => {
    await workbench?.close();
    await server?.close();
  });
  pictureFailures(() => workbench);

  it("shows a text in the diff editor, whose ✓ saves it", async () => {
    await workbench.runCommand("Toolcrib: Focus on Needs You View");
    await download("/prices.csv", "data/prices.csv");
    const title = `Create data/prices.csv from ${server.host}`;
    await row(title).waitFor();
    const question = await workbench.chat.confirmation();
    assert.ok(question.includes(`Downloaded from ${server.origin}/prices.csv: text, 34 bytes.`), question);
    await workbench.chat.follow("Open in the diff editor");
    assert.match((await workbench.editors.diffText()).after, /cup,4\.50/);
    assert.equal(existsSync(at("data")), false);
    await workbench.screenshot("download-review");
    await workbench.editors.clickEditorAction("Accept");
    const [told = ""] = await workbench.answered();
    assert.match(told, /^Saved data\/prices\.csv \(34 bytes, text\)\.\nSource: http:.*untrusted/);
    assert.equal(readFileSync(at("data/prices.csv"), "utf8"), prices);
  });

  it("describes a picture in the chat, saves it under the server's name, and takes it back from the Changes view", async () => {
    await download("/logo", "assets/");
    const question = await workbench.chat.confirmation();
    assert.ok(question.includes(`Create assets/crib logo.png from ${server.host}`), question);
    assert.ok(question.includes(`Downloaded from ${server.origin}/logo: PNG image, 212 bytes.`), question);
    await workbench.screenshot("download-picture");
    await workbench.chat.allow();
    assert.match((await workbench.answered())[0] ?? "", /^Saved assets\/crib logo\.png /);
    assert.deepEqual(readFileSync(at("assets/crib logo.png")), Buffer.from(picture));
    await workbench.screenshot("download-saved");
    await row("follow the script").locator(".monaco-tl-twistie").click();
    await lineAction("crib logo.png", "Undo");
    await workbench.waitFor("the picture to be gone with its folder", () => !existsSync(at("assets")));
    assert.equal(readFileSync(at("data/prices.csv"), "utf8"), prices);
    await workbench.screenshot("download-undone");
  });

  it("writes nothing when a person declines", async () => {
    await download("/prices.csv", "other.csv");
    await row("Create other.csv").waitFor();
    await lineAction("Create other.csv", "Reject");
    assert.match((await workbench.answered())[0] ?? "", /^The person declined this: Create other\.csv from /);
    assert.equal(existsSync(at("other.csv")), false);
  });
});
