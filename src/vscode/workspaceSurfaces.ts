import type * as vscode from "vscode";
import { nobody } from "../core/caller";
import type { Crib } from "../core/crib";
import { mebibyte } from "../core/diskQuota";
import { WorkspaceCare } from "../workspaces/workspaceCare";
import type { WorkspaceHistory } from "../workspaces/workspaceHistory";
import { agentPart } from "../workspaces/workspaceId";
import { workspaceActions } from "./workspaceActions";
import { WorkspacesView } from "./workspacesView";

/** What the view of agents' workspaces stands on. */
export interface WorkspaceSurfacePorts {
  readonly crib: Crib;
  readonly history: WorkspaceHistory;
  showText(title: string, text: string): Promise<void>;
}

/** The view of agents' own workspaces, and its commands. */
export function openWorkspaces(
  keep: <T extends vscode.Disposable>(part: T) => T,
  { crib, history, showText }: WorkspaceSurfacePorts,
) {
  const care = new WorkspaceCare(crib.workspaces, history, (event, detail) => crib.note(event, "person", detail));
  const workspacesView = keep(
    new WorkspacesView({
      ...{ care, history },
      quota: ({ id }) =>
        crib.context({ ...nobody, agent: agentPart(id) }).settings["limits.workspaceMegabytes"] * mebibyte,
    }),
  );
  return { workspacesView, workspaceCommands: workspaceActions({ view: workspacesView, care, history, showText }) };
}
