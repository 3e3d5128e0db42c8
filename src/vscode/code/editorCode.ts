/** What VS Code's languages know of code, through the commands that it documents for extensions. */
import * as vscode from "vscode";
import type {
  ActionWish,
  CodeAction,
  CodeAnswer,
  CodeCall,
  CodeEdit,
  CodeLocation,
  CodePoint,
  CodePort,
  CodeProblem,
  CodeSymbol,
  CodeTextEdit,
  CodeWait,
  LocationKind,
  TextRange,
} from "../../core/ports/editor/codeIntelligence";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { fileUri } from "../files/fileUri";
import {
  editOf,
  itemSymbol,
  linkedLocation,
  locationOf,
  outlineOf,
  positionOf,
  problemOf,
  symbolOf,
  textEditOf,
  vscodeRange,
} from "./codeLocations";
import { actionOf } from "./editorActions";
import { formattingOptions } from "./formattingOptions";
import { LanguageWait } from "./languageWait";
import { loadedProject } from "./loadedProject";
import { settledProblems, until, withTab } from "./settledProblems";
import { within } from "./within";

const providers: Readonly<Record<LocationKind, string>> = {
  references: "vscode.executeReferenceProvider",
  definition: "vscode.executeDefinitionProvider",
  declaration: "vscode.executeDeclarationProvider",
  implementation: "vscode.executeImplementationProvider",
  type_definition: "vscode.executeTypeDefinitionProvider",
};

/** Actions whose edits are asked for at most. */
const maxResolved = 100;

const run = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T | undefined>(command, ...args);

/** Opens a file without showing it: languages know open files. */
async function opened(file: ResolvedPath): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(fileUri(file));
  } catch (error) {
    throw new ToolError("unreadable", `VS Code could not open ${file.shown}: ${messageOf(error).replace(/\.$/, "")}.`);
  }
}

/** Milliseconds that VS Code gets to notice that another program changed a file. */
const noticing = 5000;

/** Opens the file of a point, and waits until it has the line there that the file has. */
async function openedAt({ file, position: { line }, lineText }: CodePoint, { signal }: CodeWait) {
  const document = await opened(file);
  const isCurrent = () => line < document.lineCount && document.lineAt(line).text === lineText;
  await until(isCurrent, noticing, signal);
  if (isCurrent()) return document;
  throw new ToolError(
    "stale",
    `Line ${line + 1} of ${file.shown} differs between VS Code and the file: wait a moment and repeat the call.`,
  );
}

const mapped = <A, B>({ found, ...answer }: CodeAnswer<A>, change: (one: A) => B): CodeAnswer<B> => ({
  ...answer,
  found: found.map(change),
});

const allProblems = (): CodeProblem[] =>
  vscode.languages.getDiagnostics().flatMap(([uri, found]) => found.map((one) => problemOf(uri, one)));

/** VS Code's languages. */
export class EditorCode implements CodePort {
  readonly #languages = new LanguageWait();

  async outline(file: ResolvedPath, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const document = await opened(file);
    const ask = () =>
      run<(vscode.DocumentSymbol | vscode.SymbolInformation)[]>("vscode.executeDocumentSymbolProvider", document.uri);
    const answer = await this.#languages.answer(document, ask, wait, false);
    return { ...answer, found: outlineOf(document.uri, answer.found) };
  }

  async symbols(query: string, seeds: readonly ResolvedPath[], wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const documents = await Promise.all(seeds.map(opened));
    for (const document of documents) await loadedProject(document, wait);
    const ask = () => run<vscode.SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", query);
    const [first] = documents;
    if (first) return mapped(await this.#languages.answer(first, ask, wait), symbolOf);
    const found = (await within(ask(), "the workspace", wait)) ?? [];
    return { found: found.map(symbolOf), waitedMs: 0, isSilent: false };
  }

  async locations(kind: LocationKind, at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeLocation>> {
    const document = await openedAt(at, wait);
    const ask = () =>
      run<(vscode.Location | vscode.LocationLink)[]>(providers[kind], document.uri, positionOf(at.position));
    return mapped(await this.#languages.answer(document, ask, wait), linkedLocation);
  }

  async calls(direction: "callers" | "callees", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeCall>> {
    const document = await openedAt(at, wait);
    const prepare = () =>
      run<vscode.CallHierarchyItem[]>("vscode.prepareCallHierarchy", document.uri, positionOf(at.position));
    const prepared = await this.#languages.answer(document, prepare, wait);
    const calls = await Promise.all(
      prepared.found.map(async (item): Promise<CodeCall[]> => {
        if (direction === "callers") {
          const incoming = run<vscode.CallHierarchyIncomingCall[]>("vscode.provideIncomingCalls", item);
          const found = (await within(incoming, document.languageId, wait)) ?? [];
          return found.map(({ from, fromRanges }) => callOf(from, from.uri, fromRanges));
        }
        const outgoing = run<vscode.CallHierarchyOutgoingCall[]>("vscode.provideOutgoingCalls", item);
        const found = (await within(outgoing, document.languageId, wait)) ?? [];
        return found.map(({ to, fromRanges }) => callOf(to, item.uri, fromRanges));
      }),
    );
    return { ...prepared, found: calls.flat() };
  }

  async types(direction: "supertypes" | "subtypes", at: CodePoint, wait: CodeWait): Promise<CodeAnswer<CodeSymbol>> {
    const document = await openedAt(at, wait);
    const prepare = () =>
      run<vscode.TypeHierarchyItem[]>("vscode.prepareTypeHierarchy", document.uri, positionOf(at.position));
    const prepared = await this.#languages.answer(document, prepare, wait);
    const command = direction === "supertypes" ? "vscode.provideSupertypes" : "vscode.provideSubtypes";
    const found = await Promise.all(
      prepared.found.map((item) => within(run<vscode.TypeHierarchyItem[]>(command, item), document.languageId, wait)),
    );
    return { ...prepared, found: found.flatMap((items) => (items ?? []).map(itemSymbol)) };
  }

  async hover(at: CodePoint, wait: CodeWait): Promise<CodeAnswer<string>> {
    const document = await openedAt(at, wait);
    const ask = () => run<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, positionOf(at.position));
    const answer = await this.#languages.answer(document, ask, wait);
    return { ...answer, found: answer.found.flatMap(({ contents }) => contents.map(markdownOf)).filter(Boolean) };
  }

  async problems(file: ResolvedPath | undefined, wait: CodeWait): Promise<CodeAnswer<CodeProblem>> {
    if (!file) return { found: allProblems(), waitedMs: 0, isSilent: false };
    const document = await opened(file);
    const { found, ...answer } = await withTab(document, () => settledProblems(document, wait));
    return { ...answer, found: found.map((one) => problemOf(document.uri, one)) };
  }

  async rename(at: CodePoint, newName: string, wait: CodeWait): Promise<CodeEdit> {
    const document = await openedAt(at, wait);
    await loadedProject(document, wait);
    const ask = run<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      ...[document.uri, positionOf(at.position), newName],
    );
    const edit = await within(ask, document.languageId, wait);
    return edit ? editOf(edit) : { files: [] };
  }

  async actions(
    file: ResolvedPath,
    range: TextRange,
    { kind, title }: ActionWish,
    wait: CodeWait,
  ): Promise<CodeAnswer<CodeAction>> {
    const document = await opened(file);
    const { start, end } = vscodeRange(range);
    const args = [document.uri, new vscode.Selection(start, end), kind, title === undefined ? undefined : maxResolved];
    const ask = () => run<(vscode.CodeAction | vscode.Command)[]>("vscode.executeCodeActionProvider", ...args);
    return withTab(document, async () => {
      // Quick fixes are offered for problems that are known already.
      await settledProblems(document, wait);
      return mapped(await this.#languages.answer(document, ask, wait), actionOf);
    });
  }

  async format(file: ResolvedPath, range: TextRange | undefined, wait: CodeWait): Promise<CodeAnswer<CodeTextEdit>> {
    const document = await opened(file);
    const options = formattingOptions(document);
    const ask = () =>
      range
        ? run<vscode.TextEdit[]>("vscode.executeFormatRangeProvider", document.uri, vscodeRange(range), options)
        : run<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", document.uri, options);
    return mapped(await this.#languages.answer(document, ask, wait), textEditOf);
  }
}

const callOf = (item: vscode.CallHierarchyItem, uri: vscode.Uri, ranges: readonly vscode.Range[]): CodeCall => ({
  symbol: itemSymbol(item),
  sites: ranges.map((range) => locationOf(uri, range)),
});

const markdownOf = (content: vscode.MarkdownString | vscode.MarkedString): string =>
  typeof content === "string" ? content : content.value;
