import assert from "node:assert/strict";
import fc from "fast-check";
import { notebookView } from "../../../src/lib/media/notebook";
import { sample } from "./samples";

const notebookText = (json: string) => notebookView(json)?.text;

const notebook = (...cells: object[]) =>
  JSON.stringify({ cells, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 });
const code = (source: unknown, ...outputs: object[]) => ({ cell_type: "code", execution_count: 1, source, outputs });

describe("notebookView", () => {
  it("shows cells with number, kind, language, source and what they printed", () =>
    assert.equal(
      notebookText(
        notebook(
          { cell_type: "markdown", source: ["# Title\n", "words\n"] },
          code(
            "print(1)\nplot()",
            { output_type: "stream", name: "stdout", text: ["1\n"] },
            { output_type: "display_data", data: { "text/plain": "<Figure>", "image/png": "aGVsbG8=" } },
          ),
          code([]),
        ),
      ),
      `--- cell 1 (markdown) ---
# Title
words

--- cell 2 (code, python) ---
print(1)
plot()
--- output of cell 2 ---
1
--- output of cell 2 ---
<Figure>
[image/png, 8 characters, not shown]

--- cell 3 (code, python) ---
`,
    ));

  it("numbers the pictures that cells made, and leaves what only claims to be one", () => {
    const png = sample("plain.png").toString("base64");
    const lines = png.match(/.{1,76}/g)?.map((line) => `${line}\n`) ?? [];
    const made = (data: object) => ({ output_type: "display_data", data });
    const all = notebook(
      code("plot()", made({ "text/plain": "<Figure>", "image/png": lines })),
      code("fake()", made({ "image/png": "aGVsbG8=" }), made({ "image/svg+xml": "<svg/>" })),
      code("more()", made({ "image/png": png })),
    );
    const { text = "", pictures = [] } = notebookView(all) ?? {};
    assert.deepEqual(text.match(/^\[.*\]$/gm), [
      `[picture 1: image/png, ${lines.join("").length} characters]`,
      "[image/png, 8 characters, not shown]",
      "[image/svg+xml, 6 characters, not shown]",
      `[picture 2: image/png, ${png.length} characters]`,
    ]);
    assert.deepEqual(
      pictures.map(({ number, cell, type, bytes }) => [number, cell, type.name, Buffer.from(bytes).toString("base64")]),
      [
        [1, 1, "PNG image", png],
        [2, 3, "PNG image", png],
      ],
    );
  });

  it("shows an error without its colours", () =>
    assert.equal(
      notebookText(
        notebook(
          code("1/0", {
            output_type: "error",
            ename: "ZeroDivisionError",
            evalue: "division by zero",
            traceback: ["\u001b[31mTraceback\u001b[0m", "ZeroDivisionError: division by zero"],
          }),
          code("x", { output_type: "error", ename: "NameError", evalue: "x", traceback: [] }),
        ),
      ),
      `--- cell 1 (code, python) ---
1/0
--- output of cell 1 ---
Traceback
ZeroDivisionError: division by zero

--- cell 2 (code, python) ---
x
--- output of cell 2 ---
NameError: x`,
    ));

  it("shortens long outputs in the middle", () => {
    const shown = notebookText(
      notebook(code("", { output_type: "stream", text: `${"a".repeat(3000)}${"z".repeat(3000)}` })),
    );
    assert.equal(shown?.split("---\n").at(-1), `${"a".repeat(2000)}\n[2000 characters left out]\n${"z".repeat(2000)}`);
  });

  it("reads version 3 as well", () =>
    assert.equal(
      notebookText(JSON.stringify({ worksheets: [{ cells: [{ cell_type: "code", input: "1+1", outputs: [] }] }] })),
      "--- cell 1 (code, code) ---\n1+1",
    ));

  it("is undefined for what is no notebook", () => {
    for (const text of ["", "{", "[]", "{}", '{"cells": 1}', '{"cells": [{"source": []}]}', "null"])
      assert.equal(notebookText(text), undefined, text);
    assert.equal(notebookText('{"cells": []}'), "");
  });

  it("never throws, whatever the JSON", () =>
    fc.assert(
      fc.property(fc.json(), fc.json(), (first, second) => {
        notebookText(first);
        notebookText(`{"cells":[{"cell_type":"code","source":${first},"outputs":[${second}]}]}`);
      }),
    ));
});
