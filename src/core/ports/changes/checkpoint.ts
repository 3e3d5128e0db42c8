/** Files as they were before a command began that works on the folders themselves: what it changed is told by comparing. */

import type { FileEntry } from "../../vocabulary/changes/fileEntry";

/** One file, link or folder that is not what it was. */
export interface LiveChange {
  /** Real absolute path. */
  readonly path: string;
  /** Absent: it was created. */
  readonly before?: FileEntry;
  /** Absent: it was deleted. */
  readonly after?: FileEntry;
  /** Real paths of the folders that came with it, outermost first. */
  readonly createdDirectories: readonly string[];
}

/** What a comparison found. */
export interface LiveFindings {
  readonly changes: readonly LiveChange[];
  /** Real paths of what changed and cannot be brought back, because no copy was taken. */
  readonly unkept: readonly string[];
}

/** The files of one set of folders. One is shared by all commands that work there at the same time. */
export interface Checkpoint {
  /**
   * What changed since the files were last looked at. It counts as looked at once `take` is fulfilled, and is found again
   * when that fails.
   * @param only real paths that are looked at; by default all files.
   */
  changes(take: (found: LiveFindings) => Promise<void>, only?: readonly string[]): Promise<void>;
  /** Counts files as looked at, as they are now. @param reals real paths. */
  skip(reals: readonly string[]): Promise<void>;
  /** To be called once for each command that began. Never rejects. */
  end(): Promise<void>;
}

/** What is asked for before a command begins. */
export interface CheckpointWish {
  /** Real paths of the folders that it may change. */
  readonly roots: readonly string[];
  /** True for what no tool may look at. @param real its real path. */
  isClosed(real: string, isFolder: boolean): boolean;
  /** Whose changes they are, as JSON; given back when this process is killed before the command has ended. */
  readonly facts: unknown;
}

/** How much of some folders is copied; `why`: nothing, for a reason that is one clause. */
export type Coverage = { readonly why: string } | { readonly isWhole: boolean };

/** Keeps copies of files for as long as commands run that may change them. */
export interface CheckpointPort {
  /** Whether copies are taken of these folders, and of all files that are small enough. Never rejects. */
  coverage(wish: Pick<CheckpointWish, "roots" | "isClosed">): Promise<Coverage>;
  /** @throws ToolError `too_large` for folders with more files than are looked at. */
  take(wish: CheckpointWish): Promise<Checkpoint>;
  /**
   * Hands over what commands had changed whose process was killed, as far as that was before it.
   * @param take see {@link Checkpoint.changes}.
   * @param isClosed what no tool may look at by now.
   */
  recover(
    take: (facts: unknown, found: LiveFindings) => Promise<void>,
    isClosed: CheckpointWish["isClosed"],
  ): Promise<void>;
}
