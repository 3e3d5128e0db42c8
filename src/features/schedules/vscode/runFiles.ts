import { lstat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { Runnable, ScheduleBook, ScheduleRun } from "../scheduleRuns";

/**
 * Opens one of the files that a run made, the only one or the one that the person selects; its folder stays for that.
 * @throws ToolError `not_found` when it is gone.
 */
export async function openRunFile(book: ScheduleBook, schedule: Runnable, run: ScheduleRun): Promise<void> {
  const { files = [] } = run;
  const placeHolder = vscode.l10n.t("Select a file of this run");
  const name = files.length > 1 ? await vscode.window.showQuickPick(files, { placeHolder }) : files[0];
  if (name === undefined) return;
  const folder = await book.keepFolder(schedule, run);
  const path = join(folder ?? "", name);
  if (folder === undefined || !(await lstat(path).catch(() => undefined))?.isFile())
    throw new ToolError("not_found", vscode.l10n.t("{0} of this run is gone: run it again to get it.", name));
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path));
}
