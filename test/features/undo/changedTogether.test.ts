import assert from "node:assert/strict";
import { join } from "node:path";
import { changedTogether } from "../../../src/features/undo/changesByTurn";
import { realCrib } from "../../support/realCrib";
import { snapshot } from "../../support/tempFolder";

describe("changedTogether (D-17): the changes of one file", () => {
  it("follows the file through its names, and leaves out what other calls did and what was taken back", async () => {
    const at = await realCrib({ a: "1\n", other: "o\n" });
    const { journal } = at.crib;
    const before = snapshot(at.root);
    const call = async (tool: string, input: object) => {
      const { isError, text, undo } = await at.call(tool, input);
      assert.equal(isError, false, text);
      return undo?.id;
    };
    for (const path of ["a", "other"]) await at.call("read_file", { path });
    const edited = await call("edit_file", { path: "a", old_string: "1", new_string: "2" });
    await call("edit_file", { path: "other", old_string: "o", new_string: "p" });
    const moved = await call("move_file", { path: "a", new_path: "b" });
    const taken = await call("edit_file", { path: "b", old_string: "2", new_string: "3" });
    await journal.undo(taken);
    const movedOn = await call("move_file", { path: "b", new_path: "d/c" });

    const { calls, reals } = await changedTogether(journal, join(at.root, "d/c"));
    assert.deepEqual(
      calls.map(({ id }) => id),
      [movedOn, moved, edited],
    );
    assert.deepEqual([...reals].map((real) => real.slice(at.root.length + 1)).sort(), ["a", "b", "d/c"]);
    await journal.apply(
      await journal.planUndo(
        calls.map(({ id }) => id),
        "all",
        reals,
      ),
    );
    assert.deepEqual(snapshot(at.root), { ...before, other: "p\n" });
    assert.deepEqual((await changedTogether(journal, join(at.root, "a"))).calls, []);
  });
});
