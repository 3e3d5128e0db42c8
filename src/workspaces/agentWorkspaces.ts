/** Agents' workspaces on the disk (EX-3). */
import { lstatSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf, ToolError } from "../core/toolError";
import { type AgentWorkspace, type Workspaces, type WorkspaceTaint, workspaceFolders } from "../core/workspaces";
import { realPathNow } from "../node/realPath";
import type { Root } from "../node/resolvePath";
import { workspaceId } from "./workspaceId";
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

  /** @param folder as the setting has it, asked for anew at each use. */
  constructor(private readonly folder: () => string) {}

  get base(): string {
    const named = resolve(this.folder().replace(/^~(?=$|[\\/])/, homedir()));
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
    const workspace = this.#known.get(id) ?? { id, folder: join(base, id) };
    this.#known.set(id, workspace);
    return workspace;
  }

  async create({ folder }: AgentWorkspace): Promise<boolean> {
    const real = realPathNow(folder);
    if (real !== folder) throw unmade(folder, `it leads to ${real}`);
    try {
      const made = await mkdir(folder, { recursive: true, mode: ownerOnly });
      for (const name of workspaceFolders) await mkdir(join(folder, name), { mode: ownerOnly }).catch(unlessThere);
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
    `The workspace ${folder} cannot be made (${problem}): ask the person to name a folder that can be written to in the setting toolcrib.workspaces.folder.`,
  );
