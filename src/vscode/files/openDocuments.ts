import * as vscode from "vscode";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { fileUri } from "./fileUri";

/** The open text document of a path, if there is one, by the name it has or by where that leads. */
export function openDocument(target: ResolvedPath): vscode.TextDocument | undefined {
  const address = fileUri(target);
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) =>
      !isClosed &&
      uri.scheme === address.scheme &&
      (uri.path === address.path || (uri.scheme === "file" && uri.fsPath === target.path)),
  );
}

/** The same when it has unsaved changes: then it is the file (D-8). */
export const dirtyDocument = (target: ResolvedPath): vscode.TextDocument | undefined => {
  const document = openDocument(target);
  return document?.isDirty ? document : undefined;
};

/** Paths on the disk of the documents and notebooks with unsaved changes. */
export const dirtyPaths = (): string[] =>
  [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments]
    .filter(({ isDirty, isClosed, uri }) => isDirty && !isClosed && uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);

/** The bytes that saving the document would write. */
export const documentBytes = async (document: vscode.TextDocument): Promise<Uint8Array> =>
  vscode.workspace.encode(document.getText(), { encoding: document.encoding });

/** What an open editor or `files.encoding` says of a file that is not UTF-8; undefined when they say UTF-8 (D-9). */
export async function configuredEncoding(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
): Promise<string | undefined> {
  const label = document?.encoding ?? vscode.workspace.getConfiguration("files", uri).get<string>("encoding", "utf8");
  return label.startsWith("utf") ? undefined : label;
}

/** The smallest replacement that turns one text into another. */
function changedMiddle(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}

/** Gives an open document a new text; cursors outside the change stay. @returns false when VS Code refused. */
export function replaceText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const { start, end, text: middle } = changedMiddle(document.getText(), text);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), middle);
  return vscode.workspace.applyEdit(edit);
}

/** What became of new bytes for an open document: `typed` and `refused` leave it as it was, `unsaved` leaves them in the editor. */
export type DocumentReplacement = "saved" | "typed" | "refused" | "unsaved";

/**
 * Gives an open document new bytes and saves it. Where it cannot be saved it gets back what it held, as it would be saved later
 * with what nobody knows of.
 * @param version of the document that the bytes were made for.
 */
export async function replaceDocument(
  document: vscode.TextDocument,
  after: Uint8Array,
  version: number,
): Promise<DocumentReplacement> {
  const text = await vscode.workspace.decode(after, { encoding: document.encoding });
  if (document.version !== version) return "typed";
  const before = document.getText();
  if (!(await replaceText(document, text))) return "refused";
  const replaced = document.version;
  if (await document.save()) return "saved";
  return document.version === replaced && (await replaceText(document, before)) ? "refused" : "unsaved";
}
