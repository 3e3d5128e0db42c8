/** The extension as it is in a browser alone: in VS Code's extension host of the browser, without Node.js, over a virtual folder. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageExtension } from "../../scripts/vscode/package.mjs";
import { repository } from "../../scripts/vscode/paths.mjs";
import { browserModel } from "./support/browserModel";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("a browser window", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "crib-browser-"));
    const workspace = join(folder, "shop.code-workspace");
    writeFileSync(workspace, JSON.stringify({ folders: [{ uri: "memoryfiles:/shop" }] }));
    const memoryFiles = await packageExtension(
      join(repository, "test", "memory-files"),
      join(folder, "memory-files.vsix"),
    );
    // The packed extension as it is, run where a browser without a server would run it.
    const settings = { ...allTools, "remote.extensionKind": { "toolcrib.toolcrib": ["web"] } };
    const extensions = [memoryFiles, await browserModel(folder)];
    workbench = await openDemo({ folder: workspace, extensions, settings, noTestModel: true });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const told = async (...steps: object[]) => {
    await workbench.ask(`@crib ${script(...steps)}`);
    return workbench.answered();
  };

  it("reads, lists and searches without a program", async () => {
    assert.deepEqual(await told({ tool: "read_file", input: { path: "notes.txt" } }), ["milk\nbread\n"]);
    assert.deepEqual(await told({ tool: "list_directory", input: {} }), ["src/\nnotes.txt (11 bytes)"]);
    assert.deepEqual(await told({ tool: "search_text", input: { pattern: "br.ad" } }), [
      "1 matching line in 1 file:\nnotes.txt:2: bread",
    ]);
    assert.match((await told({ tool: "find_files", input: { pattern: "*.txt" } }))[0] ?? "", /^Found 2 files matching/);
  });

  it("changes a file after a review in the diff editor, and undoes it", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "src/list.txt" } },
        { tool: "edit_file", input: { path: "src/list.txt", old_string: "two", new_string: "two\nthree" } },
      )}`,
    );
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    assert.match((await workbench.editors.diffText()).after, /three/);
    await workbench.screenshot("browser-review");
    await workbench.chat.allow();
    assert.deepEqual(await workbench.answered(), ["Edited src/list.txt: 1 replacement (line 2)."]);
    assert.deepEqual(await told({ tool: "read_file", input: { path: "src/list.txt" } }), ["one\ntwo\nthree\n"]);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Edit src/list.txt"');
    assert.deepEqual(await told({ tool: "read_file", input: { path: "src/list.txt" } }), ["one\ntwo\n"]);
  });

  it("keeps tools inside, and offers none that needs a computer", async () => {
    assert.match((await told({ tool: "read_file", input: { path: "../other/x" } }))[0] ?? "", /^Denied by policy: /);
    const offered = workbench.modelRequests().at(-1)?.offered ?? [];
    assert.ok(offered.includes("edit_file"));
    assert.ok(!offered.some((name) => /run_command|exec_|schedule_|web_/.test(name)), offered.join());
  });

  it("says of a command what it needs", async () => {
    await workbench.runCommand("Toolcrib: Doctor");
    await workbench.dialogs.notification("Toolcrib: Doctor does not work in a browser window");
  });
});
