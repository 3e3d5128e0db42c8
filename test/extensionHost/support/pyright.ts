/** Pyright in VS Code, as an extension brings a language server: by providers and a collection of problems. */
import * as vscode from "vscode";
import { symbolKinds } from "../../../src/core/ports/editor/codeIntelligence";
import { ServerCode } from "../../../src/node/languageServers/serverCode";
import { vscodeRange } from "../../../src/vscode/code/codeLocations";

const wait = { limitMs: 60_000, signal: new AbortController().signal };

const fileAt = ({ fsPath }: vscode.Uri) => ({ path: fsPath, real: fsPath, shown: fsPath });

const pointAt = (document: vscode.TextDocument, { line, character }: vscode.Position) => ({
  file: fileAt(document.uri),
  position: { line, character },
  lineText: document.lineAt(line).text,
});

/** @param program with its arguments. @param root the folder that it works in. */
export function startPyright(program: readonly [string, ...string[]], root: string): vscode.Disposable {
  const code = new ServerCode({
    servers: { python: { command: program, extensions: [".py"] } },
    folders: () => [root],
  });
  const python = { language: "python" };
  const problems = vscode.languages.createDiagnosticCollection("pyright");
  const check = async (document: vscode.TextDocument) => {
    if (document.languageId !== "python") return;
    const { found } = await code.problems(fileAt(document.uri), wait);
    const told = found.map(({ location, message }) => new vscode.Diagnostic(vscodeRange(location.range), message));
    problems.set(document.uri, told);
  };
  return vscode.Disposable.from(
    problems,
    new vscode.Disposable(() => code.stop()),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.languages.registerReferenceProvider(python, {
      async provideReferences(document, position) {
        const { found } = await code.locations("references", pointAt(document, position), wait);
        return found.map(({ path = "", range }) => new vscode.Location(vscode.Uri.file(path), vscodeRange(range)));
      },
    }),
    vscode.languages.registerDocumentSymbolProvider(python, {
      async provideDocumentSymbols({ uri }) {
        const { found } = await code.outline(fileAt(uri), wait);
        return found.map(({ name, kind, container, location: { range } }) => {
          const known = (symbolKinds as readonly string[]).indexOf(kind);
          return new vscode.SymbolInformation(name, known, container, new vscode.Location(uri, vscodeRange(range)));
        });
      },
    }),
    vscode.languages.registerRenameProvider(python, {
      async provideRenameEdits(document, position, newName) {
        const { files } = await code.rename(pointAt(document, position), newName, wait);
        const edit = new vscode.WorkspaceEdit();
        for (const { location, edits } of files)
          for (const { range, text } of edits)
            edit.replace(vscode.Uri.file(location.path ?? ""), vscodeRange(range), text);
        return edit;
      },
    }),
  );
}
