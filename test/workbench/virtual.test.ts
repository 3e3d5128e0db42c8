/** A workspace without a disk: the file tools work through `workspace.fs`, commands do not run (D-8). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { allTools, type DemoWorkbench, openDemo, pictureFailures } from "./support/demo";
import { changesAndUndoes, looksAround, told, virtualShop } from "./support/virtualShop";

describe("a virtual workspace", () => {
  let workbench: DemoWorkbench;

  before(async () => {
    const { folder, workspace, memoryFiles } = await virtualShop();
    const machineSettings = { "toolcrib.workspaces.folder": join(folder, "workspaces") };
    workbench = await openDemo({ folder: workspace, extensions: [memoryFiles], settings: allTools, machineSettings });
  });
  after(() => workbench?.close());
  pictureFailures(() => workbench);

  it("is read, listed and searched", () => looksAround(workbench));

  it("is changed after a review, and undone", () => changesAndUndoes(workbench, "virtual-review"));

  it("keeps tools inside and runs no commands", async () => {
    assert.match(
      (await told(workbench, { tool: "read_file", input: { path: "../other/x" } }))[0] ?? "",
      /^Denied by policy: /,
    );
    assert.match(
      (await told(workbench, { tool: "read_file", input: { path: "/etc/hostname" } }))[0] ?? "",
      /^Denied by policy: /,
    );
    assert.match(
      (await told(workbench, { tool: "run_command", input: { command: "ls" } }))[0] ?? "",
      /^Commands cannot run in a workspace without a disk: use the file tools\.$/,
    );
  });

  it("leaves the agent its own workspace, which is on a disk, with commands and all (EX-1)", async () => {
    const [ran = ""] = await told(
      workbench,
      { tool: "exec_write", input: { path: "scratch/a.txt", content: "kept\n" } },
      { tool: "exec_run", input: { command: "cat scratch/a.txt" } },
    );
    assert.match(ran, /^kept\n\[exit code: 0, /);
    assert.equal(workbench.modelRequests().at(-2)?.results[0], "Created scratch/a.txt (5 bytes).");
    await workbench.runCommand("Toolcrib: Undo Last Change");
    await workbench.dialogs.notification('undid "Create scratch/a.txt"');
    assert.deepEqual(await told(workbench, { tool: "exec_ls", input: { path: "scratch" } }), ["scratch is empty."]);
  });
});
