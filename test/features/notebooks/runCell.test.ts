/** A cell runs in the kernel of an editor, after a yes to its very code. */
import assert from "node:assert/strict";
import type { CellRun } from "../../../src/core/ports/editor/notebooks";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { type CribOptions, realCrib } from "../../support/realCrib";

const book = JSON.stringify({
  cells: [
    { cell_type: "markdown", metadata: {}, source: ["# T"] },
    { cell_type: "code", metadata: {}, outputs: [], execution_count: null, source: ["print(1)\n", "x"] },
  ],
  nbformat: 4,
  nbformat_minor: 2,
});

async function place(run: () => Promise<CellRun>, options: CribOptions = {}) {
  const ran: unknown[] = [];
  const notebooks = {
    run: async (file: { shown: string }, cell: number, source: string) => {
      ran.push([file.shown, cell, source]);
      return run();
    },
  };
  const at = await realCrib({ "a.ipynb": book }, { ...options, host: { notebooks } });
  return { ...at, ran, cell: (cell: number) => at.call("run_cell", { path: "a.ipynb", cell }) };
}

const printed: CellRun = {
  outputs: [
    { kind: "text", text: "1\n" },
    { kind: "picture", mimeType: "image/png", bytes: new Uint8Array([1, 2]) },
  ],
  succeeded: true,
};

describe("run_cell", () => {
  it("asks about the code each time, and gives text and pictures", async () => {
    const { cell, ran, asked } = await place(async () => printed);
    const { text, parts, isError } = await cell(2);
    await cell(2);
    assert.deepEqual([text, isError], ["1\n[image/png, 2 bytes]", false]);
    assert.deepEqual(parts, [{ kind: "image", mimeType: "image/png", bytes: new Uint8Array([1, 2]) }]);
    assert.deepEqual(ran[0], ["a.ipynb", 1, "print(1)\nx"]);
    assert.equal(asked.length, 2);
    const [, effect] = asked[0]?.plan.effects ?? [];
    assert.deepEqual(effect, { kind: "delegate", to: "kernel of a.ipynb", prompt: "print(1)\nx" });
  });

  it("runs nothing after a no, nor while planning", async () => {
    const { cell, ran } = await place(async () => printed, {
      confirm: async () => ({ approved: false, by: "person" }),
    });
    assert.equal((await cell(2)).isError, true);
    const planning = await place(async () => printed);
    planning.session.plan.enter();
    assert.equal((await planning.cell(2)).isError, true);
    assert.deepEqual([ran, planning.ran, planning.asked], [[], [], []]);
  });

  it("says what failed, and keeps long outputs short", async () => {
    const failed = await place(async () => ({
      outputs: [{ kind: "error", text: "\u001b[31mNameError\u001b[0m: x" }],
      succeeded: false,
    }));
    assert.deepEqual([(await failed.cell(2)).text, (await failed.cell(2)).isError], ["NameError: x", true]);
    const long = await place(async () => ({
      outputs: [{ kind: "text", text: "y".repeat(40_000) }],
      succeeded: undefined,
    }));
    assert.match((await long.cell(2)).text, /^y{15000}\n\[10000 characters are left out\]\ny{15000}$/);
    const silent = await place(async () => ({ outputs: [], succeeded: true }));
    assert.equal((await silent.cell(2)).text, "Cell 2 ran and printed nothing.");
    const without = await place(() => Promise.reject(new ToolError("unavailable", "No kernel ran the cell.")));
    assert.deepEqual(
      [(await without.cell(2)).text, (await without.cell(2)).isError],
      ["No kernel ran the cell.", true],
    );
  });

  it("says which cells there are, and that others do not run", async () => {
    const { cell, ran } = await place(async () => printed);
    assert.equal((await cell(1)).text, "Cell 1 of a.ipynb is a markdown cell: only code cells run.");
    assert.equal((await cell(3)).text, "a.ipynb has 2 cells, so there is no cell 3: read it again with read_file.");
    assert.deepEqual(ran, []);
  });

  it("is not there where no editor runs notebooks", async () => {
    const bare = await realCrib({ "a.ipynb": book });
    const { text, isError } = await bare.call("run_cell", { path: "a.ipynb", cell: 2 });
    assert.equal(bare.asked.length, 0);
    assert.deepEqual([isError, text], [true, "No editor runs notebooks here: run the code with run_command instead."]);
  });
});
