import * as vscode from "vscode";

/** What a tab with one file shows. */
export interface TabContent {
  readonly uri: vscode.Uri;
  /** In a diff, what `uri` is compared with. */
  readonly original?: vscode.Uri;
}

/** What a tab shows, alone or as a diff, as text, as a notebook or in a custom editor; undefined for anything else. */
export function tabContent({ input }: vscode.Tab): TabContent | undefined {
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff)
    return { uri: input.modified, original: input.original };
  const isSingle =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom;
  return isSingle ? { uri: input.uri } : undefined;
}
