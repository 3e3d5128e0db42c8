import * as vscode from "vscode";
import { type Approvals, approvalScopes, type ScopedApproval } from "../../../core/calls/approvals/approvals";
import { revealedLine } from "../../../core/text/markdown";
import { localTitle } from "../../../vscode/ui/localReason";
import { showInformation } from "../../../vscode/ui/notifications";

/** Headings of the list. */
const headings = {
  session: vscode.l10n.t("Until this window is closed"),
  workspace: vscode.l10n.t("In this workspace"),
  always: vscode.l10n.t("In every workspace"),
} as const;

type Line = vscode.QuickPickItem & { readonly approval?: ScopedApproval };

const lineOf = (approval: ScopedApproval): Line => ({
  label: revealedLine(localTitle(approval.shown)),
  description: vscode.l10n.t("since {0}", new Date(approval.time).toLocaleString(vscode.env.language)),
  approval,
});

const tell = (count: number) =>
  void showInformation(
    count === 1
      ? vscode.l10n.t("Toolcrib: 1 saved approval was cleared.")
      : vscode.l10n.t("Toolcrib: {0} saved approvals were cleared.", count),
  );

/** VS Code remembers answers to its own questions, and does not tell extensions which. */
const vscodesButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("link-external"),
  tooltip: vscode.l10n.t("Show the approvals that VS Code itself has saved (Chat: Manage Tool Approval)"),
};

/** What VS Code calls the times for which an approval holds; its list shows one of them. */
const vscodesScopes = { session: "session", workspace: "workspace", always: "profile" } as const;

/**
 * Opens VS Code's own list. It opens nothing where it has no tool to list, and tells nobody: then the pick from which it was
 * asked for stays, as only another list closes it.
 */
function showVscodes(): void {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly scope: string }>();
  pick.title = vscode.l10n.t("VS Code's Saved Approvals");
  pick.placeholder = vscode.l10n.t("Select which approvals to show");
  pick.items = approvalScopes.map((scope) => ({ label: headings[scope], scope: vscodesScopes[scope] }));
  let isClosed = false;
  pick.onDidHide(() => {
    isClosed = true;
    pick.dispose();
  });
  pick.onDidAccept(async () => {
    const scope = pick.selectedItems[0]?.scope;
    // An older VS Code, which has no such command, has no list either.
    await vscode.commands.executeCommand("workbench.action.chat.editToolApproval", scope).then(undefined, () => {});
    if (isClosed) return;
    pick.hide();
    void showInformation(
      vscode.l10n.t(
        "VS Code has no approvals to show: it has saved none, and there is no tool that it lists before you have approved it.",
      ),
    );
  });
  pick.show();
}

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
  const show = vscode.l10n.t("Show VS Code's Approvals");
  const answer = await showInformation(
    vscode.l10n.t(
      "Toolcrib has no saved approvals. When it asks about a call, you can have it remember your answer. VS Code may have saved approvals of its own; they never answer Toolcrib's questions about other calls.",
    ),
    show,
  );
  if (answer === show) showVscodes();
}

function tickedOf(lines: readonly Line[]): Promise<readonly Line[]> {
  const pick = vscode.window.createQuickPick<Line>();
  Object.assign(pick, {
    title: vscode.l10n.t("Toolcrib: Saved Approvals"),
    placeholder: vscode.l10n.t("Select approvals to remove"),
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
