/** Files and folders that are moved as they are, however large they may be. */
import type { ResolvedPath } from "../../vocabulary/effect";

/** How one takes the place of another. */
export interface WholeExchange {
  /** Absolute path of what comes; absent: nothing does. */
  readonly from?: string;
  /** Absolute path to which what goes is moved, in a folder that is made when it is missing. */
  readonly keep: string;
  /** Identity of what goes; absent: there must be nothing. */
  readonly found?: string;
  /** See WholeMove. */
  readonly unchangedSince?: number;
  /** Nothing is to be seen of it before this is fulfilled; when it fails, nothing is moved. */
  readonly ready?: Promise<unknown>;
  /** The folder's list of names is brought to the disk later; see {@link WholePort.sync}. */
  readonly syncsLater?: true;
  /** Hears the identity of a copy of what comes, where one had to be made, before it has the name. */
  copied?(identity: string): Promise<void>;
}

/** What is known of an exchange that was made. */
export interface WholeReceipt {
  /** Identity of what came. */
  readonly put?: string;
  /** Real paths of the folders that had to be made, outermost first. */
  readonly createdDirectories: readonly string[];
}

/** Moves whole files and folders; where one lies on another file system they are copied first. */
export interface WholePort {
  /**
   * Names what a path stands for, no link followed, for as long as it exists and wherever it is moved, and a file for as long as
   * nobody writes to it; undefined for nothing.
   */
  identity(path: string): Promise<string | undefined>;
  /**
   * What in a folder was written after a moment, or came to it or went: some paths below it, none where nothing was. Folders
   * are named only where no file in them tells more.
   * @param since of a path below it, in milliseconds since 1970; of the folder itself that is an empty text.
   * @throws ToolError for a folder that cannot be listed.
   */
  changedSince(folder: string, since: (below: string) => number): Promise<readonly string[]>;
  /**
   * Moves away what a name stands for, and something else to the name, or either of both. When this fails, all is as it was.
   * @throws ToolError `stale` when something else is there than was found, or somebody wrote to it.
   */
  exchange(target: ResolvedPath, exchange: WholeExchange): Promise<WholeReceipt>;
  /** Brings folders' lists of names to the disk. @param reals their real paths. @throws the file system's own error. */
  sync(reals: readonly string[]): Promise<void>;
  /** Removes what killed writes and moves of these names left beside them. Never rejects. @param reals real paths. */
  tidy(reals: readonly string[]): Promise<void>;
}
