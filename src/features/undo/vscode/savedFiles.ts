import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { LiveCommands } from "../../../core/calls/hosts/liveCommands";

/** What a person saves while a command runs is no change of that command (D-17). */
export function followSaves(live: LiveCommands): vscode.Disposable {
  const place = async ({ uri }: Saved): Promise<string[]> =>
    uri.scheme === "file" && live.isRunning ? [await realpath(uri.fsPath).catch(() => uri.fsPath)] : [];
  const settle = async (saved: Saved) => live.settle(await place(saved));
  const skip = async (saved: Saved) => live.skip(await place(saved));
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument((event) => event.waitUntil(settle(event.document))),
    vscode.workspace.onDidSaveTextDocument((document) => void skip(document)),
    vscode.workspace.onWillSaveNotebookDocument((event) => event.waitUntil(settle(event.notebook))),
    vscode.workspace.onDidSaveNotebookDocument((notebook) => void skip(notebook)),
  );
}

type Saved = { readonly uri: vscode.Uri };
