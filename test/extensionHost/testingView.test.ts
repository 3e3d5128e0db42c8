/** Tests that another extension brings are run by VS Code's own tool for the Testing view. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { EditorTests } from "../../src/core/ports/editor/editorTests";
import { ToolError } from "../../src/core/vocabulary/toolError";
import { TestingViewTests } from "../../src/features/extensionTools/vscode/testingViewTests";
import { inWorkspace, put } from "./support/workspace";

const file = "own.tests";
const path = inWorkspace(file);
const wish = (some: Partial<EditorTests> = {}): EditorTests => ({
  ...{ files: [{ path, real: path, shown: file }], names: [], coverage: false, uncoveredIn: [] },
  ...some,
});

const moment = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Two tests of which one fails, and one that waits until it is stopped. */
function controller(stopped: () => void): vscode.TestController {
  const made = vscode.tests.createTestController("toolcrib-own-tests", "Own tests");
  const uri = vscode.Uri.file(path);
  for (const name of ["adds", "subtracts", "waits"]) made.items.add(made.createTestItem(name, name, uri));
  made.createRunProfile("Run", vscode.TestRunProfileKind.Run, async (request, token) => {
    const run = made.createTestRun(request);
    // VS Code's tool misses the end of a run that it hears of together with its start.
    await moment();
    for (const item of request.include ?? []) {
      run.started(item);
      if (item.id === "waits") await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      if (item.id === "waits") stopped();
      if (item.id === "subtracts") run.failed(item, new vscode.TestMessage("1 - 1 is 0"));
      else run.passed(item);
    }
    run.end();
  });
  return made;
}

describe("tests of other extensions", () => {
  const tests = new TestingViewTests();
  const never = new AbortController().signal;
  let stops = 0;
  let made: vscode.TestController;
  before(async () => {
    put(file, "tests\n");
    made = controller(() => stops++);
    // VS Code hears of new tests a moment later, and has its tool a moment after it opened the window.
    const known = () =>
      vscode.commands.executeCommand<unknown[]>("vscode.testing.getTestsInFile", vscode.Uri.file(path));
    while ((await known()).length < 3 || !tests.isThere()) await moment();
  });
  after(() => made.dispose());

  it("are run by their names, with VS Code's words about what failed", async () => {
    assert.equal(tests.isThere(), true);
    assert.equal(await tests.run(wish({ names: ["adds"] }), never), "<summary passed=1 failed=0 />");
    const text = await tests.run(wish({ names: ["adds", "subtracts"] }), never);
    assert.match(text, /^<summary passed=1 failed=1 \/>\n<testFailure name="subtracts"[\s\S]*1 - 1 is 0/);
  });

  it("are all those of a file without names, wherever it lies", async () => {
    const outside = wish({ files: [{ path: "/nowhere/own.tests", real: "/nowhere/own.tests", shown: "own.tests" }] });
    assert.match(await tests.run(outside, never), /^No tests found/);
    const other = made.createTestItem("adds elsewhere", "adds elsewhere", vscode.Uri.file("/nowhere/own.tests"));
    made.items.add(other);
    for (let attempt = 0; attempt < 5; attempt++) await moment();
    assert.equal(await tests.run(outside, never), "<summary passed=1 failed=0 />");
  });

  it("are stopped with the call", async () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 1000);
    await assert.rejects(
      tests.run(wish({ names: ["waits"] }), ending.signal),
      (error) => error instanceof ToolError && error.code === "cancelled",
    );
    for (let attempt = 0; attempt < 100 && stops === 0; attempt++) await moment();
    assert.equal(stops, 1);
  });
});
