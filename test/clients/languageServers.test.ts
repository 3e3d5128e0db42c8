/** Other language servers behind `toolcrib.languageServers`: the same tools with the same answers as in the editor (issue 21). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureClient } from "../../scripts/testing/clientInstall.mjs";
import { ServerCode } from "../../src/node/languageServers/serverCode";
import { realCrib } from "../support/realCrib";

const files = {
  "pyrightconfig.json": "{}\n",
  "README.md": "price is what one costs\n",
  "price.py": '"""Prices."""\n\n\ndef price() -> int:\n    """What one costs."""\n    return 1\n',
  "cart.py": "from price import price\r\n\r\ntotal = price() + price()\r\n",
  "wrong.py": "from price import price\n\ntext: str = price()\n",
  "shape.py": "class Shape:\n    def area(self) -> int:\n        return 0\n\n\nclass Square(Shape):\n    pass\n",
};

describe("code through pyright", function () {
  this.timeout(300_000);
  let at: Awaited<ReturnType<typeof realCrib>>;
  let code: ServerCode | undefined;
  before(async function () {
    const log = (line: string) => console.log(`    ${line}`);
    const program = await ensureClient("pyright", log).catch((error: Error) => {
      log(`pyright could not be installed, so its tests are skipped: ${error.message.split("\n")[0]}`);
      return this.skip();
    });
    let root = "";
    const python = { command: [...program, "--stdio"], extensions: [".py"] };
    code = new ServerCode({ servers: { python }, folders: () => [root] });
    at = await realCrib(files, { host: { code }, settings: { "toolcrib.code.waitMs": 120_000 } });
    root = at.root;
  });
  after(() => code?.stop());
  const said = async (tool: string, input: object) =>
    (await at.call(tool, input)).text.replace(/\n\[The language server was .*\]/g, "");

  it("finds references over files, by a place and by the name of a symbol", async () => {
    const found = [
      '5 lines with references to "price" in 3 files:',
      "cart.py:1: from price import price",
      "cart.py:3: total = price() + price()",
      "price.py:4: def price() -> int:",
      "wrong.py:1: from price import price",
      "wrong.py:3: text: str = price()",
    ];
    const text = await said("find_references", { path: "price.py", line: 4, name: "price" });
    assert.equal(text, found.join("\n"));
    assert.equal(await said("find_references", { name: "price" }), text);
  });

  it("tells what it knows of places", async () => {
    const call = { path: "cart.py", line: 3, name: "price", occurrence: 1 };
    assert.match(await said("go_to", call), /price\.py:4: def price\(\) -> int:/);
    assert.match(await said("hover", call), /What one costs\./);
    assert.match(await said("call_hierarchy", { path: "price.py", line: 4, name: "price" }), /cart\.py:3:/);
    assert.match(await said("find_symbol", { name: "area" }), /shape\.py:2: .*\[method Shape\.area\]/);
    assert.match(
      await said("find_symbol", { path: "shape.py" }),
      /shape\.py:6: class Square\(Shape\): {2}\[class Square\]/,
    );
  });

  it("reports problems with their codes", async () => {
    assert.match(
      await said("diagnostics", { path: "wrong.py" }),
      /wrong\.py:3:13: error: .*"int" is not assignable to "str".*\(Pyright reportAssignmentType\)/s,
    );
  });

  it("renames over files as one change, which undo takes back to the byte", async () => {
    const text = await said("rename_symbol", { path: "price.py", line: 4, name: "price", new_name: "cost" });
    assert.match(text, /^Renamed price to cost in 3 files:/);
    assert.equal(
      readFileSync(join(at.root, "cart.py"), "latin1"),
      "from price import cost\r\n\r\ntotal = cost() + cost()\r\n",
    );
    await at.crib.journal.undo();
    for (const [name, content] of Object.entries(files))
      assert.equal(readFileSync(join(at.root, name), "latin1"), content, name);
  });

  it("says what it cannot do, and runs no command of it", async () => {
    assert.match(await said("code_action", { path: "cart.py" }), /^No code actions for cart\.py, lines 1 to 4\./);
    assert.match(await said("format_code", { path: "cart.py" }), /^The language server refused this: /);
  });
});

/** TypeScript's and Python's servers know no hierarchy of types; this one does, and comes with a system's packages alone. */
describe("code through clangd", function () {
  this.timeout(120_000);
  const sources = {
    "compile_commands.json": "[]\n",
    "shape.h": "#pragma once\nstruct Shape {\n  virtual int area() const = 0;\n};\n",
    "square.cpp":
      '#include "shape.h"\n\nstruct Square : Shape {\n  int area() const override { return 4; }\n};\n\nstruct Tile final : Square {};\n',
  };
  let at: Awaited<ReturnType<typeof realCrib>>;
  let code: ServerCode | undefined;
  before(async function () {
    if (spawnSync("clangd", ["--version"]).status !== 0) {
      console.log("    There is no clangd on the PATH, so its test is skipped.");
      this.skip();
    }
    let root = "";
    const cpp = { command: ["clangd"], extensions: [".cpp", ".h"] };
    code = new ServerCode({ servers: { cpp }, folders: () => [root] });
    at = await realCrib(sources, { host: { code }, settings: { "toolcrib.code.waitMs": 60_000 } });
    root = at.root;
  });
  after(() => code?.stop());

  it("tells the supertypes and the subtypes of a type", async () => {
    const types = async (input: object) => (await at.call("type_hierarchy", input)).text;
    assert.equal(
      await types({ path: "square.cpp", name: "Square", direction: "supertypes" }),
      '1 line with a supertype of "Square" in 1 file:\nshape.h:2: struct Shape {  [struct Shape]',
    );
    assert.equal(
      await types({ path: "square.cpp", line: 3, name: "Square" }),
      '1 line with a subtype of "Square" in 1 file:\nsquare.cpp:7: struct Tile final : Square {};  [struct Tile]',
    );
    assert.equal(
      await types({ path: "shape.h", name: "Shape" }),
      '1 line with a subtype of "Shape" in 1 file:\nsquare.cpp:3: struct Square : Shape {  [struct Square]',
    );
  });
});
