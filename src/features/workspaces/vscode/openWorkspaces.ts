import type * as vscode from "vscode";
import type { Crib } from "../../../core/calls/crib";
import { mebibyte } from "../../../core/ports/diskQuota";
import { nobody } from "../../../core/vocabulary/caller";
import { WorkspaceCare } from "../node/history/workspaceCare";
import type { WorkspaceHistory } from "../node/history/workspaceHistory";
import { agentPart } from "../node/workspaceId";
import { type CompareTexts, workspaceActions } from "./workspaceActions";
import type { WorkspaceSection } from "./workspaceNodes";
import { WorkspacesView } from "./workspacesView";

/** What the view of agents' workspaces stands on. */
export interface WorkspaceSurfacePorts {
  readonly crib: Crib;
  readonly history: WorkspaceHistory;
  /** What features show below each agent, before its files. */
  readonly sections: readonly WorkspaceSection[];
  /** @param listener called whenever what they show has changed. @returns ends the listening. */
  onChange(listener: () => void): () => void;
  showText(title: string, text: string): Promise<unknown>;
  readonly compareTexts: CompareTexts;
}

/** The view of agents' own workspaces, and its commands. */
export function openWorkspaces(
  keep: <T extends vscode.Disposable>(part: T) => T,
  { crib, history, sections, onChange, showText, compareTexts }: WorkspaceSurfacePorts,
) {
  const care = new WorkspaceCare(crib.workspaces, history, (event, detail) => crib.log.note(event, "person", detail));
  const workspacesView = keep(
    new WorkspacesView({
      ...{ care, history, sections, onChange },
      quota: ({ id }) =>
        crib.context({ ...nobody, agent: agentPart(id) }).settings.limits.workspaceMegabytes * mebibyte,
    }),
  );
  return {
    workspacesView,
    workspaceCommands: workspaceActions({ view: workspacesView, care, history, showText, compareTexts }),
  };
}
