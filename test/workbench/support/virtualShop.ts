/** A workspace without a disk, whose files an extension keeps in memory, and what tools do there wherever they run. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "../../../scripts/vscode/package.mjs";
import { repository } from "../../../scripts/vscode/paths.mjs";
import { sharedFolder } from "../../support/tempFolder";
import { type DemoWorkbench, script } from "./demo";

export interface VirtualShop {
  /** For whatever else the suite keeps. */
  folder: string;
  /** The `.code-workspace` file to open. */
  workspace: string;
  /** The packed extension that has the files. */
  memoryFiles: string;
}

/** A new one. */
export async function virtualShop(): Promise<VirtualShop> {
  const folder = sharedFolder();
  const workspace = join(folder, "shop.code-workspace");
  writeFileSync(workspace, JSON.stringify({ folders: [{ uri: "memoryfiles:/shop" }] }));
  const packed = join(folder, "memory-files.vsix");
  const memoryFiles = await packageExtension(join(repository, "test", "memory-files"), packed);
  return { folder, workspace, memoryFiles };
}

/** What the tools answered to these steps. */
export async function told(workbench: DemoWorkbench, ...steps: object[]): Promise<string[]> {
  await workbench.ask(`@crib ${script(...steps)}`);
  return workbench.answered();
}

/** Reads, lists and searches in it. */
export async function looksAround(workbench: DemoWorkbench): Promise<void> {
  const answer = (tool: string, input: object) => told(workbench, { tool, input });
  assert.deepEqual(await answer("read_file", { path: "notes.txt" }), ["milk\nbread\n"]);
  assert.deepEqual(await answer("list_directory", {}), ["src/\nnotes.txt (11 bytes)"]);
  assert.deepEqual(await answer("search_text", { pattern: "br.ad" }), [
    "1 matching line in 1 file:\nnotes.txt:2: bread",
  ]);
  assert.match((await answer("find_files", { pattern: "*.txt" }))[0] ?? "", /^Found 2 files matching/);
}

/** Changes a file after a review in the diff editor, and takes it back. @param picture name of the screenshot */
export async function changesAndUndoes(workbench: DemoWorkbench, picture: string): Promise<void> {
  const read = { tool: "read_file", input: { path: "src/list.txt" } };
  const edit = { tool: "edit_file", input: { path: "src/list.txt", old_string: "two", new_string: "two\nthree" } };
  await workbench.ask(`@crib ${script(read, edit)}`);
  await workbench.chat.confirmation();
  await workbench.chat.follow("Open in the diff editor");
  assert.match((await workbench.editors.diffText()).after, /three/);
  await workbench.screenshot(picture);
  await workbench.chat.allow();
  assert.deepEqual(await workbench.answered(), ["Edited src/list.txt: 1 replacement (line 2)."]);
  assert.deepEqual(await told(workbench, read), ["one\ntwo\nthree\n"]);
  await workbench.runCommand("Toolcrib: Undo Last Change");
  await workbench.dialogs.notification('undid "Edit src/list.txt"');
  assert.deepEqual(await told(workbench, read), ["one\ntwo\n"]);
}
