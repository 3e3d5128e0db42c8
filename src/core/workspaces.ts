/** Agents' own workspaces: places apart from the person's folders to write, run, fix and keep (EX-1 to EX-5). */

/** The workspace of one agent. */
export interface AgentWorkspace {
  /** Name of its folder, made from the agent's (EX-12). */
  readonly id: string;
  /** Real path of its folder, which need not be there yet. */
  readonly folder: string;
}

/** The folders that each workspace begins with (EX-3). */
export const workspaceFolders = ["scratch", "integrations", "skills"] as const;

/** Name of the file with an agent's runs, beside those folders; no tool and no command writes it (PO-8). */
export const execHistoryName = ".exec_history";

/** Name of the folder beside the agents' with the temporary workspaces of scheduled work (EX-5); no agent has it. */
export const backgroundName = "background";

/** Where workspaces are. */
export interface Workspaces {
  /** Real path of the folder that holds all of them; closed to every agent but for its own. */
  readonly base: string;
  /**
   * The workspace of an agent, and of those to which it hands work. Nothing is created.
   * @returns undefined for an agent without a name of its own.
   */
  of(agent: string): AgentWorkspace | undefined;
  /** Creates what is missing of it. @throws ToolError `unavailable` where that cannot be. */
  create(workspace: AgentWorkspace): Promise<void>;
}
