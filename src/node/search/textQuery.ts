/** What is looked for in the text of files, and by whom. */
import type { FilePort } from "../../core/ports/files";
import type { MatchingFile, SearchScope, TextSearchOutcome } from "../../core/ports/search";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { fileTextOf } from "./fileText";

/** Larger files are left out, and the outcome says so, as they would be read whole. */
const maxSearchedBytes = 20 * 1024 * 1024;

/** A file, and the path it is reported under. */
export interface SearchTarget {
  readonly path: string;
  readonly target: ResolvedPath;
}

/** What is looked for. */
export interface TextQuery extends Pick<SearchScope, "caseSensitive" | "multiline" | "signal" | "countsMatches"> {
  readonly pattern: string;
  /** Matching lines, or files when they are counted, at most. */
  readonly limit: number;
  /** Lines around each match. */
  readonly context: number;
}

/** @param limit see {@link TextQuery}. */
export const queryOf = (
  { caseSensitive, multiline = false, signal, countsMatches = false }: SearchScope,
  pattern: string,
  limit: number,
  context = 0,
): TextQuery => ({ pattern, caseSensitive, multiline, signal, countsMatches, limit, context });

/** Looks for one pattern. */
export interface TextEngine {
  /** The lines that match, file by file in the order given. @throws ToolError `invalid_pattern`, `cancelled`. */
  lines(targets: readonly SearchTarget[]): Promise<TextSearchOutcome>;
  /** The files that match, in the order given, with the number of their matching lines or matches. @throws as `lines`. */
  counts(targets: readonly SearchTarget[]): Promise<{ files: MatchingFile[]; truncated: boolean }>;
}

/**
 * The text of a file in UTF-8; undefined for what is not searched: what is gone, unreadable, binary or too large.
 * @param onTooLarge hears of the last of these.
 */
export async function searchedText(
  files: FilePort,
  target: ResolvedPath,
  onTooLarge: () => void,
): Promise<Buffer | undefined> {
  const stat = await files.stat(target).catch(() => undefined);
  if (stat?.kind !== "file") return undefined;
  if (stat.size > maxSearchedBytes) {
    onTooLarge();
    return undefined;
  }
  const bytes = await files.read(target).catch(() => undefined);
  return bytes && fileTextOf(bytes);
}
