/** The extension as it is in a browser alone: in VS Code's extension host of the browser, without Node.js, over a virtual folder. */
import assert from "node:assert/strict";
import { browserModel } from "./support/browserModel";
import { allTools, type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";
import { changesAndUndoes, looksAround, told, virtualShop } from "./support/virtualShop";

describe("a browser window", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    const { folder, workspace, memoryFiles } = await virtualShop();
    // The packed extension as it is, run where a browser without a server would run it.
    const settings = { ...allTools, "remote.extensionKind": { "toolcrib.toolcrib": ["web"] } };
    const extensions = [memoryFiles, await browserModel(folder)];
    workbench = await openDemo({ folder: workspace, extensions, settings, noTestModel: true });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("reads, lists and searches without a program", () => looksAround(workbench));

  it("changes a file after a review in the diff editor, and undoes it", () =>
    changesAndUndoes(workbench, "browser-review"));

  it("keeps tools inside, and offers none that needs a computer", async () => {
    assert.match(
      (await told(workbench, { tool: "read_file", input: { path: "../other/x" } }))[0] ?? "",
      /^Denied by policy: /,
    );
    const offered = workbench.modelRequests().at(-1)?.offered ?? [];
    assert.ok(offered.includes("edit_file"));
    assert.ok(!offered.some((name) => /run_command|exec_|schedule_|web_/.test(name)), offered.join());
  });

  it("says of a command what it needs", async () => {
    await workbench.runCommand("Toolcrib: Doctor");
    await workbench.dialogs.notification("Toolcrib: Doctor does not work in a browser window");
  });
});
