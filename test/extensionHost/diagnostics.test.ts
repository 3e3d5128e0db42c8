/** Errors that a change brings about are told to the model; a language of the test's own reports them. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { callTool, closeEditors, decide, inWorkspace, put } from "./support/workspace";

/** Reports every word BROKEN in files of the test, a moment after it could be seen, as a language server does. */
function startLanguage(): vscode.Disposable {
  const errors = vscode.languages.createDiagnosticCollection("test");
  const looking = new Set<NodeJS.Timeout>();
  const look = (document: vscode.TextDocument) => {
    if (!document.uri.path.endsWith(".checked")) return;
    const found = [...document.getText().matchAll(/BROKEN\w*/g)].map((match) => {
      const at = document.positionAt(match.index);
      const error = new vscode.Diagnostic(new vscode.Range(at, at), `${match[0]} is no word`);
      error.source = "words";
      error.code = 7;
      return error;
    });
    looking.add(setTimeout(() => errors.set(document.uri, found), 50));
  };
  return vscode.Disposable.from(
    errors,
    { dispose: () => looking.forEach(clearTimeout) },
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
  );
}

describe("errors after a change", () => {
  let language: vscode.Disposable;
  before(() => {
    language = startLanguage();
  });
  after(() => language.dispose());
  afterEach(closeEditors);

  const edit = async (path: string, old_string: string, new_string: string) => {
    await callTool("read_file", { path });
    const call = callTool("edit_file", { path, old_string, new_string });
    await decide("accept");
    return call;
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

  it("are told with their places, those that were there before are not", async () => {
    put("a.checked", "good\nBROKEN\nlast\n");
    await vscode.window.showTextDocument(vscode.Uri.file(inWorkspace("a.checked")));
    await settled();
    assert.equal(
      await edit("a.checked", "good", "good\nand BROKENtoo"),
      "Edited a.checked: 1 replacement (line 1).\n\nNew errors after this change:\na.checked:2:5: BROKENtoo is no word (words 7)",
    );
    assert.equal(await edit("a.checked", "last", "the last"), "Edited a.checked: 1 replacement (line 4).");
    assert.match(await edit("a.checked", "the last", "BROKEN"), /\na\.checked:4:1: BROKEN is no word \(words 7\)$/);
  });

  it("of a file that only its review opened are told when they are new", async () => {
    put("b.checked", "one BROKEN\n");
    assert.equal(await edit("b.checked", "one", "two"), "Edited b.checked: 1 replacement (line 1).");
    // VS Code may or may not have let go of the file by the time it is written.
    assert.match(
      await edit("b.checked", "two", "BROKENtoo"),
      /\nb\.checked:1:1: BROKENtoo is no word \(words 7\)(?:\n\[b\.checked was not open in VS Code before[^\n]*)?$/,
    );
  });

  it("of a file that nobody had open may be older, and that is said", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const call = callTool("write_file", { path: "new.checked", content: "one BROKEN\n" });
    await decide("accept");
    assert.match(
      await call,
      /\nnew\.checked:1:5: BROKEN is no word \(words 7\)\n\[new\.checked was not open in VS Code before, so some of its errors may be older\.\]$/,
    );
  });

  it("are not waited for when the setting says so", async () => {
    const settings = vscode.workspace.getConfiguration("toolcrib");
    await settings.update("edits.diagnosticsWaitMs", 0, vscode.ConfigurationTarget.Workspace);
    try {
      put("c.checked", "one\n");
      await vscode.window.showTextDocument(vscode.Uri.file(inWorkspace("c.checked")));
      assert.equal(await edit("c.checked", "one", "BROKEN"), "Edited c.checked: 1 replacement (line 1).");
    } finally {
      await settings.update("edits.diagnosticsWaitMs", undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
