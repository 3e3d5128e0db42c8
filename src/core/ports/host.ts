/** The port between the core and the machine it runs on. Plain Node and VS Code each provide one. */

import type { ResolvedPath } from "../vocabulary/effect";
import type { ShellChoice, ShellLanguage } from "../vocabulary/shellLanguage";
import type { CommandHold, Confinement, SandboxName } from "./confinement";
import type { FileNamesPort } from "./fileNames";
import type { CommandLayer } from "./layer";
import type { OutputStream } from "./outputLog";
import type { ReachedLimit } from "./reachedLimit";
import type { Repositories } from "./repository";
import type { RuntimePort } from "./runtimes";
import type { WebPort } from "./web";

/** What is known of a file without reading it. */
export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  /** Bytes; of the unsaved text when the file is open and changed (D-8). */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
  /** The same for its content, names or permissions, as no program can set it; where the file system has it. */
  readonly changedMs?: number;
  /** Changes whenever the content may have changed; compare for equality only (D-10). */
  readonly version: string;
  /** Number of hard links; more than one means a write is seen under other names too. */
  readonly links: number;
  /** Permission bits, where the file system has them. */
  readonly mode?: number;
}

/** One name in a folder. A link has the kind of what it leads to, or `other` when that is missing. */
export interface DirectoryEntry {
  readonly name: string;
  /** True for a symbolic link. */
  readonly link: boolean;
  readonly kind: FileStat["kind"];
}

/** What only examining a file tells; zeros for one that cannot be examined. */
export interface EntryFacts {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** What a write did beyond the file itself, so that undoing it leaves nothing behind. */
export interface WriteReceipt {
  /** Version of the file after the write; empty after a deletion. */
  readonly version: string;
  /** Real paths of the folders it had to create, outermost first. */
  readonly createdDirectories: readonly string[];
  /** What the file holds now, where that may differ from what was asked for (an editor that formats on save). */
  readonly written?: Uint8Array;
}

/** What a write may be told beside the bytes. */
export interface WriteOptions {
  /** Permission bits of a file that is created; by default the system's. */
  readonly mode?: number | undefined;
  /** Nothing is to be seen of the write before this is fulfilled; when it fails, nothing is written. */
  readonly ready?: Promise<unknown> | undefined;
}

/** Files, as a person sees them: unsaved editor text is the file (D-8). Errors are ToolErrors. */
export interface FilePort {
  /**
   * Follows links and `~`. Relative paths start at `base`, by default the first root.
   * @throws ToolError `invalid_input` for a path that names no file here (NUL, `~other`, Windows devices).
   */
  resolve(path: string, base?: string): Promise<ResolvedPath>;
  /** Undefined when there is nothing at the path. */
  stat(target: ResolvedPath): Promise<FileStat | undefined>;
  /** The whole content. @throws ToolError `not_found`, `is_directory`, `unreadable`, `too_large`. */
  read(target: ResolvedPath): Promise<Uint8Array>;
  /**
   * The content in pieces; for files too large to hold. A piece holds its bytes only until the next is asked for.
   * @param from the byte to begin at, by default the first.
   */
  stream(target: ResolvedPath, signal: AbortSignal, from?: number): AsyncIterable<Uint8Array>;
  /** The encoding the person has configured for the file, as its label; undefined when none or UTF-8 (D-9). */
  encodingOf(target: ResolvedPath): Promise<string | undefined>;
  /** Names in a folder in no particular order; one unreadable entry does not fail the rest. */
  list(target: ResolvedPath): Promise<DirectoryEntry[]>;
  /** Sizes and times of some of a folder's names, in their order. */
  examine(folder: ResolvedPath, names: readonly string[]): Promise<EntryFacts[]>;
  /**
   * Replaces the file's bytes in one step, or creates or deletes it (`after` undefined), creating parent folders;
   * keeps mode, owner where possible, and what a link points to (D-9).
   * @throws ToolError `stale` when the file does not hold exactly `before` at that moment (D-10).
   */
  write(
    target: ResolvedPath,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    options?: WriteOptions,
  ): Promise<WriteReceipt>;
  /** Files whose text in an editor is not what is on the disk, for whoever reads past this port (D-8). */
  unsaved?(): Promise<readonly ResolvedPath[]>;
  /** Removes a folder if it is empty; does nothing otherwise. */
  removeEmptyDirectory(real: string): Promise<void>;
}

/** How a command ended. Exactly one of `exitCode` and `signal` is set unless it could not be started. */
export interface CommandOutcome {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** Milliseconds from start to end. */
  readonly durationMs: number;
  readonly endedBy: "itself" | "timeout" | "cancellation" | "limit";
  /** Limits that it met, as far as that shows; `notes` says so too (HB-6). */
  readonly limits?: readonly ReachedLimit[];
  /** True when processes that the command left running had to be stopped. */
  readonly stoppedLeftovers: boolean;
  /** What held it (D-15). */
  readonly sandbox: SandboxName;
  /** What a model should know of what the sandbox or a limit refused, one sentence each. */
  readonly notes: readonly string[];
  /** Set when it seems to have failed because it was held to only read: a person is asked the next time (D-13). */
  readonly needsMore?: true;
  /** Absolute path of the folder in which its shell ended, where that was asked for and the shell told; not to be trusted. */
  readonly folder?: string;
  /** What it changed, where it ran on a layer; to be discarded when it has been looked at. */
  readonly layer?: CommandLayer;
}

/** How much a terminal shows. */
export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** The terminal that a person sees and types into. */
export interface CommandTerminal {
  readonly size: TerminalSize;
  /**
   * Listens until the returned function is called.
   * @param wires `onKeys` hears what is typed, as a terminal sends it; `onResize` hears each change of the size.
   */
  connect(wires: { onKeys(keys: string): void; onResize(size: TerminalSize): void }): () => void;
}

/** A command to run in a shell, in its own process group. */
export interface CommandRequest {
  readonly command: string;
  /** What it is written in, which decides on the shell; absent: bash. */
  readonly language?: ShellLanguage;
  readonly cwd: ResolvedPath;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Names of variables that the command does not get (SH-9). */
  readonly hiddenVariables: readonly string[];
  /**
   * True when nobody was asked and no rule of the person's frees git: then what could make it do more than its words say
   * (git's configured programs) is switched off.
   */
  readonly unasked: boolean;
  /** Whose command this is: for the person's eyes, and for the temporary folder that is kept between its commands. */
  readonly agent: string;
  /** What holds it besides its process group; absent: nothing does. */
  readonly hold?: CommandHold;
  /** What it reads on its standard input; absent: nothing, and an end at once. */
  readonly input?: string;
  /** True when it goes on after the call that began it (SH-8). */
  readonly background?: boolean;
  /** True when it runs in a terminal, so that both its streams are one; it reads what is typed there and has no `input`. */
  readonly tty?: boolean;
  /** For a command with `tty`, brought by the surface that shows it. */
  readonly terminal?: CommandTerminal;
  /** True when the folder in which its shell ends is wanted. */
  readonly tellsFolder?: boolean;
  /**
   * Receives output as it is printed, the two streams apart; the bytes stay as they are.
   * @returns a promise when no more should come before it is fulfilled.
   */
  onOutput(stream: OutputStream, chunk: Uint8Array): Promise<void> | undefined;
}

/** Runs commands. */
export interface ShellPort {
  /** @throws ToolError `unavailable` where commands cannot run at all, `command_failed` when this one cannot be started. */
  run(request: CommandRequest): Promise<CommandOutcome>;
  /** The language of the shell that runs commands, by a person's choice; absent: bash. */
  languageFor?(choice: ShellChoice): ShellLanguage;
  /** What will hold a command, as one sentence for the person who is asked (D-15). */
  describeHold?(confinement: Confinement, outsideSandbox: boolean): Promise<string>;
  /** True when a sandbox will hold it; absent: none does. */
  isHeld?(confinement: Confinement, outsideSandbox: boolean): Promise<boolean>;
  /** Why no command can run on a layer here, as one clause; undefined when it can. Absent: there are no layers here. */
  whyNoLayer?(confinement: Confinement): Promise<string | undefined>;
  /** True where what is written in bash is run by a shell that knows less (`sh`). */
  isPlain?(choice: ShellChoice): boolean;
  /** The git repositories that a command finds which is started in a folder. @param folder absolute path. */
  repositoriesAt(folder: string): Promise<Repositories>;
}

/** Which files a search or a glob looks at. */
export interface SearchScope {
  readonly directory: ResolvedPath;
  /** Set when a single file is searched. */
  readonly file?: ResolvedPath;
  /** Keep only these (glob, braces allowed). */
  readonly include?: string;
  /** Leave these out: globs that count from the root the folder is in, whatever the case. */
  readonly exclude: readonly string[];
  /** Globs left out unless ignored files are asked for (Traits.excluded); they count from the root, with case. */
  readonly excludeByDefault: readonly string[];
  /** Also look at files that ignore rules leave out; `.git` is left out always. */
  readonly includeIgnored: boolean;
  /** Globs left out even then. */
  readonly excludeAlways?: readonly string[];
  /** True for a real path that `.toolcribignore` closes to tools; it is never found, even when ignored files are. */
  readonly isClosed?: (real: string) => boolean;
  /** True for a real path that the tool system's own ignore file leaves out, even when ignored files are asked for. */
  readonly isLeftOut?: (real: string) => boolean;
  readonly caseSensitive: boolean;
  /** Files are counted with their matches instead of their matching lines. */
  readonly countsMatches?: boolean;
  readonly signal: AbortSignal;
}

/** One file found by name. */
export interface FoundFile {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** One line that matched, or stands beside one. */
export interface FoundLine {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The first places in `text` that matched, as [start, end) in UTF-16 units; empty for a line of context. */
  readonly matches: readonly (readonly [number, number])[];
}

/** One file that holds matching lines. */
export interface MatchingFile {
  /** Relative to the searched folder, with `/`. */
  readonly path: string;
  /** Number of lines that match; with SearchScope.countsMatches the number of matches. */
  readonly lines: number;
}

/** What a text search found. */
export interface TextSearchOutcome {
  readonly lines: readonly FoundLine[];
  /** True when the search was stopped at the limit and there is more. */
  readonly truncated: boolean;
  /** Number of files the filters left to look at, for saying why nothing was found; when something was, at least its files. */
  readonly filesSearched: number;
  /** Files that were too large for the engine, and so were not looked into. */
  readonly tooLarge?: readonly string[];
}

/** The line of an ignore file that decides on a path. */
export interface IgnoreReason {
  /** False when the line takes the path out of what others ignore. */
  readonly ignored: boolean;
  /** Absolute path of the ignore file. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** As the file has it. */
  readonly pattern: string;
}

/** Finds files and lines (D-11). */
export interface SearchPort {
  /** Files matching a glob, newest first. Stops at `limit`. @throws ToolError `invalid_pattern`. */
  findFiles(scope: SearchScope, glob: string, limit: number): Promise<{ files: FoundFile[]; truncated: boolean }>;
  /** Lines matching a regular expression, by file in order of path. @throws ToolError `invalid_pattern`. */
  searchText(scope: SearchScope, pattern: string, limit: number, context: number): Promise<TextSearchOutcome>;
  /** Files with lines that match, in order of path; `limit` counts files. @throws ToolError `invalid_pattern`. */
  matchingFiles(
    scope: SearchScope,
    pattern: string,
    limit: number,
  ): Promise<{ files: MatchingFile[]; truncated: boolean }>;
  /**
   * Counts the files that `SearchScope.exclude` alone keeps out of the same text search, ignored ones too, for its result to
   * say so. @throws ToolError `invalid_pattern`.
   */
  passedOver(scope: SearchScope): Promise<number>;
  /** Those of a folder's entries, or of places below it, that ignore rules leave out; a folder's name ends in `/`. */
  ignoredNames(directory: ResolvedPath, names: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Which line of git's ignore files decides on a path, as `git check-ignore --no-index` says; undefined when none does.
   * @param place below the directory, with `/`; a folder's ends in one.
   */
  whyIgnored(directory: ResolvedPath, place: string): Promise<IgnoreReason | undefined>;
}

/** The machine. */
export interface Host {
  readonly files: FilePort;
  readonly shell: ShellPort;
  readonly search: SearchPort;
  /** Absent where files have one name each. */
  readonly fileNames?: FileNamesPort;
  /** Absent where no network is to be had. */
  readonly web?: WebPort;
  /** Absent where no commands run. */
  readonly runtimes?: RuntimePort;
  /** Milliseconds since 1970. */
  now(): number;
}
