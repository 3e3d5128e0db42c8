/** Notebooks are changed cell by cell, reviewed and taken back to the byte. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realCrib } from "../../support/realCrib";

const book = `\ufeff{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": ["# T"]}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 2
}
`;

async function place(text = book) {
  const at = await realCrib({ "a.ipynb": text });
  const edit = (...edits: object[]) => at.call("edit_notebook", { path: "a.ipynb", edits });
  return { ...at, edit, text: () => readFileSync(join(at.root, "a.ipynb"), "utf8") };
}

describe("edit_notebook", () => {
  it("changes one file in one write, and undo brings its bytes back", async () => {
    const { call, edit, text, asked, crib } = await place();
    await call("read_file", { path: "a.ipynb" });
    const { text: told, data } = await edit(
      { action: "insert", cell: 2, source: "print(1)\n" },
      { action: "replace", cell: 1, source: "# Title" },
    );
    assert.equal(told, "Made 2 edits in a.ipynb, which now has 2 cells.");
    assert.equal((data as { cells: number }).cells, 2);
    assert.deepEqual(
      asked.map(({ plan }) => plan.effects.map(({ kind }) => kind)),
      [["write"]],
    );
    assert.equal(text().startsWith("\ufeff{"), true);
    assert.deepEqual(
      JSON.parse(text().slice(1)).cells.map((cell: { source: string[] }) => cell.source),
      [["# Title"], ["print(1)\n"]],
    );
    await crib.journal.undo();
    assert.equal(text(), book);
  });

  it("says of one cell that it is one, and of none that there are none", async () => {
    const { call, edit } = await place();
    await call("read_file", { path: "a.ipynb" });
    assert.match((await edit({ action: "replace", cell: 1, source: "x" })).text, /which now has 1 cell\.$/);
    assert.match((await edit({ action: "delete", cell: 1 })).text, /which now has no cells\.$/);
  });

  it("wants to have read what it changes", async () => {
    const { call, edit, text, root } = await place();
    const cell = { action: "delete", cell: 1 };
    assert.match((await edit(cell)).text, /has not been read yet/);
    await call("read_file", { path: "a.ipynb" });
    writeFileSync(join(root, "a.ipynb"), book.replace("# T", "# Other"));
    assert.match((await edit(cell)).text, /has changed since it was read/);
    assert.match(text(), /# Other/);
  });

  it("says what is missing, and writes nothing then", async () => {
    const { call, edit, text, asked } = await place();
    await call("read_file", { path: "a.ipynb" });
    assert.equal((await edit({ action: "insert", cell: 1 })).text, "Edit 1 (insert) needs source: give it.");
    assert.equal((await edit({ action: "move", cell: 1 })).text, "Edit 1 (move) needs to: give it.");
    assert.equal(
      (await edit({ action: "delete", cell: 1 }, { action: "delete", cell: 1 })).text,
      "Edit 2 (delete) names cell 1, but the edit before it leaves no cells: number the cells as the earlier edits leave them.",
    );
    assert.equal(
      (await edit({ action: "delete", cell: 2 })).text,
      "Edit 1 (delete) names cell 2, but the notebook has 1 cell: name a cell that read_file shows.",
    );
    assert.equal(
      (await edit({ action: "replace", cell: 1, source: "# T" })).text,
      "The edits leave a.ipynb as it is, so nothing was written.",
    );
    assert.deepEqual([text(), asked.length], [book, 0]);
    const other = await realCrib({ "b.ipynb": "text" });
    await other.call("read_file", { path: "b.ipynb" });
    assert.match(
      (await other.call("edit_notebook", { path: "b.ipynb", edits: [{ action: "delete", cell: 1 }] })).text,
      /^b\.ipynb is not valid JSON, so nothing was written/,
    );
  });
});
