/** Where a call works: in the person's folders, or in the agent's own workspace (C-41, C-42). */

import type { Session } from "../session/session";
import type { DialectTool, Plan } from "../tools/tool";
import type { EffectKind } from "../vocabulary/effect";
import { ToolError } from "../vocabulary/toolError";
import type { Crib } from "./crib";

const worksInFolders: ReadonlySet<EffectKind> = new Set(["read", "list", "write", "exec"]);

function wantsWorkspace({ tool }: DialectTool, { dialect, context }: Crib): boolean {
  if (tool.place === "workspace") return true;
  const follows = dialect.traits.workspaceMode === true && tool.effectKinds.some((kind) => worksInFolders.has(kind));
  return follows && context().settings.workspaceMode === "agent";
}

/** The crib in which a tool is called. Never rejects. */
export async function cribForCall(crib: Crib, { agent }: Session, tool: DialectTool | undefined): Promise<Crib> {
  return tool && !crib.workspace && wantsWorkspace(tool, crib) ? crib.inWorkspace(agent) : crib;
}

/**
 * Makes the workspace in which a call is about to write or to run something (EX-3). Whatever only looks finds it as it
 * will be made, and makes nothing.
 * @throws ToolError `unavailable` when it cannot be made.
 */
export async function readyWorkspace({ workspace, workspaces, log }: Crib, { agent }: Session, { effects }: Plan) {
  const isUsed = effects.some(({ kind }) => kind === "write" || kind === "exec");
  if (workspace && isUsed && (await workspaces.create(workspace)))
    await log.note("workspace created", agent, workspace.folder);
}

/** @throws ToolError `unavailable` for a tool that works in the agent's workspace, where the agent has none or a link to another. */
export function mustHaveWorkspace({ workspace, workspaces }: Crib, { agent }: Session, { tool }: DialectTool): void {
  if (workspace) workspaces.check(workspace);
  else if (tool.place === "workspace")
    throw new ToolError(
      "unavailable",
      `The agent's name ${JSON.stringify(agent)} cannot be the name of a folder, so the agent has no workspace of its own: use the other tools.`,
    );
}
