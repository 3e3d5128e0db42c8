/** What is known of worktrees, in files: a window that is killed loses none of them. */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeRecord } from "../../../node/files/writing/jsonRecord";
import type { ProcessName } from "../../../node/files/writing/processName";
import type { Worktree } from "../worktrees";

/** One worktree on record. */
export interface WorktreeRecord {
  readonly worktree: Worktree;
  /** Real path of the folder that the repository's worktrees share. */
  readonly common: string;
  /** Git's own folder for the worktree; absent until git has made it. */
  readonly gitFolder?: string;
  /** The process in which its agent works. */
  readonly owner: ProcessName;
  /** Set once its work was committed: what could not be. */
  readonly finished?: { readonly notes: readonly string[] };
}

const ending = ".json";

const isRecord = (value: unknown): value is WorktreeRecord => {
  const { worktree, common, owner } = (value ?? {}) as Partial<WorktreeRecord>;
  return typeof worktree?.folder === "string" && typeof worktree.branch === "string" && Boolean(common && owner);
};

/** One file for each worktree, in a folder that no tool may look into. */
export class WorktreeRecords {
  constructor(private readonly folder: string) {}

  #pathOf(worktreeFolder: string): string {
    return join(this.folder, createHash("sha256").update(worktreeFolder).digest("hex").slice(0, 32) + ending);
  }

  /** On disk, and whole, before it returns. */
  async put(record: WorktreeRecord): Promise<void> {
    await writeRecord(this.#pathOf(record.worktree.folder), record, { flush: true });
  }

  async get(worktreeFolder: string): Promise<WorktreeRecord | undefined> {
    return this.#read(this.#pathOf(worktreeFolder));
  }

  async remove(worktreeFolder: string): Promise<void> {
    await rm(this.#pathOf(worktreeFolder), { force: true });
  }

  /** Oldest first. */
  async all(): Promise<WorktreeRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(
      names.filter((name) => name.endsWith(ending)).map((name) => this.#read(join(this.folder, name))),
    );
    return found
      .filter((record) => record !== undefined)
      .sort((a, b) => a.worktree.createdAt - b.worktree.createdAt || (a.worktree.folder < b.worktree.folder ? -1 : 1));
  }

  async #read(path: string): Promise<WorktreeRecord | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(path, "utf8"));
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
