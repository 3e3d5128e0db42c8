/** Agents' own workspaces: places apart from the person's folders to write, run, fix and keep (EX-1 to EX-5). */

import { highest, type Level } from "../vocabulary/level";

/** The workspace of one agent in one project. */
export interface AgentWorkspace {
  /** Name of its folder, made from the agent's and the project's (EX-12). */
  readonly id: string;
  /** Real path of its folder, which need not be there yet. */
  readonly folder: string;
  /** Of a scheduled run: real path of the workspace that what it runs comes from. */
  readonly from?: string;
}

/** The folders that each workspace begins with (EX-3). */
export const workspaceFolders = ["scratch", "integrations", "skills"] as const;

/** Name of the file with an agent's runs, beside those folders; no tool and no command writes it (PO-8). */
export const execHistoryName = ".exec_history";

/** Name of the folder beside the agents' with the temporary workspaces of scheduled work (EX-5); no agent has it. */
export const backgroundName = "background";

/** What made a workspace more confidential than ordinary work. */
export interface WorkspaceTaint {
  readonly level: Level;
  /** Who put it there. */
  readonly agent: string;
  /** What that agent had taken in by then: a path as shown, a host, or a command. */
  readonly source: string;
}

/** Where workspaces are. */
export interface Workspaces {
  /** Real path of the folder that holds all of them; closed to every agent but for its own. */
  readonly base: string;
  /** Names the set of folders that are open: what one agent keeps for itself is kept for each of them. */
  readonly project: string;
  /**
   * The workspace of an agent in the folders that are open, and of those to which it hands work. Nothing is created.
   * @returns undefined for an agent without a name of its own.
   */
  of(agent: string): AgentWorkspace | undefined;
  /** True for a workspace of another project than the one that is open. @param id name of its folder. */
  isElsewhere(id: string): boolean;
  /** Real paths of the folders that were open when a workspace was made; undefined where that is not known. */
  projectOf(id: string): Promise<readonly string[] | undefined>;
  /** @throws ToolError `unavailable` for one whose folder is a link, which could lead to another agent's. */
  check(workspace: AgentWorkspace): void;
  /** Creates what is missing of it. @returns whether it was not there at all. @throws ToolError `unavailable` where that cannot be. */
  create(workspace: AgentWorkspace): Promise<boolean>;
  /**
   * What was put into a workspace and is more confidential than ordinary work; it stays so whoever reads it later (PO-6).
   * Undefined when nothing was. Never rejects: what cannot be told counts as the most confidential.
   * @param folder of a workspace.
   */
  taintOf(folder: string): Promise<WorkspaceTaint | undefined>;
  /** Notes what was put into one; its level never falls by it. @throws ToolError `unrecorded` where that cannot be kept. */
  taint(folder: string, by: WorkspaceTaint): Promise<void>;
  /** A person's word that what was put into one no longer matters. */
  resetTaint(folder: string): Promise<void>;
}

/**
 * The most confidential of what was put into several folders: work on a schedule has one of its own, and what it runs
 * comes from its agent's.
 */
export async function highestTaint(
  { taintOf }: Pick<Workspaces, "taintOf">,
  folders: readonly (string | undefined)[],
): Promise<WorkspaceTaint | undefined> {
  const named = new Set(folders.filter((folder) => folder !== undefined));
  const found = (await Promise.all([...named].map(taintOf))).filter((taint) => taint !== undefined);
  const level = highest(found.map((taint) => taint.level));
  return found.find((taint) => taint.level === level);
}
/** The folder with the definitions, in an agent's workspace. */

export const schedulesFolder = "schedules";
