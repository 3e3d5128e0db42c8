import * as vscode from "vscode";

/** How the file is indented: as its editor shows it, else as it begins its lines, else as configured. */
export function formattingOptions(document: vscode.TextDocument): vscode.FormattingOptions {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  const configured = vscode.workspace.getConfiguration("editor", document);
  const tabSize = Number(shown?.tabSize ?? configured.get("tabSize", 4)) || 4;
  if (typeof shown?.insertSpaces === "boolean") return { tabSize, insertSpaces: shown.insertSpaces };
  const indents = [...document.getText().matchAll(/^(?:\t| {2,})/gm)].map(([indent]) => indent);
  const tabs = indents.filter((indent) => indent === "\t").length;
  if (indents.length === 0) return { tabSize, insertSpaces: configured.get("insertSpaces", true) };
  const insertSpaces = tabs * 2 < indents.length;
  const widths = indents.filter((indent) => indent !== "\t").map(({ length }) => length);
  return { tabSize: insertSpaces ? Math.min(...widths, 8) : tabSize, insertSpaces };
}
