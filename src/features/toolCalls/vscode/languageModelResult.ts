import * as vscode from "vscode";
import type { ToolResult } from "../../../core/tools/tool";

/** A result as VS Code hands it to a model. */
export const languageModelResult = ({ text, parts = [] }: ToolResult): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([
    new vscode.LanguageModelTextPart(text),
    ...parts.map(({ bytes, mimeType }) => new vscode.LanguageModelDataPart(bytes, mimeType)),
  ]);
