import * as vscode from "vscode";

/** How many files, as people say it. */
export const filesText = (count: number) => (count === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", count));

/** How many bytes. */
export const bytesText = (count: number) => (count === 1 ? vscode.l10n.t("1 byte") : vscode.l10n.t("{0} bytes", count));

/** A clock time today, else also the day. */
export function timeText(time: number): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return date.toDateString() === new Date().toDateString() ? clock : `${date.toLocaleDateString()} ${clock}`;
}
