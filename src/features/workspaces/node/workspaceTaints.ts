/** How confidential workspaces have become, beside them and out of their agents' reach (PO-6). */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkspaceTaint } from "../../../core/ports/workspaces";
import { highest, isAbove, type Level, levels } from "../../../core/vocabulary/level";
import { relativeInside } from "../../../core/vocabulary/paths";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { baseOf } from "./baseOf";

/** Name of the folder beside the agents'; no agent has it, because of its dot. */
const folderName = ".taint";

const ordinary: Level = "INTERNAL";

const unknown: WorkspaceTaint = {
  level: "RESTRICTED",
  agent: "an agent",
  source: "something whose record cannot be read",
};

const isLevel = (name: string): name is Level => (levels as readonly string[]).includes(name);

const isNotThere = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The folder with what is noted of a workspace. No agent is called `background`, so none has a name like a run's. */
function taintPlace(folder: string): string {
  const base = baseOf(folder);
  return join(base, folderName, relativeInside(base, folder).replaceAll("/", "+"));
}

/** Each level of a workspace is a file of its own, so that of two processes neither takes back what the other noted. */
export class WorkspaceTaints {
  /** See Workspaces.taintOf. */
  async of(folder: string): Promise<WorkspaceTaint | undefined> {
    try {
      const level = highest((await readdir(taintPlace(folder))).filter(isLevel));
      return isAbove(level, ordinary) ? await this.#read(folder, level) : undefined;
    } catch (error) {
      return isNotThere(error) ? undefined : unknown;
    }
  }

  /** See Workspaces.taint. */
  async raise(folder: string, by: WorkspaceTaint): Promise<void> {
    if (!isAbove(by.level, ordinary)) return;
    const held = await this.of(folder);
    if (held && !isAbove(by.level, held.level)) return;
    const place = taintPlace(folder);
    try {
      await mkdir(place, { recursive: true, mode: 0o700 });
      const draft = join(place, randomUUID());
      await writeFile(draft, JSON.stringify(by), { mode: 0o600 });
      await rename(draft, join(place, by.level));
    } catch (error) {
      throw new ToolError(
        "unrecorded",
        `It could not be recorded that ${by.level} data enters the workspace (${messageOf(error)}): tell the person.`,
      );
    }
  }

  /** See Workspaces.resetTaint. */
  async reset(folder: string): Promise<void> {
    await rm(taintPlace(folder), { recursive: true, force: true });
  }

  async #read(folder: string, level: Level): Promise<WorkspaceTaint> {
    const { agent, source } = Object(JSON.parse(await readFile(join(taintPlace(folder), level), "utf8")));
    return { level, agent: String(agent), source: String(source) };
  }
}
