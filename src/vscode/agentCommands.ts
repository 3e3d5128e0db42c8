/** The commands of the Agents view that concern agents, without the part of their names that all commands share. */
export const agentCommandNames = ["agents.cancel", "agents.showTranscript"] as const;

/** What each does; each is given a line of the tree. */
export type AgentCommands = Readonly<Record<(typeof agentCommandNames)[number], (node?: unknown) => unknown>>;
