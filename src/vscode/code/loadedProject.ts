import * as vscode from "vscode";
import type { CodeWait } from "../../core/ports/editor/codeIntelligence";
import { ToolError } from "../../core/vocabulary/toolError";
import { within } from "./within";

/** The languages of VS Code's TypeScript. */
const typescript: ReadonlySet<string> = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

/**
 * Has TypeScript check a file.
 * @returns how many problems it has; undefined where VS Code's TypeScript does not speak for the file.
 * @throws ToolError `timeout` when it takes longer than it may, `cancelled`.
 */
export async function typescriptProblems(
  { uri, languageId }: vscode.TextDocument,
  check: "syntacticDiagnosticsSync" | "semanticDiagnosticsSync",
  wait: CodeWait,
): Promise<number | undefined> {
  if (!typescript.has(languageId)) return undefined;
  const asked = vscode.commands.executeCommand("typescript.tsserverRequest", check, { file: uri });
  try {
    const answer = (await within(asked, languageId, wait)) as { readonly body?: readonly unknown[] } | undefined;
    return answer?.body?.length;
  } catch (error) {
    // Where another extension speaks for the language there is no such command.
    if (error instanceof ToolError && error.code === "tool_failed") return undefined;
    throw error;
  }
}

/**
 * Waits until TypeScript has loaded the project of a file. While it loads, a second server that knows single files answers
 * for it, with a part of the references and of a rename; only the one that loads checks files.
 * @returns whether it is known to be loaded; false for other languages.
 * @throws ToolError `timeout`, `cancelled`.
 */
export async function loadedProject(document: vscode.TextDocument, wait: CodeWait): Promise<boolean> {
  return (await typescriptProblems(document, "syntacticDiagnosticsSync", wait)) !== undefined;
}
