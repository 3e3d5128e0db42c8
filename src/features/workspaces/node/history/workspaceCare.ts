/** What a person does with agents' workspaces: looks, takes copies, clears and deletes (EX-3, PO-8). */
import { copyFile, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type AgentWorkspace,
  backgroundName,
  execHistoryName,
  schedulesFolder,
  type Workspaces,
} from "../../../../core/ports/workspaces";
import { ToolError } from "../../../../core/vocabulary/toolError";
import { isPlainFolder } from "../../../approvedFolders/node/wholeFolder";
import type { WorkspaceHistory } from "./workspaceHistory";

/** What is deleted: what was tried out, all but what is to stay, or everything. The history stays. */
export type ClearWish = "scratch" | "work" | "all";

/** What each leaves at the top of the workspace. */
const left: Readonly<Record<ClearWish, (name: string) => boolean>> = {
  scratch: (name) => name !== "scratch",
  work: (name) => ["skills", "integrations", schedulesFolder, execHistoryName].includes(name),
  all: (name) => name === execHistoryName,
};

const cleared: Readonly<Record<ClearWish, string>> = {
  scratch: "the folder scratch",
  work: "everything but skills, integrations and schedules",
  all: "everything",
};

/** One name in a folder. */
export interface WorkspaceEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
  /** Of a file, in bytes. */
  readonly size: number;
}

/** What an export copied. */
export interface Exported {
  readonly folder: string;
  readonly files: number;
  /** Links and other things that are no files, which were left out. */
  readonly leftOut: number;
}

/** See the head of the file. */
export class WorkspaceCare {
  /** @param note puts on the audit log what a person did. */
  constructor(
    private readonly workspaces: Workspaces,
    private readonly history: WorkspaceHistory,
    private readonly note: (event: string, detail: string) => Promise<void>,
  ) {}

  /** All that there are, by name. */
  async all(): Promise<AgentWorkspace[]> {
    const { base } = this.workspaces;
    const names = (await readdir(base).catch(() => [])).filter(
      (name) => !name.startsWith(".") && name !== backgroundName,
    );
    const found = names.sort().map((id) => ({ id, folder: join(base, id) }));
    const areFolders = await Promise.all(found.map(({ folder }) => isPlainFolder(folder)));
    return found.filter((_, at) => areFolders[at]);
  }

  /** The folders of a person's to which a workspace belongs, for people: `of /home/me/shop`. */
  async projectText({ id }: AgentWorkspace): Promise<string> {
    const roots = await this.workspaces.projectOf(id);
    if (roots === undefined) return "made before each project had its own";
    return roots.length > 0 ? `of ${roots.join(", ")}` : "of windows without a folder";
  }

  /** Folders first, by name; empty for a folder that is gone. */
  async entries(folder: string): Promise<WorkspaceEntry[]> {
    if (!(await isPlainFolder(folder))) return [];
    const names = await readdir(folder).catch(() => []);
    const entries = await Promise.all(names.map((name) => entryOf(folder, name)));
    const rank = ({ kind }: WorkspaceEntry) => (kind === "directory" ? 0 : 1);
    return entries.flatMap((entry) => entry ?? []).sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  }

  /** @throws ToolError `unavailable` while an agent changes something there; Error of the file system. */
  async clear(workspace: AgentWorkspace, wish: ClearWish): Promise<void> {
    await this.#mustRest(workspace, "deleted");
    for (const name of await readdir(workspace.folder))
      if (!left[wish](name)) await rm(join(workspace.folder, name), { recursive: true, force: true });
    await this.workspaces.create(workspace);
    await this.#record(workspace, "workspace cleared", cleared[wish]);
  }

  /**
   * Deletes the workspace; the lines of its history are kept beside it.
   * @throws ToolError `unavailable` while an agent changes something there; Error of the file system.
   */
  async delete(workspace: AgentWorkspace): Promise<void> {
    await this.#mustRest(workspace, "deleted");
    await this.#record(workspace, "workspace deleted", workspace.folder);
    await this.history.setAside(workspace);
    await rm(workspace.folder, { recursive: true, force: true });
  }

  /**
   * Copies its files into a new folder below the one that was chosen; links are not followed and not copied.
   * @param stamp tells the copy from others of the same workspace.
   * @throws ToolError `unavailable` while something is changed there; an error of the file system, or the signal's reason; then
   *   nothing is left of the copy.
   */
  async export(workspace: AgentWorkspace, chosen: string, stamp: string, signal: AbortSignal): Promise<Exported> {
    // What runs could put a link in the place of a file that is just being copied.
    await this.#mustRest(workspace, "copied");
    const folder = join(chosen, `${workspace.id}-workspace-${stamp}`);
    await mkdir(folder);
    try {
      const copied = await copyTree(workspace.folder, folder, signal);
      await this.#record(workspace, "workspace exported", `to ${folder}, ${copied.files} files`);
      return { folder, ...copied };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #record(workspace: AgentWorkspace, event: string, detail: string): Promise<void> {
    await this.history.note(workspace, event, detail);
    await this.note(event, `${workspace.id}: ${detail}`);
  }

  async #mustRest(workspace: AgentWorkspace, what: "deleted" | "copied"): Promise<void> {
    const going = await this.history.going(workspace);
    if (going === 0) return;
    const calls = going === 1 ? "1 call is" : `${going} calls are`;
    throw new ToolError(
      "unavailable",
      `${calls} changing something in the workspace ${workspace.id} just now, so nothing was ${what}: stop it in the Running view, or wait for its end.`,
    );
  }
}

async function entryOf(folder: string, name: string): Promise<WorkspaceEntry | undefined> {
  const found = await lstat(join(folder, name)).catch(() => undefined);
  if (!found) return undefined;
  if (found.isFile()) return { name, kind: "file", size: found.size };
  return { name, kind: found.isDirectory() ? "directory" : found.isSymbolicLink() ? "link" : "other", size: 0 };
}

async function copyTree(from: string, to: string, signal: AbortSignal): Promise<Omit<Exported, "folder">> {
  let [files, leftOut] = [0, 0];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target);
      const below = await copyTree(source, target, signal);
      files += below.files;
      leftOut += below.leftOut;
    } else if (entry.isFile()) {
      await copyFile(source, target);
      files++;
    } else leftOut++;
  }
  return { files, leftOut };
}
