import * as vscode from "vscode";

/** One file in the multi-diff editor; a side that is missing is a file that is not there. */
export interface DiffRow {
  /** Names the row and gives it its icon. */
  readonly resource: vscode.Uri;
  readonly before: vscode.Uri | undefined;
  readonly after: vscode.Uri | undefined;
}

/** Opens several diffs in one editor. */
export const openMultiDiff = (title: string, rows: readonly DiffRow[]): Thenable<unknown> =>
  vscode.commands.executeCommand(
    "vscode.changes",
    title,
    rows.map(({ resource, before, after }) => [resource, before, after]),
  );

/** Closes the editors with these titles. A multi-diff editor's tab tells nothing but its title, which ends in a count of files. */
export async function closeMultiDiffs(titles: readonly string[]): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ label }) => titles.some((title) => label === title || label.startsWith(`${title} (`)));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
