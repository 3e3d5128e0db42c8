import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { AgentNode } from "./agentNode";
/** The commands of the Agents view that concern agents, without the part of their names that all commands share. */
export const agentCommandNames = ["agents.cancel", "agents.showTranscript"] as const;

/** What each does; each is given a line of the tree. */
export type AgentCommands = Readonly<Record<(typeof agentCommandNames)[number], (node?: unknown) => unknown>>;

/** The Agents view and its commands. */
export function registerAgents(
  window: LazyWindow<{ readonly agentsView: TreeContent<AgentNode>; readonly agentCommands: AgentCommands }>,
): void {
  window.tree("toolcrib.agents", ({ agentsView }) => agentsView);
  window.commands(agentCommandNames, ({ agentCommands }) => agentCommands);
}
