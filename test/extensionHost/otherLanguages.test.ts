/** The editor's own CSS and JSON behind the tools: what is not TypeScript has no ways of its own. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import * as vscode from "vscode";
import { callTool, closeEditors, decide, inWorkspace, onDisk, put } from "./support/workspace";

const style = ":root {\n  --main: red;\n}\n\na {\n  color: var(--main);\n  colr: blue;\n}\n";

describe("code through the editor's CSS and JSON", function () {
  this.timeout(150_000);
  before(async () => {
    const settings = vscode.workspace.getConfiguration("toolcrib");
    await settings.update("code.waitMs", 120_000, vscode.ConfigurationTarget.Workspace);
    mkdirSync(inWorkspace("web"), { recursive: true });
  });
  beforeEach(() => {
    put("web/style.css", style);
    put("web/data.json", '{"one":{"two":[1,2]}}\n');
    put("web/wrong.json", '{ "one": 1, "one": 2, }\n');
  });
  afterEach(closeEditors);

  it("finds the uses of a custom property, and renames them", async () => {
    const place = { path: "web/style.css", line: 2, name: "--main" };
    assert.match(
      await callTool("find_references", place),
      /\nweb\/style\.css:2: {3}--main: red;\nweb\/style\.css:6: {3}color: var\(--main\);/,
    );
    const call = callTool("rename_symbol", { ...place, new_name: "--accent" });
    await decide("accept");
    assert.match(await call, /^Renamed --main to --accent in 1 file:\nweb\/style\.css \(lines 2, 6\)/);
    assert.equal(onDisk("web/style.css").toString(), style.replaceAll("--main", "--accent"));
  });

  it("reports an unknown property with its quick fix, and applies that", async () => {
    assert.match(
      await callTool("diagnostics", { path: "web/style.css", quick_fixes: true }),
      /web\/style\.css:7:3: warning: Unknown property: 'colr' \(css unknownProperties\)\n(?:.*\n)*? {4}quick fix: .*Rename to 'color'/,
    );
    const call = callTool("code_action", { path: "web/style.css", line: 7, title: "Rename to 'color'" });
    await decide("accept");
    assert.match(await call, /^Applied "Rename to 'color'" in 1 file:/);
    assert.equal(onDisk("web/style.css").toString(), style.replace("colr", "color"));
  });

  it("knows the outline and the mistakes of JSON, and formats it", async () => {
    assert.match(await callTool("find_symbol", { path: "web/data.json" }), /web\/data\.json:1: .*\[.* one.*one\.two/);
    const problems = await callTool("diagnostics", { path: "web/wrong.json" });
    assert.match(problems, /web\/wrong\.json:1:\d+: (?:error|warning): Duplicate object key/);
    assert.match(problems, /web\/wrong\.json:1:\d+: error: Trailing comma/);
    const call = callTool("format_code", { path: "web/data.json" });
    await decide("accept");
    assert.match(await call, /^Formatted in 1 file:/);
    assert.deepEqual(JSON.parse(onDisk("web/data.json").toString()), { one: { two: [1, 2] } });
    assert.match(onDisk("web/data.json").toString(), /^\{\n/);
  });
});
