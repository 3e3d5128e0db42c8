import * as vscode from "vscode";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { ToolError } from "../../core/vocabulary/toolError";
import { within } from "./within";

/** The languages of VS Code's TypeScript. */
const typescript: ReadonlySet<string> = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

/**
 * Waits until TypeScript has loaded the project of a file. While it loads, a second server that knows single files answers
 * for it, with a part of the references and of a rename; only the one that loads answers this request.
 * @throws ToolError `timeout` when it takes longer than it may, `cancelled`.
 */
export async function loadedProject({ uri, languageId }: vscode.TextDocument, wait: CodeWait): Promise<void> {
  if (!typescript.has(languageId)) return;
  const asked = vscode.commands.executeCommand("typescript.tsserverRequest", "syntacticDiagnosticsSync", { file: uri });
  try {
    await within(asked, languageId, wait);
  } catch (error) {
    // Where another extension speaks for the language there is no such command.
    if (!(error instanceof ToolError) || error.code !== "tool_failed") throw error;
  }
}
