/** Quick fixes and refactorings of VS Code as plain data. */
import type * as vscode from "vscode";
import type { CodeAction } from "../../core/ports/editor/codeIntelligence";
import { editOf } from "./codeLocations";

/** Commands behind an edit that change nothing themselves: they count, select or close, by what their sources say. */
const harmless: ReadonlySet<string> = new Set([
  "_typescript.didOrganizeImports",
  "_typescript.didApplyRefactoring",
  "editor.action.rename",
]);

/** VS Code's quick fixes of TypeScript name what else is to be run; nothing there means that nothing is. */
const isEmptyFix = ({ command, arguments: given }: vscode.Command): boolean => {
  if (command !== "_typescript.applyCodeActionCommand") return false;
  const [first] = (given ?? []) as {
    readonly action?: { readonly commands?: readonly unknown[] };
    readonly followupAction?: unknown;
  }[];
  return (
    first?.action !== undefined && (first.action.commands ?? []).length === 0 && first.followupAction === undefined
  );
};

const changesNothing = (command: vscode.Command) => harmless.has(command.command) || isEmptyFix(command);

const isCommand = (found: vscode.CodeAction | vscode.Command): found is vscode.Command =>
  typeof found.command === "string";

export function actionOf(found: vscode.CodeAction | vscode.Command): CodeAction {
  if (isCommand(found)) return { title: found.title, kind: "", isPreferred: false, command: found.command };
  const { title, kind, isPreferred = false, disabled, edit, command } = found;
  return {
    ...{ title, isPreferred, kind: kind?.value ?? "" },
    ...(disabled && { disabled: disabled.reason }),
    ...(edit && { edit: editOf(edit) }),
    ...(command && !(edit && changesNothing(command)) && { command: command.command }),
  };
}
