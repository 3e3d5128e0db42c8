import assert from "node:assert/strict";
import { join } from "node:path";
import type { DialectName } from "../../src/composition/makeCribs";
import { dryRun } from "../../src/features/preview/dryRun";
import { realCrib } from "../support/realCrib";
import { snapshot } from "../support/tempFolder";

const writers: Record<DialectName, readonly [tool: string, input: (root: string) => object]> = {
  standard: ["write_file", () => ({ path: "a.txt", content: "x\n" })],
  triggerfish: ["write_file", () => ({ path: "a.txt", content: "x\n" })],
  nanobot: ["write_file", () => ({ path: "a.txt", content: "x\n" })],
  flyto: ["Write", (root) => ({ file_path: join(root, "a.txt"), content: "x\n" })],
  qwen: ["write_file", (root) => ({ file_path: join(root, "a.txt"), content: "x\n" })],
};

describe("dry run and undo of every dialect (IFC-4, IFC-5, IFC-9)", () => {
  for (const [dialect, [tool, input]] of Object.entries(writers) as [DialectName, (typeof writers)[DialectName]][])
    it(`${dialect}: says what a write would change, and how the write that was made is taken back`, async () => {
      const at = await realCrib({}, { dialect });
      const dry = await dryRun(at.crib, at.session, tool, input(at.root));
      assert.deepEqual([dry.isError, dry.wouldChange], [false, [join(at.root, "a.txt")]]);
      assert.deepEqual([snapshot(at.root), await at.crib.journal.list(), at.records], [{}, [], []]);

      const { undo, isError, text } = await at.call(tool, input(at.root));
      assert.equal(isError, false, text);
      assert.deepEqual([undo?.files, undo?.description], [["a.txt"], `Undo: ${dry.summary}`]);
      await at.crib.journal.undo(undo?.id);
      assert.deepEqual(snapshot(at.root), {});
    });

  it("a call that changed no file, or failed, has none", async () => {
    const at = await realCrib({ "a.txt": "1\n" });
    assert.equal((await at.call("read_file", { path: "a.txt" })).undo, undefined);
    assert.equal((await at.call("edit_file", { path: "a.txt", old_string: "2", new_string: "3" })).undo, undefined);
    assert.equal((await at.call("run_command", { command: "true" })).undo, undefined);
  });
});
