/** A workspace without a disk: the file tools work through `workspace.fs`, commands do not run (D-8). */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageExtension } from "../../scripts/vscode/package.mjs";
import { repository } from "../../scripts/vscode/paths.mjs";
import { allTools, type DemoWorkbench, openDemo, pictureFailures, script } from "./support/demo";

describe("a virtual workspace", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "crib-virtual-"));
    const workspace = join(folder, "shop.code-workspace");
    writeFileSync(workspace, JSON.stringify({ folders: [{ uri: "memoryfiles:/shop" }] }));
    const memoryFiles = await packageExtension(
      join(repository, "test", "memory-files"),
      join(folder, "memory-files.vsix"),
    );
    const machineSettings = { "toolcrib.workspaces.folder": join(folder, "workspaces") };
    workbench = await openDemo({ folder: workspace, extensions: [memoryFiles], settings: allTools, machineSettings });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  const told = async (...steps: object[]) => {
    await workbench.ask(`@crib ${script(...steps)}`);
    return workbench.answered();
  };

  it("is read, listed and searched", async () => {
    assert.deepEqual(await told({ tool: "read_file", input: { path: "notes.txt" } }), ["milk\nbread\n"]);
    assert.deepEqual(await told({ tool: "list_directory", input: {} }), ["src/\nnotes.txt (11 bytes)"]);
    assert.deepEqual(await told({ tool: "search_text", input: { pattern: "br.ad" } }), [
      "1 matching line in 1 file:\nnotes.txt:2: bread",
    ]);
    assert.match((await told({ tool: "find_files", input: { pattern: "*.txt" } }))[0] ?? "", /^Found 2 files matching/);
  });

  it("is changed after a review, and undone", async () => {
    await workbench.ask(
      `@crib ${script(
        { tool: "read_file", input: { path: "src/list.txt" } },
        { tool: "edit_file", input: { path: "src/list.txt", old_string: "two", new_string: "two\nthree" } },
      )}`,
    );
    await workbench.chat.confirmation();
    await workbench.chat.follow("Open in the diff editor");
    assert.match((await workbench.editors.diffText()).after, /three/);
    await workbench.screenshot("virtual-review");
    await workbench.chat.allow();
    assert.deepEqual(await workbench.answered(), ["Edited src/list.txt: 1 replacement (line 2)."]);
    assert.deepEqual(await told({ tool: "read_file", input: { path: "src/list.txt" } }), ["one\ntwo\nthree\n"]);
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Edit src/list.txt"');
    assert.deepEqual(await told({ tool: "read_file", input: { path: "src/list.txt" } }), ["one\ntwo\n"]);
  });

  it("keeps tools inside and runs no commands", async () => {
    assert.match((await told({ tool: "read_file", input: { path: "../other/x" } }))[0] ?? "", /^Denied by policy: /);
    assert.match((await told({ tool: "read_file", input: { path: "/etc/hostname" } }))[0] ?? "", /^Denied by policy: /);
    assert.match(
      (await told({ tool: "run_command", input: { command: "ls" } }))[0] ?? "",
      /^Commands cannot run in a workspace without a disk: use the file tools\.$/,
    );
  });

  it("leaves the agent its own workspace, which is on a disk, with commands and all (EX-1)", async () => {
    const [ran = ""] = await told(
      { tool: "exec_write", input: { path: "scratch/a.txt", content: "kept\n" } },
      { tool: "exec_run", input: { command: "cat scratch/a.txt" } },
    );
    assert.match(ran, /^kept\n\[exit code: 0, /);
    assert.equal(workbench.modelRequests().at(-2)?.results[0], "Created scratch/a.txt (5 bytes).");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Create scratch/a.txt"');
    assert.deepEqual(await told({ tool: "exec_ls", input: { path: "scratch" } }), ["scratch is empty."]);
  });
});
