import * as vscode from "vscode";
import { type Approvals, approvalScopes, type ScopedApproval } from "../../../core/calls/approvals/approvals";
import { revealed } from "../../../core/text/markdown";
import { showInformation } from "../../../vscode/ui/notifications";

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

/** VS Code remembers answers to its own questions, and does not tell extensions which. */
const vscodesButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("link-external"),
  tooltip: "Show what VS Code itself remembers (Chat: Manage Tool Approval)",
};

const showVscodes = () => void vscode.commands.executeCommand("workbench.action.chat.editToolApproval");

/** `Toolcrib: Manage Approvals…`: every remembered answer by how long it holds; what is ticked is forgotten. */
export async function manageApprovals(approvals: Approvals): Promise<void> {
  const all = approvals.all();
  if (all.length === 0) return tellOfNone();
  const lines = approvalScopes.flatMap((scope): Line[] => {
    const own = all.filter((approval) => approval.scope === scope);
    const heading = { label: headings[scope], kind: vscode.QuickPickItemKind.Separator };
    return own.length > 0 ? [heading, ...own.map(lineOf)] : [];
  });
  const forgotten = (await tickedOf(lines)).flatMap(({ approval }) => approval ?? []);
  if (forgotten.length === 0) return;
  approvals.forget(forgotten);
  tell(forgotten.length);
}

async function tellOfNone(): Promise<void> {
  const show = "Show VS Code's Approvals";
  const answer = await showInformation(
    "Toolcrib remembers no approvals. Questions about calls offer to remember your answer. VS Code may remember approvals of its own; they never answer Toolcrib's questions about other calls.",
    show,
  );
  if (answer === show) showVscodes();
}

function tickedOf(lines: readonly Line[]): Promise<readonly Line[]> {
  const pick = vscode.window.createQuickPick<Line>();
  Object.assign(pick, {
    title: "Toolcrib: Remembered Approvals",
    placeholder: "Select approvals to remove",
    canSelectMany: true,
    ignoreFocusOut: true,
    items: lines,
    buttons: [vscodesButton],
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems);
      pick.dispose();
    });
    pick.onDidTriggerButton(() => {
      pick.hide();
      showVscodes();
    });
    pick.onDidHide(() => {
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}

/** `Toolcrib: Clear Saved Approvals`: all of them at once. */
export function forgetApprovals(approvals: Approvals): void {
  tell(approvals.size);
  approvals.forget();
}
