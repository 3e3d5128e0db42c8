import { join } from "node:path";
import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation } from "../../../vscode/ui/notifications";
import { auditLines, checkAudit } from "../node/auditCheck";

/** Says whether the audit log holds; where it does not, offers to open it at the line (D-18). */
export async function verifyAuditLog(folder: string): Promise<void> {
  const title = "Toolcrib: checking the audit log";
  const report = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    checkAudit(folder),
  );
  const [first] = report.problems;
  if (!first) {
    const files = `${report.files} ${report.files === 1 ? "file" : "files"}`;
    void showInformation(`Toolcrib: audit log verified: ${report.lines} lines in ${files}.`);
    return;
  }
  const more = report.problems.length > 1 ? ` There are ${report.problems.length - 1} more.` : "";
  const open = "Open the Line";
  const answer = await showError(
    `Toolcrib: audit log verification failed. ${first.text}${more}`,
    ...(first.line === undefined ? [] : [open]),
  );
  if (answer !== open) return;
  const line = (first.line ?? 1) - 1;
  await vscode.window.showTextDocument(vscode.Uri.file(join(folder, first.file)), {
    selection: new vscode.Range(line, 0, line, 0),
  });
}

/** A cell as spreadsheets read it; one that begins like a formula is kept from being one. */
const csvCell = (value: unknown) => {
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const csvColumns = [
  "time",
  "kind",
  "agent",
  "tool",
  "title",
  "verdict",
  "rule",
  "reason",
  "approvedBy",
  "isError",
  "error",
  "exitCode",
  "durationMs",
  "level",
  "effects",
  "event",
  "detail",
  "call",
  "hash",
] as const;

/** Writes the whole log where the person chooses, as JSON lines or for spreadsheets. */
export async function exportAuditLog(folder: string): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: "Export the audit log",
    saveLabel: "Export",
    filters: { "JSON lines": ["jsonl"], "Comma-separated values": ["csv"] },
  });
  if (!target) return;
  const isCsv = target.path.toLowerCase().endsWith(".csv");
  const lines: string[] = isCsv ? [csvColumns.map(csvCell).join(",")] : [];
  for await (const { value } of auditLines(folder))
    lines.push(isCsv ? csvColumns.map((name) => csvCell(value[name])).join(",") : JSON.stringify(value));
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(`${lines.join("\n")}\n`));
    void showInformation(`Toolcrib: the audit log was written to ${target.fsPath}.`);
  } catch (error) {
    void showError(`Toolcrib: the audit log could not be written: ${messageOf(error)}`);
  }
}
