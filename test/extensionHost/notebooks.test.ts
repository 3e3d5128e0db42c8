/** Cells of a notebook run in the kernel that VS Code has for it. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ResolvedPath } from "../../src/core/vocabulary/effect";
import { ToolError } from "../../src/core/vocabulary/toolError";
import { EditorNotebooks } from "../../src/vscode/code/editorNotebooks";
import { callTool, closeEditors, decide, inWorkspace, onDisk, put, shownProposal } from "./support/workspace";

const cell = (source: string) => ({
  cell_type: "code",
  metadata: {},
  outputs: [],
  execution_count: null,
  source: [source],
});
const book = JSON.stringify({
  cells: [cell("1 + 1"), cell("boom"), cell("picture"), cell("wait")],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 2,
});

const picture = new Uint8Array([137, 80, 78, 71]);

/** A kernel that prints the code, and does what that says. */
function kernel(interrupted: () => void): vscode.NotebookController {
  const made = vscode.notebooks.createNotebookController("toolcrib-test", "jupyter-notebook", "Test");
  made.supportedLanguages = ["python"];
  made.executeHandler = async (cells) => {
    for (const one of cells) {
      const execution = made.createNotebookCellExecution(one);
      execution.start(Date.now());
      const code = one.document.getText();
      if (code === "wait")
        await new Promise<void>((resolve) => execution.token.onCancellationRequested(() => resolve()));
      if (code === "wait") interrupted();
      const items = {
        boom: vscode.NotebookCellOutputItem.error(new Error("it broke")),
        picture: new vscode.NotebookCellOutputItem(picture, "image/png"),
      };
      const item = items[code as keyof typeof items] ?? vscode.NotebookCellOutputItem.stdout(`ran ${code}\n`);
      await execution.replaceOutput(new vscode.NotebookCellOutput([item]));
      execution.end(code !== "boom", Date.now());
    }
  };
  return made;
}

const fileOf = (name: string): ResolvedPath => {
  const path = inWorkspace(name);
  return { path, real: path, shown: name };
};

describe("cells of a notebook", () => {
  const notebooks = new EditorNotebooks();
  const never = new AbortController().signal;
  let controller: vscode.NotebookController;
  let interruptions = 0;
  const run = (at: number, source: string, signal = never) => notebooks.run(fileOf("cells.ipynb"), at, source, signal);

  before(async () => {
    put("cells.ipynb", book);
    controller = kernel(() => interruptions++);
    const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(inWorkspace("cells.ipynb")));
    controller.updateNotebookAffinity(document, vscode.NotebookControllerAffinity.Preferred);
    await vscode.window.showNotebookDocument(document);
    await vscode.commands.executeCommand("notebook.selectKernel", {
      id: "toolcrib-test",
      extension: "toolcrib.toolcrib",
    });
  });
  after(async () => {
    controller.dispose();
    await closeEditors();
  });

  it("give what they print, show and fail with", async () => {
    assert.deepEqual(await run(0, "1 + 1"), { outputs: [{ kind: "text", text: "ran 1 + 1\n" }], succeeded: true });
    const failed = await run(1, "boom");
    assert.equal(failed.succeeded, false);
    assert.match(failed.outputs.map((output) => (output.kind === "error" ? output.text : "")).join(), /it broke/);
    const [shown] = (await run(2, "picture")).outputs;
    assert.ok(shown?.kind === "picture");
    assert.deepEqual([shown.mimeType, [...shown.bytes]], ["image/png", [...picture]]);
  });

  it("run again when they are asked to", async () => {
    assert.equal((await run(0, "1 + 1")).succeeded, true);
    assert.equal((await run(0, "1 + 1")).succeeded, true);
  });

  it("are not run where the editor shows others", async () => {
    await assert.rejects(run(0, "2 + 2"), (error) => error instanceof ToolError && error.code === "stale");
    await assert.rejects(run(9, "x"), (error) => error instanceof ToolError && error.code === "stale");
  });

  it("are not run where they change while their editor is being shown", async () => {
    put("changing.ipynb", book);
    const changing = fileOf("changing.ipynb");
    const opened = vscode.workspace.onDidOpenNotebookDocument((document) => {
      if (document.uri.fsPath !== changing.path) return;
      const other = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "2 + 2", "python");
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, [vscode.NotebookEdit.insertCells(0, [other])]);
      void vscode.workspace.applyEdit(edit);
    });
    try {
      await assert.rejects(
        notebooks.run(changing, 0, "1 + 1", never),
        (error) => error instanceof ToolError && error.code === "stale",
      );
    } finally {
      opened.dispose();
    }
  });

  it("are stopped with the call", async () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 500);
    await assert.rejects(
      run(3, "wait", ending.signal),
      (error) => error instanceof ToolError && error.code === "cancelled",
    );
    for (let attempt = 0; attempt < 100 && interruptions === 0; attempt++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(interruptions, 1);
  });

  it("with outputs that are not saved yet are not edited past the editor", async () => {
    await callTool("read_file", { path: "cells.ipynb" });
    const edits = [{ action: "delete", cell: 1 }];
    assert.match(await callTool("edit_notebook", { path: "cells.ipynb", edits }), /has unsaved changes in an editor/);
  });
});

describe("a proposed notebook", () => {
  afterEach(closeEditors);
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  const propose = async () => {
    put("proposed.ipynb", book);
    await callTool("read_file", { path: "proposed.ipynb" });
    return callTool("edit_notebook", {
      path: "proposed.ipynb",
      edits: [{ action: "replace", cell: 1, source: "1 + 2" }],
    });
  };

  it("is shown as text where its cells would run scripts, and as cells elsewhere", async () => {
    const shown = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const script = { output_type: "display_data", metadata: {}, data: { "text/html": "<script>x()</script>" } };
    const content = book.replace('"outputs":[]', `"outputs":[${JSON.stringify(script)}]`);
    const asText = callTool("write_file", { path: "scripted.ipynb", content });
    const uri = await shownProposal();
    assert.ok(shown() instanceof vscode.TabInputTextDiff, String(uri));
    await decide("reject");
    assert.match(await asText, /declined|rejected/);
    const asCells = propose();
    await shownProposal();
    assert.ok(shown() instanceof vscode.TabInputNotebookDiff);
    await decide("reject");
    await asCells;
  });

  it("is rejected when its diff is closed", async () => {
    const call = propose();
    await shownProposal();
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    assert.match(await call, /the review was closed without accepting/);
    assert.equal(onDisk("proposed.ipynb").toString(), book);
  });

  it("is written as it was proposed, whatever became of it in the editor, and undone to the same bytes", async () => {
    const call = propose();
    const uri = await shownProposal();
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const typed = new vscode.WorkspaceEdit();
    typed.set(uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(2, 4))]);
    await vscode.workspace.applyEdit(typed);
    // As VS Code does by itself a moment later where files are saved automatically.
    await notebook.save().then(undefined, () => undefined);
    await decide("accept");
    assert.equal(await call, "Made 1 edit in proposed.ipynb, which now has 4 cells.");
    assert.equal(onDisk("proposed.ipynb").toString(), book.replace("1 + 1", "1 + 2"));
    assert.deepEqual(tabs(), []);
    assert.equal(notebook.isClosed || !notebook.isDirty, true);
    await vscode.commands.executeCommand("toolcrib.undo");
    assert.equal(onDisk("proposed.ipynb").toString(), book);
  });
});
