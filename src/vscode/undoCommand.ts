import * as vscode from "vscode";
import type { Journal } from "../core/journal";
import { messageOf } from "../core/toolError";

/** `Toolcrib: Undo Last Change`: puts back the bytes that the last call replaced (D-17). */
export async function undoLastChange(journal: Journal): Promise<void> {
  try {
    const { entry, restored } = await journal.undo();
    void vscode.window.showInformationMessage(`Toolcrib: undid "${entry.title}" (${restored.join(", ")}).`);
  } catch (error) {
    void vscode.window.showWarningMessage(`Toolcrib: ${messageOf(error)}`);
  }
}
