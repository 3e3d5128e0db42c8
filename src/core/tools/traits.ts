/** What differs between tool systems beneath their names and words, for the tools to follow (C-01, D-4). */

/** How much of a file one call returns (C-06). */
export interface ReadTraits {
  /** Lines when the call names no limit; undefined: all of them. */
  readonly lines: number | undefined;
  /** Characters at most. */
  readonly characters: number;
  /** Tokens at most, as they are estimated; undefined: as many as the characters take. */
  readonly tokens?: number;
  /** Characters of one line at most; what is longer is cut and says so. */
  readonly columns: number | undefined;
  /** Files with more bytes are refused. */
  readonly maxBytes: number | undefined;
  /** A NUL makes a file binary within so many of its first bytes, 4,096 by default (RD-9). */
  readonly nulBytes?: number;
  /** A PDF becomes a note with its type and size, its bytes as a part, or its text (C-10). */
  readonly pdf: "note" | "data" | "text";
}

/** The ways of one tool system. */
export interface Traits {
  /** An existing file is changed only when this agent knows it as it is, unless the setting says otherwise (D-10). */
  readonly requireRead: boolean;
  /** An edit may match where white space, quotes or escapes differ, and says so; else only exactly (C-17). */
  readonly inexactEdits: boolean;
  /** A model may be asked to repair an edit's old text (ED-10). */
  readonly modelRepair: boolean;
  /** An edit returns the updated contents of the file (C-20). */
  readonly returnsEdited?: boolean;
  /** An edit with an empty old text creates the file (C-19). */
  readonly createByEdit: boolean;
  /** Reading outside the roots: by the setting, or a person is asked whatever the setting says (C-04). */
  readonly readOutsideRoots: "setting" | "ask";
  /** Globs of folders and files that finding and searching leave out unless ignored files are asked for (C-26). */
  readonly excluded: readonly string[];
  /** Those globs hold also when ignored files are asked for. */
  readonly keepsExcluded?: boolean;
  /** Name of an ignore file of its own, at the top of a root: what it names is not found, listed or read (RD-16). */
  readonly ignoreFile?: string;
  /** Finding files also counts those that match and are left out, at the price of a second look (GL-4). */
  readonly countIgnored?: boolean;
  /** Counting what a search finds counts matches, not the lines that they are on (GR-4). */
  readonly countsMatches?: boolean;
  readonly read: ReadTraits;
  /** Characters of the lines that a search or a listing returns at most; undefined: as many as the call's other limits allow. */
  readonly listCharacters: number | undefined;
  /** Characters of a part of a page at most; undefined: as many as the call asks for. */
  readonly pageCharacters: number | undefined;
  /** Milliseconds after which a command is stopped that names no timeout; undefined: as long as the setting allows (C-34). */
  readonly commandTimeoutMs: number | undefined;
  /** Commands take `tty`, so that advice may name it. */
  readonly offersTerminal: boolean;
  /** A command that names no folder starts where the agent's last `cd` led, when the setting allows it. */
  readonly rememberFolder: boolean;
  /** Its plain tools work in the agent's own workspace where the setting says so (C-42). */
  readonly workspaceMode?: boolean;
  /**
   * Bytes of each stream of a command that a model gets, and whether the command's class chooses how a stream is cut;
   * undefined: as many as the setting says (SH-11, SH-6).
   */
  readonly commandOutput: { readonly stdout: number; readonly stderr: number; readonly byClass?: boolean } | undefined;
}

/** The ways of the house. */
export const standardTraits: Traits = {
  requireRead: true,
  inexactEdits: true,
  modelRepair: true,
  createByEdit: true,
  readOutsideRoots: "setting",
  excluded: ["**/node_modules/**", "**/.hg/**", "**/.svn/**", "**/__pycache__/**", "**/.DS_Store"],
  read: { lines: 2000, characters: 100_000, tokens: 25_000, columns: undefined, maxBytes: undefined, pdf: "text" },
  listCharacters: 20_000,
  pageCharacters: 30_000,
  commandTimeoutMs: undefined,
  offersTerminal: true,
  rememberFolder: true,
  commandOutput: undefined,
};
