import * as vscode from "vscode";

/** Name of the sample project's folder, in the extension and where it is copied to. */
export const sampleName = "corner-shop";
/** A file that only the sample project has. */
const marker = ".toolcrib-sample";

/** The folder of this window when it is a copy of the sample project. */
export async function openedSample(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return undefined;
  const found = vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, marker));
  return found.then(
    () => folder,
    () => undefined,
  );
}

/** Copies the sample project into a folder, under a name that is free there. @returns the copy. */
export async function copySample(extension: vscode.Uri, into: vscode.Uri): Promise<vscode.Uri> {
  const names = new Set((await vscode.workspace.fs.readDirectory(into)).map(([name]) => name));
  let name = sampleName;
  for (let count = 2; names.has(name); count++) name = `${sampleName}-${count}`;
  const copy = vscode.Uri.joinPath(into, name);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extension, "samples", sampleName), copy);
  return copy;
}
