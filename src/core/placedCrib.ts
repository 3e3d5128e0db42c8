/** Where a call works: in the person's folders, or in the agent's own workspace (C-41, C-42). */
import type { Crib } from "./crib";
import type { DialectTool } from "./dialect";
import type { EffectKind } from "./effect";
import type { Session } from "./session";
import { ToolError } from "./toolError";

const worksInFolders: ReadonlySet<EffectKind> = new Set(["read", "list", "write", "exec"]);

function wantsWorkspace({ tool }: DialectTool, { dialect, context }: Crib): boolean {
  if (tool.place === "workspace") return true;
  const follows = dialect.traits.workspaceMode === true && tool.touches.some((kind) => worksInFolders.has(kind));
  return follows && context().settings.workspaceMode === "agent";
}

/** The crib in which a tool is called. Never rejects. */
export async function placedCrib(crib: Crib, { agent }: Session, tool: DialectTool | undefined): Promise<Crib> {
  return tool && !crib.workspace && wantsWorkspace(tool, crib) ? crib.inWorkspace(agent) : crib;
}

/**
 * Makes the workspace in which a call is about to be planned (EX-3): plans look at it.
 * @throws ToolError `unavailable` when there is none for the agent, or it cannot be made.
 */
export async function readyWorkspace(crib: Crib, { agent }: Session, tool: DialectTool): Promise<void> {
  const { workspace } = crib;
  if (workspace) {
    if (await crib.workspaces.create(workspace)) await crib.note("workspace created", agent, workspace.folder);
    return;
  }
  if (tool.tool.place === "workspace")
    throw new ToolError(
      "unavailable",
      `The agent's name ${JSON.stringify(agent)} names no folder, so it has no workspace of its own: use the other tools.`,
    );
}
