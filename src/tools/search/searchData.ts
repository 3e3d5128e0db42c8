/** What a search in files is asked for, and what it finds (GR-4). */

import type { FoundLine, MatchingFile } from "../../core/ports/search";
import type { EmptySearch } from "../../core/text/emptySearch";
import type { Located, SearchedPlace } from "./searchedPlaces";

/** What search_text found, for dialects that word it themselves. */
export interface SearchData {
  /** The first searched file or folder, for people. */
  readonly shown: string;
  /** Everything that was searched: several folders when the call names none and the workspace has several. */
  readonly searched: readonly SearchedPlace[];
  /** True when a single file was searched; its lines bear its last name alone. */
  readonly ofFile: boolean;
  /** Matching lines with those around them, by path; none when files are counted. */
  readonly lines: readonly Located<FoundLine>[];
  /** Files with matching lines, and how many of them were found in each; where files are counted, those from offset on. */
  readonly files: readonly Located<MatchingFile>[];
  /** Matching lines in all; where files are counted, also those of files that are not shown. */
  readonly matches: number;
  /** All files with matches, where files are counted. */
  readonly inAll?: FilesInAll;
  /** There are more than the limit, or than a result has room for. */
  readonly truncated: boolean;
  /** The room of a result ended the list before the limit did. */
  readonly isFull?: true;
  /** See TextSearchOutcome; undefined when files are counted. */
  readonly filesSearched?: number;
  readonly empty?: EmptySearch;
  /** Nothing was found line by line, and something is where a match may span lines. */
  readonly spansLines?: true;
  /** Which files were not searched and why, one line for each reason. */
  readonly notSearched: readonly string[];
}

/** Of how many files some are shown. */
export interface FilesInAll {
  readonly files: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
}

/** The call's wishes that say what is looked for. */
export interface SearchWish {
  readonly pattern: string;
  readonly include?: string | undefined;
  /** A match may span lines. */
  readonly multiline: boolean;
  readonly context: number;
  readonly case_sensitive: boolean;
  readonly include_ignored: boolean;
  readonly output_mode: "content" | "files_with_matches" | "count";
  readonly limit: number;
  /** Files that are left out at the beginning, where files are counted. */
  readonly offset: number;
}
