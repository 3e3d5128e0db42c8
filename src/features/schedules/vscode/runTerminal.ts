import * as vscode from "vscode";
import { ToolError } from "../../../core/vocabulary/toolError";
import type { Runnable, ScheduleBook, ScheduleRun } from "../scheduleRuns";

/**
 * Opens a terminal of the person's own in the folder of a run, which stays for it.
 * @throws ToolError `not_found` when the folder is gone.
 */
export async function openRunTerminal(book: ScheduleBook, schedule: Runnable, run: ScheduleRun): Promise<void> {
  const cwd = await book.keepFolder(schedule, run);
  if (cwd === undefined)
    throw new ToolError("not_found", vscode.l10n.t("The folder of this run is gone: run it again to look into it."));
  vscode.window.createTerminal({ name: vscode.l10n.t("Run of {0}", schedule.name), cwd }).show();
}
