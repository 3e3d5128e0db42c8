import assert from "node:assert/strict";
import { type CellEdit, CellEditProblem, NotebookProblem, withCells } from "../../../src/lib/notebooks/notebookCells";

/** With numbers and escapes that JSON.stringify would write in another way. */
const first = `  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "aa",
   "metadata": {"x": 1.0},
   "outputs": [{"output_type": "stream", "name": "stdout", "text": ["caf\\u00e9\\n"]}],
   "source": [
    "print('caf\\u00e9')\\n",
    "1.0"
   ]
  }`;
const second = '  {"cell_type": "markdown", "id": "bb", "metadata": {}, "source": "# Title"}';
const book = (...cells: string[]) =>
  `{\n "cells": [\n${cells.join(",\n")}\n ],\n "metadata": {},\n "nbformat": 4,\n "nbformat_minor": 5\n}\n`;
const edited = (text: string, ...edits: CellEdit[]) => withCells(text, edits, () => "new1");

const fresh = `  {
   "cell_type": "code",
   "execution_count": null,
   "id": "new1",
   "metadata": {},
   "outputs": [],
   "source": [
    "a = 1\\n",
    "b"
   ]
  }`;

describe("cells of a notebook", () => {
  it("are inserted, moved and deleted while the others keep their bytes", () => {
    const insert: CellEdit = { action: "insert", cell: 2, kind: "code", source: "a = 1\nb" };
    assert.equal(edited(book(first, second), insert), book(first, fresh, second));
    assert.equal(edited(book(first, second), { ...insert, cell: 3 }), book(first, second, fresh));
    assert.equal(edited(book(first, second), { action: "move", cell: 1, to: 2 }), book(second, first));
    assert.equal(edited(book(first, second), { action: "delete", cell: 1 }), book(second));
    assert.equal(
      edited(book(first, second), insert, { action: "delete", cell: 2 }, { action: "move", cell: 2, to: 1 }),
      book(second, first),
    );
  });

  it("get another text while their outputs keep their bytes", () =>
    assert.equal(
      edited(book(first, second), { action: "replace", cell: 1, source: "x" }),
      book(first.replace(/"source": \[[^\]]*\]/, '"source": [\n    "x"\n   ]'), second),
    ));

  it("of another kind have what that kind has, and nothing else", () => {
    const [cell] = JSON.parse(
      edited(book(first), { action: "replace", cell: 1, kind: "markdown", source: "# T" }),
    ).cells;
    assert.deepEqual(cell, { cell_type: "markdown", id: "aa", metadata: { x: 1 }, source: ["# T"] });
    const [back] = JSON.parse(edited(book(second), { action: "replace", cell: 1, kind: "code", source: "" })).cells;
    assert.deepEqual(back, {
      cell_type: "code",
      id: "bb",
      metadata: {},
      execution_count: null,
      outputs: [],
      source: [],
    });
  });

  it("begin in an empty notebook, in one of one line, and in one with Windows line ends", () => {
    const insert: CellEdit = { action: "insert", cell: 1, kind: "raw", source: "r" };
    const empty = '{\n "cells": [],\n "nbformat": 4,\n "nbformat_minor": 2\n}';
    assert.equal(
      edited(empty, insert),
      '{\n "cells": [\n  {\n   "cell_type": "raw",\n   "metadata": {},\n   "source": [\n    "r"\n   ]\n  }\n ],\n "nbformat": 4,\n "nbformat_minor": 2\n}',
    );
    const compact = '{"cells":[{"cell_type":"raw","metadata":{},"source":["q"]}],"nbformat":4,"nbformat_minor":2}';
    assert.equal(
      edited(compact, insert),
      '{"cells":[{"cell_type":"raw","metadata":{},"source":["r"]},{"cell_type":"raw","metadata":{},"source":["q"]}],"nbformat":4,"nbformat_minor":2}',
    );
    const windows = book(first, second).replaceAll("\n", "\r\n");
    assert.equal(
      edited(windows, { action: "insert", cell: 2, kind: "code", source: "a = 1\r\nb" }),
      book(first, fresh, second).replaceAll("\n", "\r\n"),
    );
  });

  it("that are not there when it is an edit's turn are refused", () => {
    const fails = (message: string, count: number, ...edits: CellEdit[]) =>
      assert.throws(
        () => edited(book(...[first, second].slice(0, count)), ...edits),
        (error) => error instanceof CellEditProblem && error.message === message,
      );
    const gone: CellEdit = { action: "delete", cell: 1 };
    const other: CellEdit = { action: "replace", cell: 2, source: "x" };
    const fresh: CellEdit = { action: "insert", cell: 4, kind: "code", source: "x" };
    const [one, before] = ["but the notebook has 1 cell: name a cell that read_file shows.", "before it"];
    const advice = "number the cells as the earlier edits leave them.";
    fails(`Edit 1 (delete) names cell 2, ${one}`, 1, { action: "delete", cell: 2 });
    fails(`Edit 1 (move) names cell 9, ${one}`, 1, { action: "move", cell: 1, to: 9 });
    fails("Edit 1 (insert) names cell 4, but the notebook has 2 cells: number a new cell 3 at most.", 2, fresh);
    fails("Edit 1 (delete) names cell 1, but the notebook has no cells: insert one first.", 0, gone);
    fails(`Edit 2 (replace) names cell 2, but the edit ${before} leaves 1 cell: ${advice}`, 2, gone, other);
    fails(`Edit 3 (replace) names cell 2, but the edits ${before} leave no cells: ${advice}`, 2, gone, gone, other);
    fails(`Edit 2 (insert) names cell 4, but the edit ${before} leaves 1 cell: ${advice}`, 2, gone, fresh);
  });

  it("of what is no notebook are refused", () => {
    const fails = (text: string, edit: CellEdit, message: string) =>
      assert.throws(
        () => edited(text, edit),
        (error) => error instanceof NotebookProblem && error.message === message,
      );
    fails("{", { action: "delete", cell: 1 }, "is not valid JSON");
    fails("[]", { action: "delete", cell: 1 }, "is not a notebook of the format nbformat 4");
    fails('{"cells": [], "nbformat": 3}', { action: "delete", cell: 1 }, "is not a notebook of the format nbformat 4");
  });
});
