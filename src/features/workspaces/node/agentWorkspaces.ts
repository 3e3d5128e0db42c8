/** Agents' workspaces on the disk (EX-3). */
import { lstatSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type AgentWorkspace,
  type Workspaces,
  type WorkspaceTaint,
  workspaceFolders,
} from "../../../core/ports/workspaces";
import { isInside, relativeInside } from "../../../core/vocabulary/paths";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { homeFolder } from "../../../node/environment/homeFolder";
import { realPathNow } from "../../../node/files/realPath";
import type { Root } from "../../../node/files/resolvePath";
import type { Project } from "../../../node/state/project";
import { noteProject, projectFolders } from "./projectRecords";
import { agentPart, folderIn, isOfOther, workspaceId } from "./workspaceId";
import { WorkspaceTaints } from "./workspaceTaints";

const ownerOnly = 0o700;

/** True for a folder that is there itself: a link could lead to another agent's. */
export function isInPlace(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // What cannot be looked at is no place to work in.
    return false;
  }
}

/** In a folder that a setting names. */
export class AgentWorkspaces implements Workspaces {
  readonly #known = new Map<string, AgentWorkspace>();
  readonly #taints = new WorkspaceTaints();
  #base: { readonly named: string; readonly real: string } | undefined;

  /** Both are asked for at each use. @param folder as the setting has it. @param opened the folders that are open. */
  constructor(
    private readonly folder: () => string,
    private readonly opened: () => Project,
  ) {}

  get base(): string {
    const named = resolve(this.folder().replace(/^~(?=$|[\\/])/, homeFolder()));
    if (this.#base?.named !== named) {
      this.#base = { named, real: realPathNow(named) };
      this.#known.clear();
    }
    return this.#base.real;
  }

  /** Those asked for so far that are there, for the host to know them as roots. */
  roots(): readonly Root[] {
    const there = [...this.#known.values()].filter(({ folder }) => isInPlace(folder));
    return there.map(({ id, folder }) => ({ path: folder, real: folder, name: id, apart: true }));
  }

  of(agent: string): AgentWorkspace | undefined {
    const id = workspaceId(agent);
    if (id === undefined) return undefined;
    const { base } = this;
    const name = this.#openedOf(id) ?? folderIn(this.opened(), id);
    const workspace = this.#known.get(name) ?? { id: name, folder: join(base, name) };
    this.#known.set(name, workspace);
    return workspace;
  }

  /** A workspace that a person has opened as a folder stays its agent's. */
  #openedOf(id: string): string | undefined {
    const names = this.opened().roots.filter((root) => isInside(this.base, root) && root !== this.base);
    return names
      .map((root) => relativeInside(this.base, root).split("/")[0] as string)
      .find((name) => agentPart(name) === id);
  }

  get project(): string {
    return this.opened().digest;
  }

  isElsewhere = (id: string): boolean => isOfOther(this.opened(), id);

  projectOf = (id: string): Promise<readonly string[] | undefined> => projectFolders(this.base, id);

  check({ folder }: AgentWorkspace): void {
    const real = realPathNow(folder);
    if (real !== folder) throw unmade(folder, `it leads to ${real}`);
  }

  async create(workspace: AgentWorkspace): Promise<boolean> {
    const { id, folder } = workspace;
    this.check(workspace);
    try {
      const made = await mkdir(folder, { recursive: true, mode: ownerOnly });
      for (const name of workspaceFolders) await mkdir(join(folder, name), { mode: ownerOnly }).catch(unlessThere);
      const opened = this.opened();
      if (made !== undefined && id === folderIn(opened, agentPart(id))) await noteProject(this.base, id, opened);
      return made !== undefined;
    } catch (error) {
      throw unmade(folder, messageOf(error));
    }
  }

  taintOf = (folder: string): Promise<WorkspaceTaint | undefined> => this.#taints.of(folder);

  taint = (folder: string, by: WorkspaceTaint): Promise<void> => this.#taints.raise(folder, by);

  resetTaint = (folder: string): Promise<void> => this.#taints.reset(folder);
}

/** What an agent has put in the place of such a folder is its own affair, and led nowhere by making folders in it. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

const unmade = (folder: string, problem: string) =>
  new ToolError(
    "unavailable",
    `The workspace ${folder} cannot be created (${problem}): ask the person to set toolcrib.workspaces.folder to a folder that can be written to.`,
  );
