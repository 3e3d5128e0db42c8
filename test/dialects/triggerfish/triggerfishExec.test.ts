/** Triggerfish's exec tools, and its plain tools in the agent's own workspace (DIA-1, C-41, C-42). */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plant, type Tree } from "../../support/tempFolder";
import { speaking } from "../support/speaking";

async function start(mode: "folder" | "agent", tree: Tree = {}, own: Tree = {}) {
  const crib = await speaking("triggerfish", tree, { settings: { "toolcrib.workspaceMode": mode } });
  const workspace = crib.own;
  plant(workspace, own);
  return { ...crib, workspace, inOwn: (name: string) => join(workspace, name) };
}

describe("the exec tools of triggerfish", () => {
  it("exec_write: true bytes and the path as it was given (WR-2, C-13)", async () => {
    const { says, fails, inOwn, root, workspace, asked } = await start("folder");
    assert.equal(
      await says("exec_write", { path: "scratch/ü.txt", content: "ü€\n" }),
      "Wrote 6 bytes to scratch/ü.txt",
    );
    const path = inOwn("scratch/b.txt");
    assert.equal(await says("exec_write", { path, content: "" }), `Wrote 0 bytes to ${path}`);
    // Nothing has to be read first in this dialect.
    assert.equal(await says("exec_write", { path, content: "x" }), `Wrote 1 bytes to ${path}`);
    assert.equal(readFileSync(inOwn("scratch/ü.txt"), "utf8"), "ü€\n");
    for (const away of [join(root, "x.txt"), "../../ws/x.txt"])
      assert.equal(
        await fails("exec_write", { path: away, content: "" }),
        `Error: Path "${away}" escapes the workspace directory`,
      );
    assert.equal(await fails("exec_write", { path: "a" }), "Error: exec_write requires a 'content' argument (string).");
    assert.equal(
      await fails("exec_write", { path: "scratch", content: "" }),
      "Error: scratch is a folder, not a file: give the path of a file in it.",
    );
    assert.equal(existsSync(join(workspace, "..", "ws")), false);
    assert.deepEqual(asked, []);
  });

  it("exec_read: the contents as they are, and failures (RD-2)", async () => {
    const { says, fails } = await start("folder", {}, { "scratch/a.txt": "one\ntwo" });
    assert.equal(await says("exec_read", { path: "scratch/a.txt" }), "one\ntwo");
    assert.equal(
      await fails("exec_read", { path: "scratch/none" }),
      "Error reading file: scratch/none does not exist: check the path, or find it with exec_ls.",
    );
    assert.equal(await fails("exec_read", {}), "Error: exec_read requires a 'path' argument (string).");
  });

  it("exec_ls: names in order, files with their sizes, and where the workspace is (LS-2, C-22)", async () => {
    const { says, fails, workspace } = await start("folder", {}, { "scratch/b.txt": "12", "scratch/A.txt": "1" });
    const place = `[Your workspace is ${workspace}: other tools can reach it by this path.]`;
    assert.equal(await says("exec_ls", {}), `scratch/\n${place}`);
    assert.equal(await says("exec_ls", { path: "scratch" }), "A.txt (1 bytes)\nb.txt (2 bytes)");
    assert.match(await says("exec_ls", { recursive: true }), /^scratch\/b\.txt \(2 bytes\)$/m);
    assert.equal(
      await fails("exec_ls", { path: "none" }),
      "Error listing directory: none does not exist: check the path, or find it with exec_ls.",
    );
  });

  it("are reached by the names of Triggerfish's page as well (DIA-1, IFC-8)", async () => {
    const { says } = await start("folder");
    assert.equal(await says("exec.write", { path: "scratch/a.txt", content: "a" }), "Wrote 1 bytes to scratch/a.txt");
    assert.equal(await says("exec.read", { path: "scratch/a.txt" }), "a");
    assert.equal(await says("exec.ls", { path: "scratch" }), "a.txt (1 bytes)");
    assert.match(await says("exec.run", { command: "cat scratch/a.txt" }), /^a\n/);
  });
});

describe("triggerfish's plain tools with workspaceMode (C-42)", () => {
  it("folder: they work in the person's folder, and reach the workspace by its path", async () => {
    const { says, asked, root, inOwn } = await start("folder", { "a.txt": "theirs" }, { "scratch/a.txt": "mine\n" });
    assert.equal(await says("read_file", { path: "a.txt" }), "theirs");
    const path = inOwn("scratch/a.txt");
    assert.equal(await says("read_file", { path }), "mine\n");
    assert.equal(
      await says("edit_file", { path, old_text: "mine", new_text: "ours" }),
      `Edited ${path} (5 bytes written)\nours\n`,
    );
    assert.equal(await says("list_directory", { path: inOwn("scratch") }), "a.txt");
    assert.equal(
      await says("search_files", { path: inOwn("scratch"), pattern: "ours", content_search: true }),
      `${path}:1:ours`,
    );
    assert.deepEqual(asked, []);
    await says("write_file", { path: "b.txt", content: "b" });
    assert.equal(readFileSync(join(root, "b.txt"), "utf8"), "b");
    assert.equal(asked.length, 1);
  });

  it("agent: relative paths begin in the workspace, nobody is asked, and the texts stay the same", async () => {
    const { says, asked, root, inOwn } = await start("agent", { "scratch/a.txt": "theirs" });
    assert.equal(
      await says("write_file", { path: "scratch/a.txt", content: "mine\n" }),
      "Wrote 5 bytes to scratch/a.txt",
    );
    assert.equal(readFileSync(inOwn("scratch/a.txt"), "utf8"), "mine\n");
    assert.equal(readFileSync(join(root, "scratch/a.txt"), "utf8"), "theirs");
    assert.equal(await says("read_file", { path: "scratch/a.txt" }), "mine\n");
    assert.equal(await says("exec_read", { path: "scratch/a.txt" }), "mine\n");
    assert.equal(
      await says("edit_file", { path: "scratch/a.txt", old_text: "mine", new_text: "ours" }),
      "Edited scratch/a.txt (5 bytes written)\nours\n",
    );
    assert.equal(await says("list_directory", { path: "scratch" }), "a.txt (5 bytes)");
    assert.equal(await says("search_files", { path: "scratch", pattern: "ours" }), "scratch/a.txt:1:ours");
    assert.equal(await says("search_files", { path: ".", pattern: "exec_history|write_file" }), "No matches found.");
    assert.equal(
      await says("search_files", { path: ".", pattern: "**/a.txt", content_search: false }),
      "./scratch/a.txt",
    );
    assert.match(await says("run_command", { command: "cat scratch/a.txt" }), /^ours\n\[exit code: 0, \d+ms\]$/);
    assert.deepEqual(asked, []);
  });

  it("agent: the workspace is the boundary, and the person's folder lies outside (HB-1)", async () => {
    const { fails, root } = await start("agent", { "a.txt": "theirs" });
    const path = join(root, "a.txt");
    assert.equal(
      await fails("write_file", { path, content: "x" }),
      `Error: Path "${path}" escapes the workspace directory`,
    );
    assert.equal(
      await fails("write_file", { path: "../other/a.txt", content: "x" }),
      'Error: Path "../other/a.txt" escapes the workspace directory',
    );
    assert.equal(readFileSync(path, "utf8"), "theirs");
  });

  it("agent: reading the person's folder asks, as reading outside does in this dialect (C-04)", async () => {
    const { says, asked, root } = await start("agent", { "a.txt": "theirs" });
    assert.equal(await says("read_file", { path: join(root, "a.txt") }), "theirs");
    assert.equal(asked.length, 1);
  });

  it("is not minded by the tools of other dialects", async () => {
    const crib = await speaking("standard", { "a.txt": "theirs" }, { settings: { "toolcrib.workspaceMode": "agent" } });
    assert.equal(await crib.says("read_file", { path: "a.txt" }), "theirs");
  });
});
