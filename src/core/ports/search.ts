/** How files and lines are found. */
import type { ResolvedPath } from "../vocabulary/effect";

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
  /** A match may span lines, a dot stands for a line's end too, and files are counted with their matches. */
  readonly multiline?: boolean;
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
