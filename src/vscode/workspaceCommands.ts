/** The commands of the Workspaces view, without the part of their names that all commands share. */
export const workspaceCommandNames = [
  ...(["workspaces.open", "workspaces.refresh", "workspaces.replay"] as const),
  ...(["workspaces.openFolder", "workspaces.reveal", "workspaces.export"] as const),
  ...(["workspaces.clear", "workspaces.delete"] as const),
] as const;

/** What each does. */
export type WorkspaceCommands = Readonly<Record<(typeof workspaceCommandNames)[number], (node?: unknown) => unknown>>;
