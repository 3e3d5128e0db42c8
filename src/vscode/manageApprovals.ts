import * as vscode from "vscode";
import { type Approvals, approvalScopes, type ScopedApproval } from "../core/approvals";
import { revealed } from "../review/preview";
import { showInformation } from "./notifications";

/** Headings of the list. */
const headings = {
  session: "Until this window is closed",
  workspace: "In this workspace",
  always: "In every workspace",
} as const;

type Line = vscode.QuickPickItem & { readonly approval?: ScopedApproval };

const lineOf = (approval: ScopedApproval): Line => ({
  label: revealed(approval.shown).replace(/\s*\n\s*/g, " ⏎ "),
  description: `since ${new Date(approval.time).toLocaleString(vscode.env.language)}`,
  approval,
});

const tell = (count: number) =>
  void showInformation(`Toolcrib: ${count} remembered ${count === 1 ? "approval was" : "approvals were"} forgotten.`);

/** `Toolcrib: Manage Approvals…`: every remembered answer by how long it holds; what is ticked is forgotten. */
export async function manageApprovals(approvals: Approvals): Promise<void> {
  const all = approvals.all();
  if (all.length === 0) {
    void showInformation(
      "Toolcrib: no approval is remembered. The question before a call offers to remember your answer.",
    );
    return;
  }
  const lines = approvalScopes.flatMap((scope): Line[] => {
    const own = all.filter((approval) => approval.scope === scope);
    const heading = { label: headings[scope], kind: vscode.QuickPickItemKind.Separator };
    return own.length > 0 ? [heading, ...own.map(lineOf)] : [];
  });
  const ticked = await vscode.window.showQuickPick(lines, {
    title: "Toolcrib: Remembered Approvals",
    placeHolder: "Tick those to forget, then press Enter",
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const forgotten = (ticked ?? []).flatMap(({ approval }) => approval ?? []);
  if (forgotten.length === 0) return;
  approvals.forget(forgotten);
  tell(forgotten.length);
}

/** `Toolcrib: Forget Remembered Approvals`: all of them at once. */
export function forgetApprovals(approvals: Approvals): void {
  tell(approvals.size);
  approvals.forget();
}
