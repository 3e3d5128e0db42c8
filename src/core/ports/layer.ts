/** A copy-on-write layer over the workspace: what a command changes lies there until somebody decides on it. */

/** A file before or after a command changed it. */
export interface LayerFile {
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** The whole content, read when it is asked for. @throws ToolError where it cannot be read. */
  read(): Promise<Uint8Array>;
}

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
  /** Set for what is no content of a file (a symbolic link, permissions, a pipe), as one clause: `became a symbolic link to ../b`. */
  readonly other?: string;
}

/** What a command left on its layer. */
export interface CommandLayer {
  /**
   * Everything that differs from the workspace, in order of path; what was only touched does not.
   * @throws ToolError `too_large` for more changes than can be listed.
   */
  changes(): Promise<readonly LayerChange[]>;
  /** Forgets all of it; never rejects. */
  discard(): Promise<void>;
  /** Has a person asked before the same command runs again; absent where one was asked, or runs it. */
  noteNeed?(): void;
}
