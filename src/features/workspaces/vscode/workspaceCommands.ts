import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { WorkspaceNode } from "./workspaceNodes";
/** The commands of the Workspaces view, without the part of their names that all commands share. */
export const workspaceCommandNames = [
  ...(["workspaces.open", "workspaces.refresh", "workspaces.replay"] as const),
  ...(["workspaces.openFolder", "workspaces.reveal", "workspaces.export"] as const),
  ...(["workspaces.terminal", "workspaces.runTerminal", "workspaces.compare"] as const),
  ...(["workspaces.clear", "workspaces.delete"] as const),
] as const;

/** What each does. */
export type WorkspaceCommands = Readonly<Record<(typeof workspaceCommandNames)[number], (node?: unknown) => unknown>>;

/** The view of agents' own workspaces, and its commands. */
export function registerWorkspaces(
  window: LazyWindow<{
    readonly workspacesView: TreeContent<WorkspaceNode>;
    readonly workspaceCommands: WorkspaceCommands;
  }>,
): void {
  window.tree("toolcrib.workspaces", ({ workspacesView }) => workspacesView);
  window.commands(workspaceCommandNames, ({ workspaceCommands }) => workspaceCommands);
}
