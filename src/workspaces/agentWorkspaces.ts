/** Agents' workspaces on the disk (EX-3). */
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf, ToolError } from "../core/toolError";
import { type AgentWorkspace, type Workspaces, workspaceFolders } from "../core/workspaces";
import { realPathNow } from "../node/realPath";
import type { Root } from "../node/resolvePath";
import { workspaceId } from "./workspaceId";

const ownerOnly = 0o700;

/** In a folder that a setting names. */
export class AgentWorkspaces implements Workspaces {
  readonly #known = new Map<string, AgentWorkspace>();
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

  /** Those asked for so far, for the host to know them as roots. */
  roots(): readonly Root[] {
    return [...this.#known.values()].map(({ id, folder }) => ({ path: folder, real: folder, name: id, apart: true }));
  }

  of(agent: string): AgentWorkspace | undefined {
    const id = workspaceId(agent);
    if (id === undefined) return undefined;
    const { base } = this;
    const workspace = this.#known.get(id) ?? { id, folder: join(base, id) };
    this.#known.set(id, workspace);
    return workspace;
  }

  async create({ folder }: AgentWorkspace): Promise<void> {
    try {
      for (const name of workspaceFolders) await mkdir(join(folder, name), { recursive: true, mode: ownerOnly });
    } catch (error) {
      throw new ToolError("unavailable", `The workspace ${folder} cannot be made: ${messageOf(error)}.`);
    }
  }
}
