/** What a code action changes, where that has to be asked for. */
import { fileURLToPath } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import type { CodeAction } from "../../core/ports/editor/codeIntelligence";
import { indentationOf } from "./indentation";
import { actionOf, editOf } from "./lspValues";
import type { Opened } from "./openedFile";
import { refactoringIn, refactoringOf } from "./tsserverActions";

/**
 * The action with its edit, as far as it can be told without changing anything.
 * @param read the action as it was offered.
 */
export async function withEdit(
  opened: Opened,
  action: lsp.CodeAction | lsp.Command,
  read: CodeAction,
): Promise<CodeAction> {
  if (read.edit || typeof action.command === "string") return read;
  const { server, left } = opened;
  const refactoring = refactoringOf(action as lsp.CodeAction);
  if (refactoring !== undefined) return server.passesOn ? refactored(opened, refactoring, read) : read;
  return "data" in action ? server.ask("codeAction/resolve", action, left, actionOf) : read;
}

async function refactored(
  { server, uri, text, left }: Opened,
  refactoring: unknown,
  read: CodeAction,
): Promise<CodeAction> {
  const { tabSize, insertSpaces } = indentationOf(text);
  const formatOptions = { tabSize, indentSize: tabSize, convertTabsToSpaces: insertSpaces };
  await server.askCompiler("configure", { file: fileURLToPath(uri), formatOptions }, left, () => {});
  const { edit, refused } = await server.askCompiler("getEditsForRefactor", refactoring, left, refactoringIn);
  return { ...read, edit: editOf(edit), ...(refused !== undefined && { disabled: refused }) };
}
