/** Places, symbols and edits of the Language Server Protocol as plain data. */
import { fileURLToPath } from "node:url";
import type * as lsp from "vscode-languageserver-protocol";
import {
  type CodeAction,
  type CodeEdit,
  type CodeLocation,
  type CodeProblem,
  type CodeSymbol,
  type CodeTextEdit,
  severities,
  symbolKinds,
  type TextRange,
} from "../../core/ports/editor/codeIntelligence";
import { editInCommand, isWorkedOut } from "./tsserverActions";

/** @throws TypeError for what is no text. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError("a text is missing");
}

/** @throws TypeError for what is no place: edits are made at these numbers. */
function checkPosition({ line, character }: lsp.Position): void {
  if (Number.isSafeInteger(line) && line >= 0 && Number.isSafeInteger(character) && character >= 0) return;
  throw new TypeError("a position has to count from 0");
}

/** A range as it came: an answer has thousands of them. @throws TypeError for what is no place. */
function rangeOf(range: lsp.Range): TextRange {
  checkPosition(range.start);
  checkPosition(range.end);
  return range;
}

/** Declarations of a language's own library, as its server brings them along: nobody's secret. */
const standardLibrary =
  /[\\/]typescript[\\/]lib[\\/]lib\.[\w.]*\bd\.ts$|[\\/]typeshed-fallback[\\/]stdlib[\\/].+\.pyi$/;

/** The path of a file; absent for an address of another kind. */
export function fileOf(given: string): Omit<CodeLocation, "range"> {
  const address = textIn(given);
  try {
    const path = fileURLToPath(address);
    if (path.includes("\0")) return { address };
    return { address, path, ...(standardLibrary.test(path) && { isEditors: true as const }) };
  } catch {
    // A server may name what it brought along, or what it made up.
    return { address };
  }
}

export const locationOf = (uri: string, range: lsp.Range): CodeLocation => ({ ...fileOf(uri), range: rangeOf(range) });

/**
 * Reads the places of one answer, in which those of a file mostly follow each other. Of a link it is the name alone, where a
 * language tells it apart from the whole declaration.
 */
export function locationReader(): (found: lsp.Location | lsp.LocationLink) => CodeLocation {
  let last: Omit<CodeLocation, "range"> | undefined;
  return (found) => {
    const isLink = "targetUri" in found;
    const uri = isLink ? found.targetUri : found.uri;
    if (last?.address !== uri) last = fileOf(uri);
    const { address, path, isEditors } = last;
    const range = rangeOf(isLink ? found.targetSelectionRange : found.range);
    if (path === undefined) return { address, range };
    return isEditors ? { address, path, range, isEditors } : { address, path, range };
  };
}

/** The protocol numbers them from 1. */
const kindOf = (kind: lsp.SymbolKind): string => symbolKinds[kind - 1] ?? "symbol";

/** Some languages put parameters behind a function's name; TypeScript calls what a call is given `it("works") callback`. */
const plainName = (name: string): string =>
  /\) callback$/.test(textIn(name)) ? name : name.replace(/(?<=.)\(.*$/s, "");

const symbolOf = (name: string, kind: lsp.SymbolKind, container: string, location: CodeLocation): CodeSymbol => ({
  name: plainName(name),
  kind: kindOf(kind),
  container,
  location,
});

export const workspaceSymbol = (found: lsp.SymbolInformation | lsp.WorkspaceSymbol): CodeSymbol => {
  const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const range = "range" in found.location ? found.location.range : nowhere;
  return symbolOf(found.name, found.kind, textIn(found.containerName ?? ""), locationOf(found.location.uri, range));
};

/** All symbols of a file in order, each with what it is declared in. */
export const outlineOf = (
  uri: string,
  symbols: readonly (lsp.DocumentSymbol | lsp.SymbolInformation)[],
  container = "",
): CodeSymbol[] =>
  symbols.flatMap((symbol) => {
    if (!("selectionRange" in symbol)) return [workspaceSymbol(symbol)];
    const own = symbolOf(symbol.name, symbol.kind, container, locationOf(uri, symbol.selectionRange));
    const inside = container === "" ? own.name : `${container}.${own.name}`;
    return [own, ...outlineOf(uri, symbol.children ?? [], inside)];
  });

/** An item of a hierarchy. */
export const itemSymbol = ({ name, kind, uri, selectionRange }: lsp.CallHierarchyItem | lsp.TypeHierarchyItem) =>
  symbolOf(name, kind, "", locationOf(uri, selectionRange));

export const problemOf = (uri: string, diagnostic: lsp.Diagnostic): CodeProblem => ({
  location: locationOf(uri, diagnostic.range),
  severity: severities[(diagnostic.severity ?? 1) - 1] ?? "error",
  message: textIn(typeof diagnostic.message === "string" ? diagnostic.message : diagnostic.message.value),
  source: textIn(diagnostic.source ?? ""),
  code: String(diagnostic.code ?? ""),
  related: (diagnostic.relatedInformation ?? []).map(({ location, message }) => ({
    location: locationOf(location.uri, location.range),
    message: textIn(message),
  })),
});

export const textEditOf = ({ range, newText }: lsp.TextEdit): CodeTextEdit => ({
  range: rangeOf(range),
  text: textIn(newText),
});

/** Everything that an edit changes; what is more than plain text is named as hidden. */
export function editOf({ changes = {}, documentChanges }: lsp.WorkspaceEdit): CodeEdit {
  const files = new Map<string, CodeTextEdit[]>();
  let others = 0;
  const add = (uri: string, edits: readonly object[]) => {
    const known = files.get(uri) ?? [];
    for (const edit of edits)
      if ("newText" in edit) known.push(textEditOf(edit as lsp.TextEdit));
      else others++;
    files.set(uri, known);
  };
  if (documentChanges)
    for (const change of documentChanges)
      if ("kind" in change) others++;
      else add(change.textDocument.uri, change.edits);
  else for (const [uri, edits] of Object.entries(changes)) add(uri, edits);
  return {
    files: [...files].map(([uri, edits]) => ({ location: fileOf(uri), edits })),
    ...(others > 0 && { hidden: "it creates, moves or deletes files, or is a snippet" }),
  };
}

export function actionOf(found: lsp.CodeAction | lsp.Command): CodeAction {
  // A bare command has its name where an action has the whole command.
  if (typeof found.command === "string")
    return { title: textIn(found.title), kind: "", isPreferred: false, command: found.command };
  const action = found as lsp.CodeAction;
  const { title, kind = "", isPreferred = false, disabled, command } = action;
  const edit = action.edit ?? editInCommand(command);
  return {
    ...{ title: textIn(title), kind: textIn(kind), isPreferred: isPreferred === true },
    ...(disabled && { disabled: textIn(disabled.reason) }),
    ...(edit && { edit: editOf(edit) }),
    ...(command && !isWorkedOut(textIn(command.command)) && { command: command.command }),
  };
}

/** The Markdown of what a hover says. */
export function hoverTexts({ contents }: lsp.Hover): string[] {
  const all = Array.isArray(contents) ? contents : [contents];
  return all
    .map((one) => {
      if (typeof one === "string") return one;
      const value = textIn(one.value);
      return "language" in one ? `\`\`\`${one.language}\n${value}\n\`\`\`` : value;
    })
    .filter((text) => text !== "");
}

const isBefore = (one: lsp.Position, other: lsp.Position) =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

/** Whether two ranges have a place in common, where they touch included. */
export const overlaps = (one: lsp.Range, other: TextRange): boolean =>
  !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
