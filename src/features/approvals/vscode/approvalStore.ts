import type * as vscode from "vscode";
import type { ApprovalStore } from "../../../core/calls/approvals/approvals";

const key = "toolcrib.approvals";

/** Keeps answers where no file of a workspace and no setting reaches: VS Code's own state of the workspace and of the person. */
export const approvalStore = ({
  workspaceState,
  globalState,
}: Pick<vscode.ExtensionContext, "workspaceState" | "globalState">): ApprovalStore => {
  const memory = { workspace: workspaceState, always: globalState };
  return {
    load: (scope) => memory[scope].get(key),
    save: (scope, approved) => void memory[scope].update(key, approved),
  };
};
