/** Python by pyright in VS Code: what another extension brings is used like what VS Code has. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import * as vscode from "vscode";
import { startPyright } from "./support/pyright";
import { acceptAll, callTool, closeEditors, inWorkspace, onDisk, put } from "./support/workspace";

const files: Readonly<Record<string, string>> = {
  "python/pyrightconfig.json": "{}\n",
  "python/price.py": 'def price() -> int:\n    """What one costs."""\n    return 1\n',
  "python/cart.py": "from price import price\r\n\r\ntotal = price() + price()\r\n",
  "python/wrong.py": "from price import price\n\ntext: str = price()\n",
};

describe("code through pyright in VS Code", function () {
  this.timeout(150_000);
  let language: vscode.Disposable | undefined;
  before(function () {
    const program = process.env.TOOLCRIB_TEST_PYRIGHT;
    if (!program) this.skip();
    mkdirSync(inWorkspace("python"), { recursive: true });
    for (const [name, text] of Object.entries(files)) put(name, text);
    language = startPyright(JSON.parse(program), inWorkspace("python"));
  });
  after(async () => {
    await closeEditors();
    language?.dispose();
    // The tests of all files share the workspace, and others count what is in it.
    rmSync(inWorkspace("python"), { recursive: true, force: true });
  });
  afterEach(closeEditors);

  it("finds references over files", async () => {
    const text = await callTool("find_references", { path: "python/price.py", name: "price" });
    assert.equal(
      text.replace(/\n\[The language server was .*\]$/, ""),
      [
        '5 lines with references to "price" in 3 files:',
        "python/cart.py:1: from price import price",
        "python/cart.py:3: total = price() + price()",
        "python/price.py:1: def price() -> int:",
        "python/wrong.py:1: from price import price",
        "python/wrong.py:3: text: str = price()",
      ].join("\n"),
    );
  });

  it("reports problems", async () => {
    assert.match(
      await callTool("diagnostics", { path: "python/wrong.py" }),
      /python\/wrong\.py:3:13: error: .*"int" is not assignable to "str"/,
    );
  });

  it("renames over files as one reviewed change, which undo takes back to the byte", async () => {
    const call = callTool("rename_symbol", { path: "python/price.py", name: "price", new_name: "cost" });
    await acceptAll(call);
    assert.match(await call, /^Renamed price to cost in 3 files:/);
    assert.equal(
      onDisk("python/cart.py").toString("latin1"),
      "from price import cost\r\n\r\ntotal = cost() + cost()\r\n",
    );
    await vscode.commands.executeCommand("toolcrib.undo");
    for (const [name, text] of Object.entries(files)) assert.equal(onDisk(name).toString("latin1"), text, name);
  });
});
