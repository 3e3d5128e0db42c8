/** Places, symbols and edits of VS Code as plain data. */
import * as vscode from "vscode";
import {
  type CodeEdit,
  type CodeLocation,
  type CodeProblem,
  type CodeSymbol,
  type CodeTextEdit,
  severities,
  symbolKinds,
  type TextPosition,
  type TextRange,
} from "../../core/ports/editor/codeIntelligence";
import { isInside, parentOf } from "../../core/vocabulary/paths";
import { virtualFolderOf } from "../files/virtualFiles";

export const positionOf = ({ line, character }: TextPosition): vscode.Position => new vscode.Position(line, character);

export const vscodeRange = ({ start, end }: TextRange): vscode.Range =>
  new vscode.Range(positionOf(start), positionOf(end));

export const rangeOf = ({ start, end }: vscode.Range): TextRange => ({
  start: { line: start.line, character: start.character },
  end: { line: end.line, character: end.character },
});

/** Folders of which is kept whether the editor brought them along. */
const maxFolders = 10_000;

/** What VS Code and extensions brought along, which is nobody's work. */
class EditorsFiles {
  #following: vscode.Disposable | undefined;
  #folders: readonly string[] | undefined;
  readonly #known = new Map<string, boolean>();

  /** An answer names thousands of files in a few folders, and VS Code makes the list of its extensions anew each time. */
  holds(path: string): boolean {
    const folder = parentOf(path);
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    if (this.#known.size >= maxFolders) this.#known.clear();
    const holds = this.#all().some((one) => isInside(one, folder));
    this.#known.set(folder, holds);
    return holds;
  }

  #all(): readonly string[] {
    this.#following ??= vscode.extensions.onDidChange(() => {
      this.#folders = undefined;
      this.#known.clear();
    });
    this.#folders ??= [vscode.env.appRoot, ...vscode.extensions.all.map(({ extensionPath }) => extensionPath)].filter(
      (folder) => folder !== "",
    );
    return this.#folders;
  }
}

const editorsFiles = new EditorsFiles();

/** The path of a file that tools can read; undefined for an address of another kind. */
function pathOf(uri: vscode.Uri): string | undefined {
  if (uri.scheme === "file") return uri.fsPath;
  return virtualFolderOf(uri.path)?.uri.scheme === uri.scheme ? uri.path : undefined;
}

export function fileOf(uri: vscode.Uri): Omit<CodeLocation, "range"> {
  const path = pathOf(uri);
  const address = uri.toString();
  return {
    address,
    ...(path !== undefined && { path, ...(editorsFiles.holds(path) && { isEditors: true as const }) }),
  };
}

export const locationOf = (uri: vscode.Uri, range: vscode.Range): CodeLocation => ({
  ...fileOf(uri),
  range: rangeOf(range),
});

/** The name alone of a link, where a language tells it apart from the whole declaration. */
export const linkedLocation = (found: vscode.Location | vscode.LocationLink): CodeLocation =>
  "targetUri" in found
    ? locationOf(found.targetUri, found.targetSelectionRange ?? found.targetRange)
    : locationOf(found.uri, found.range);

const kindOf = (kind: vscode.SymbolKind): string => symbolKinds[kind] ?? "symbol";

/** Some languages put parameters behind a function's name. */
const plainName = (name: string): string => name.replace(/(?<=.)\(.*$/s, "");

export const symbolOf = ({ name, kind, containerName, location }: vscode.SymbolInformation): CodeSymbol => ({
  name: plainName(name),
  kind: kindOf(kind),
  container: containerName,
  location: locationOf(location.uri, location.range),
});

/** All symbols of a file in order, each with what it is declared in. */
export function outlineOf(
  uri: vscode.Uri,
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
  container = "",
): CodeSymbol[] {
  return symbols.flatMap((symbol) => {
    if (!("selectionRange" in symbol)) return [symbolOf(symbol)];
    const name = plainName(symbol.name);
    const own = { name, kind: kindOf(symbol.kind), container, location: locationOf(uri, symbol.selectionRange) };
    return [own, ...outlineOf(uri, symbol.children, container === "" ? name : `${container}.${name}`)];
  });
}

/** An item of a hierarchy. */
export const itemSymbol = ({
  name,
  kind,
  uri,
  selectionRange,
}: vscode.CallHierarchyItem | vscode.TypeHierarchyItem): CodeSymbol => ({
  name: plainName(name),
  kind: kindOf(kind),
  container: "",
  location: locationOf(uri, selectionRange),
});

const codeOf = ({ code }: vscode.Diagnostic): string => String((typeof code === "object" ? code.value : code) ?? "");

export const problemOf = (uri: vscode.Uri, diagnostic: vscode.Diagnostic): CodeProblem => ({
  location: locationOf(uri, diagnostic.range),
  severity: severities[diagnostic.severity] ?? "error",
  message: diagnostic.message,
  source: diagnostic.source ?? "",
  code: codeOf(diagnostic),
  related: (diagnostic.relatedInformation ?? []).map(({ location, message }) => ({
    location: locationOf(location.uri, location.range),
    message,
  })),
});

export const textEditOf = ({ range, newText }: vscode.TextEdit): CodeTextEdit => ({
  range: rangeOf(range),
  text: newText,
});

/** `_type` of an entry of a WorkspaceEdit that replaces plain text. */
const textEntry = 2;

/**
 * Why an edit does more than its `entries()` say: the stable API shows neither files that it creates, renames or deletes,
 * nor snippets and cells of notebooks. VS Code's own edits list them under a name that is not part of the API, so where
 * that is missing nothing is known.
 */
function hiddenParts(edit: vscode.WorkspaceEdit): string | undefined {
  const { _allEntries } = edit as { readonly _allEntries?: () => readonly { readonly _type?: number }[] };
  if (typeof _allEntries !== "function") return "this version of VS Code does not show all parts of it";
  const hidden = _allEntries.call(edit).filter(({ _type }) => _type !== textEntry).length;
  return hidden === 0
    ? undefined
    : `${hidden === 1 ? "1 part of it is" : `${hidden} parts of it are`} hidden from extensions (a file operation, a snippet or a notebook cell)`;
}

export function editOf(edit: vscode.WorkspaceEdit): CodeEdit {
  const hidden = hiddenParts(edit);
  return {
    files: edit.entries().map(([uri, edits]) => ({ location: fileOf(uri), edits: edits.map(textEditOf) })),
    ...(hidden !== undefined && { hidden }),
  };
}
