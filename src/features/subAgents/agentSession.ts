/** Who a sub-agent is: what it begins with, what it may call, and what follows its parent (AG-5, PM-1, PO-6). */

import { unknownTool } from "../../core/calls/callFailures";
import type { AgentParent, Crib } from "../../core/calls/crib";
import { planToolName, recordPlanMode } from "../../core/session/planMode";
import { type NamedTool, Session } from "../../core/session/session";
import type { AgentWish } from "../../core/tools/delegation";
import { ToolCatalog } from "../../core/tools/toolCatalog";

/**
 * Names of the tools that a wish allows, by the names that they have in every dialect: they may call each other in
 * another one than that of the wish.
 */
export type AllowedTools = ReadonlyMap<string, string>;

/**
 * The tools that a wish allows; undefined for all.
 * @throws ToolError `unknown_tool` for a name that there is not.
 */
export function allowedTools({ tools }: AgentWish, { crib, session }: AgentParent): AllowedTools | undefined {
  if (!tools) return undefined;
  const catalog = new ToolCatalog(crib, session);
  const found = tools.map((name) => {
    const tool = catalog.find(name);
    if (!tool) throw unknownTool(catalog, name);
    return [tool.tool.name, tool.name] as const;
  });
  return new Map(found);
}

/** A session, and what ends its following of the parent's. */
export interface AgentSession {
  readonly session: Session;
  release(): void;
}

/**
 * The session of a new agent: as tainted as its parent, planning while that plans, and shown the same tools.
 * @param name of the session.
 * @param crib in which it will work.
 */
export function agentSession(
  name: string,
  crib: Crib,
  parent: AgentParent,
  allowed: AllowedTools | undefined,
): AgentSession {
  const session = new Session(name);
  session.taint.restore(parent.session.taint.saved());
  session.refusal = (tool) => refusalOf(tool, allowed) ?? parent.session.refusal?.(tool);
  showSameTools(session, crib, parent, allowed);
  recordPlanMode(session, crib.log.note);
  const { plan } = parent.session;
  if (plan.isOn) session.plan.enter();
  const release = plan.onChange(() => (plan.isOn ? session.plan.enter() : session.plan.leave()));
  return { session, release };
}

function refusalOf({ name, tool }: NamedTool, allowed: AllowedTools | undefined): string | undefined {
  if (tool.name === planToolName)
    return `${name} is for the agent that the person talks to: say what you would do in your last message.`;
  if (!allowed || allowed.has(tool.name)) return undefined;
  return `${name} is not among the tools that this agent may call, which are ${[...allowed.values()].join(", ")}: use one of those, or say in your last message what you needed it for.`;
}

/** The same list lets a model's provider reuse what it has read of it already (AG-5). */
function showSameTools(session: Session, crib: Crib, parent: AgentParent, allowed: AllowedTools = new Map()) {
  const catalog = new ToolCatalog(crib, session);
  const shown = new ToolCatalog(parent.crib, parent.session).activeTools().map(({ name }) => name);
  for (const name of [...shown, ...allowed.values()]) catalog.activateTool(name);
}
