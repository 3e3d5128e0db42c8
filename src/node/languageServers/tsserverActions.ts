/**
 * What code actions of typescript-language-server change. It offers refactorings as commands, which make files without
 * asking; the compiler behind it tells what one would change, and changes nothing.
 */
import { pathToFileURL } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import { rangeOfCompiler, type TsRange } from "./tsserverProblems";

const refactoring = "_typescript.applyRefactoring";

/** Of older versions: the edit stands in the command. */
const wholeEdit = "_typescript.applyWorkspaceEdit";

/** True for a command that is never run: what it changes is known without. */
export const isWorkedOut = (id: string): boolean => id === refactoring || id === wholeEdit;

/** What the compiler is to be told of a refactoring; undefined for an action that is none. */
export const refactoringOf = ({ command }: lsp.CodeAction): unknown =>
  command?.command === refactoring ? command.arguments?.[0] : undefined;

/** The edit that stands in a command. */
export const editInCommand = (command: lsp.Command | undefined): lsp.WorkspaceEdit | undefined =>
  command?.command === wholeEdit ? (command.arguments?.[0] as lsp.WorkspaceEdit | undefined) : undefined;

interface RefactoringAnswer {
  readonly body?: {
    readonly edits?: readonly {
      readonly fileName: string;
      readonly textChanges: readonly (TsRange & { readonly newText: string })[];
    }[];
    readonly notApplicableReason?: string;
  };
}

/** @throws TypeError for what is no such answer. */
export function refactoringIn(answer: RefactoringAnswer | undefined): {
  readonly edit: lsp.WorkspaceEdit;
  readonly refused?: string;
} {
  const { edits = [], notApplicableReason } = answer?.body ?? {};
  const changes = edits.map(({ fileName, textChanges }): [string, lsp.TextEdit[]] => [
    pathToFileURL(fileName).href,
    textChanges.map(({ newText, ...range }) => ({ range: rangeOfCompiler(range), newText })),
  ]);
  return {
    edit: { changes: Object.fromEntries(changes) },
    ...(notApplicableReason !== undefined && { refused: notApplicableReason }),
  };
}
