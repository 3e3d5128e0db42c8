/** What a language server says that it can do. */
import type { ServerCapabilities } from "vscode-languageserver-protocol";

/** What a method is for, in words, and where the server says that it has it. */
interface Ability {
  readonly words: string;
  readonly said: keyof ServerCapabilities;
}

const abilities: Readonly<Record<string, Ability>> = {
  "workspace/symbol": { words: "find symbols of the whole project", said: "workspaceSymbolProvider" },
  "textDocument/documentSymbol": { words: "list the symbols of a file", said: "documentSymbolProvider" },
  "textDocument/references": { words: "find references", said: "referencesProvider" },
  "textDocument/definition": { words: "find definitions", said: "definitionProvider" },
  "textDocument/declaration": { words: "find declarations", said: "declarationProvider" },
  "textDocument/implementation": { words: "find implementations", said: "implementationProvider" },
  "textDocument/typeDefinition": { words: "find type definitions", said: "typeDefinitionProvider" },
  "textDocument/prepareCallHierarchy": { words: "tell callers and callees", said: "callHierarchyProvider" },
  "textDocument/prepareTypeHierarchy": { words: "tell supertypes and subtypes", said: "typeHierarchyProvider" },
  "textDocument/hover": { words: "describe a name", said: "hoverProvider" },
  "textDocument/rename": { words: "rename symbols", said: "renameProvider" },
  "textDocument/codeAction": { words: "offer code actions", said: "codeActionProvider" },
  "textDocument/formatting": { words: "format code", said: "documentFormattingProvider" },
  "textDocument/rangeFormatting": { words: "format a part of a file", said: "documentRangeFormattingProvider" },
};

/** What a server would have to be able to for a method, in words; undefined where it says that it is, or need not say it. */
export function missingAbility(method: string, said: ServerCapabilities): string | undefined {
  const ability = abilities[method];
  return ability && !said[ability.said] ? ability.words : undefined;
}
