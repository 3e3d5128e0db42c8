import type { ClientCapabilities } from "vscode-languageserver-protocol";

/** What is understood here of what a server may say. */
export const clientCapabilities: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    configuration: true,
    workspaceEdit: { documentChanges: true },
    symbol: {},
    didChangeWatchedFiles: { dynamicRegistration: true },
    fileOperations: { willRename: true },
  },
  textDocument: {
    synchronization: { didSave: false },
    definition: { linkSupport: true },
    declaration: { linkSupport: true },
    implementation: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    callHierarchy: {},
    typeHierarchy: {},
    rename: {},
    formatting: {},
    rangeFormatting: {},
    publishDiagnostics: { relatedInformation: true },
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: {
          valueSet: ["quickfix", "refactor", "refactor.extract", "refactor.inline", "source", "source.organizeImports"],
        },
      },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
  },
  window: { workDoneProgress: true },
};
