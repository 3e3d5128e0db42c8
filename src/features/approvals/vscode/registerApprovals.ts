import type { LazyWindow } from "../../../vscode/ui/lazyWindow";

/** What the commands for saved approvals do. */
export interface ApprovalCommands {
  manage(): unknown;
  forget(): unknown;
}

/** The commands for saved approvals. */
export function registerApprovals(window: LazyWindow<{ readonly approvals: ApprovalCommands }>): void {
  window.command("manageApprovals", ({ approvals }) => approvals.manage());
  window.command("forgetApprovals", ({ approvals }) => approvals.forget());
}
