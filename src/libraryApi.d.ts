/** What `toolcrib/library` offers to programs in plain Node; copied beside the bundle as its types. */

/** Which tools, where, and who says yes. */
export interface ToolsOptions {
  /** The folder in which tools work; the base of relative paths. */
  readonly root?: string;
  /** Several of them, the first being the base. One of `root` and `roots` is given. */
  readonly roots?: readonly string[];
  /** Whose names, parameters, limits and words. Default: `standard`. */
  readonly dialect?: "standard" | "triggerfish" | "nanobot" | "flyto" | "qwen";
  /** How a question is answered: yes to all, no to all (default), or by a function. A denial stays a denial. */
  readonly approve?: "all" | "none" | ((question: Question) => boolean | Promise<boolean>);
  /** `toolcrib.*` settings, with or without the prefix. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Where the journal and the session are kept. Default: a new temporary folder. */
  readonly stateFolder?: string;
  /** Who is calling, for the record. Default: `library`. */
  readonly agent?: string;
}

/** What somebody has to allow before it is done. */
export interface Question {
  /** Name of the tool in its dialect. */
  readonly tool: string;
  /** What would be done, in a line. */
  readonly title: string;
  /** Why it is asked. */
  readonly reason: string;
  /** All of it as Markdown: diffs, commands, notes. */
  readonly preview: string;
  /** True when only a person should answer, whatever was approved before (D-7). */
  readonly always: boolean;
}

/** Facts for schedulers and pickers (IFC-3). */
export interface Metadata {
  readonly concurrencySafe: boolean;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly aliases: readonly string[];
  readonly searchHint: string;
}

/** How a change is taken back (IFC-4, IFC-9). */
export interface UndoInfo {
  /** The call in the journal. */
  readonly id: string;
  readonly description: string;
  /** One for each file that gets its earlier bytes back, as people see its path. */
  readonly operations: readonly { readonly kind: "restore"; readonly file: string }[];
}

/** What came of a call; failures are results too and are never thrown (IFC-4). */
export interface Result {
  /** What a model reads. */
  readonly text: string;
  readonly isError: boolean;
  readonly data?: unknown;
  /** Pictures and files beside the text, base64 (RD-15). */
  readonly parts: readonly { readonly inlineData: { readonly mimeType: string; readonly data: string } }[];
  /** Set when the call changed files. */
  readonly undoInfo?: UndoInfo;
}

/** What a call would do (IFC-5). Nothing was done. */
export interface DryRunResult {
  /** A line for people, or why the call cannot succeed. */
  readonly summary: string;
  /** True when the call would fail before doing anything. */
  readonly isError: boolean;
  /** Paths of the files it would create, change or delete. */
  readonly wouldChange: readonly string[];
  /** Unified hunks of those changes. */
  readonly diff?: string;
  /** What the policy says; absent when it did not come to that. */
  readonly decision?: "allow" | "ask" | "deny";
}

/** One tool of a dialect. */
export interface LibraryTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly displayName: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly metadata: Metadata;
  /** 2 with dry run and undo, 0 with neither (IFC-6). */
  readonly safetyLevel: 0 | 1 | 2;
  execute(
    args: unknown,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (line: string) => void },
  ): Promise<Result>;
  dryRun(args: unknown): Promise<DryRunResult>;
  /**
   * Takes back this tool's last change that still stands.
   * @returns the files that hold their earlier bytes again. @throws Error when there is none, or a file has changed since.
   */
  undo(): Promise<readonly string[]>;
}

/** The tools of one dialect over one machine. They share what was read and the journal. */
export interface ToolSet {
  readonly tools: readonly LibraryTool[];
  /** By name or alias. */
  get(name: string): LibraryTool | undefined;
  /** Sentences about settings that could not be used. */
  readonly problems: readonly string[];
}

/** @throws Error for options that cannot be followed. */
export declare function createTools(options: ToolsOptions): Promise<ToolSet>;

/** A file as Qwen Code's glob sorts it. */
export interface FileEntry {
  fullpath(): string;
  readonly mtimeMs?: number;
}

/** Files of the last `recencyMs` before `now` newest first, then older ones by path (C-23). */
export declare function sortFileEntries<E extends FileEntry>(
  entries: readonly E[],
  now: number,
  recencyMs: number,
): E[];
