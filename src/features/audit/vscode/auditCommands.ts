import { join } from "node:path";
import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { showError, showInformation } from "../../../vscode/ui/notifications";
import { showText } from "../../../vscode/ui/showText";
import { filesText } from "../../../vscode/ui/treeTexts";
import { whileWorking } from "../../../vscode/ui/whileWorking";
import { auditLines, checkAudit } from "../node/auditCheck";

/** Says whether the audit log holds; where it does not, offers to open it at the line (D-18). */
export async function verifyAuditLog(folder: string): Promise<void> {
  const title = vscode.l10n.t("Toolcrib: verifying the audit log");
  const report = await whileWorking(title, () => checkAudit(folder));
  if (!report) return;
  const [first] = report.problems;
  if (!first) {
    const lines = report.lines === 1 ? vscode.l10n.t("1 line") : vscode.l10n.t("{0} lines", report.lines);
    void showInformation(vscode.l10n.t("Toolcrib: audit log verified: {0} in {1}.", lines, filesText(report.files)));
    return;
  }
  const others = report.problems.length - 1;
  const open = vscode.l10n.t("Open the Line");
  const answer = await showError(
    others > 0
      ? vscode.l10n.t("Toolcrib: audit log verification failed. {0} Further problems: {1}.", first.text, others)
      : vscode.l10n.t("Toolcrib: audit log verification failed. {0}", first.text),
    ...(first.line === undefined ? [] : [open]),
  );
  if (answer !== open) return;
  const line = (first.line ?? 1) - 1;
  await showText(vscode.Uri.file(join(folder, first.file)), {
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

/** The whole log as it is exported. */
async function exportedLines(folder: string, isCsv: boolean, signal: AbortSignal): Promise<string[]> {
  const lines: string[] = isCsv ? [csvColumns.map(csvCell).join(",")] : [];
  for await (const { value } of auditLines(folder)) {
    if (signal.aborted) break;
    lines.push(isCsv ? csvColumns.map((name) => csvCell(value[name])).join(",") : JSON.stringify(value));
  }
  return lines;
}

/** Writes the whole log where the person chooses, as JSON lines or for spreadsheets. */
export async function exportAuditLog(folder: string): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export Audit Log"),
    saveLabel: vscode.l10n.t("Export"),
    filters: { [vscode.l10n.t("JSON Lines")]: ["jsonl"], [vscode.l10n.t("Comma-Separated Values")]: ["csv"] },
  });
  if (!target) return;
  const isCsv = target.path.toLowerCase().endsWith(".csv");
  try {
    const title = vscode.l10n.t("Toolcrib: exporting the audit log");
    const lines = await whileWorking(title, (signal) => exportedLines(folder, isCsv, signal));
    if (!lines) return;
    await vscode.workspace.fs.writeFile(target, Buffer.from(`${lines.join("\n")}\n`));
    void showInformation(vscode.l10n.t("Toolcrib: the audit log was exported to {0}.", target.fsPath));
  } catch (error) {
    void showError(vscode.l10n.t("Toolcrib: the audit log could not be exported: {0}", messageOf(error)));
  }
}
