/** A copy-on-write layer over the workspace: what a command changes lies there until somebody decides on it. */

import type { FileEntry } from "../../vocabulary/changes/fileEntry";
import type { WholeMove } from "../../vocabulary/changes/wholeChange";

/** What a name stood for before or after a command changed it. */
export interface LayerFile {
  readonly kind: FileEntry["kind"];
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Of a file when its content was written, in milliseconds since 1970. */
  readonly mtimeMs?: number;
  /** The whole content, read when it is asked for; of a link the path that it leads to. @throws ToolError where it cannot be read. */
  read(): Promise<Uint8Array>;
}

/** Something in a folder that is moved as it is. */
export interface InsideWhole {
  /** Relative to the folder, with `/`. */
  readonly place: string;
  readonly kind: FileEntry["kind"];
  /** Of a link the path that it leads to. */
  readonly to?: Uint8Array;
  /** False for what goes. */
  readonly comes: boolean;
}

/** A change of what is too large to be looked at byte by byte. */
export interface LayerWhole extends WholeMove {
  /** What lies in it; nothing for a file. */
  readonly inside: readonly InsideWhole[];
  /** The same as changes of what lies in it. @throws ToolError `too_large`. */
  apart(): Promise<readonly LayerChange[]>;
}

/** Why a change is not made on what somebody else has made of the file since, as one clause. */
export const changedMeanwhile = "was changed by another program while the command ran";

/** One change that a command made on its layer. */
export interface LayerChange {
  /** Real absolute path in the workspace. */
  readonly path: string;
  /** Absent: a file was created. */
  readonly before?: LayerFile;
  /** Absent: a file was deleted. */
  readonly after?: LayerFile;
  /** Of a deleted file: real paths of the folders that are gone with it, outermost first. */
  readonly emptied?: readonly string[];
  /** Set for what cannot be kept (a pipe, a device, what somebody else changed meanwhile), as one clause: `is a pipe`. */
  readonly other?: string;
  /** Set where nobody can say which files are there, with `other`. */
  readonly isHidden?: true;
  /** Set where it is moved as it is; then it has `before` and `after` on the sides where there is something. */
  readonly whole?: LayerWhole;
  /** Set where nothing but the time of a file's content is another one. */
  readonly isTouched?: true;
  /** Set where what it was, or became, goes on under another name (a hard link), which is not kept. */
  readonly isCopy?: true;
}

/** What a command left on its layer. */
export interface CommandLayer {
  /**
   * Everything that differs from the workspace, in an order in which it can be made; of very many files that were only
   * touched, not all.
   * @throws ToolError `too_large` for more changes than can be listed.
   */
  changes(): Promise<readonly LayerChange[]>;
  /** Forgets all of it; never rejects. */
  discard(): Promise<void>;
  /** Has a person asked before the same command runs again; absent where one was asked, or runs it. */
  noteNeed?(): void;
  /** Set where a person said yes to the command in the call that ran it, and not by a rule or an earlier answer. */
  readonly isApproved?: boolean;
}
