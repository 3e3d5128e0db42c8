/** Looking for a pattern in one place after the other, and why nothing is found (D-11, GR-4). */
import { cutLine } from "../../core/ports/foundLine";
import type { FoundLine, MatchingFile, SearchScope } from "../../core/ports/search";
import type { EmptySearch } from "../../core/text/emptySearch";
import type { RunContext } from "../../core/tools/tool";
import { shownPath } from "../../core/vocabulary/shownPath";
import { isBinary } from "../files/binaryFile";
import type { SearchData, SearchWish } from "./searchData";
import { type Located, locate } from "./searchedPlaces";

/** Files that are counted at most, however few of them are shown. */
const maxCounted = 5000;
/** Characters of one line kept as data at most. */
const maxLineLength = 2000;

/** What was found in all places. */
export type FoundInPlaces = Omit<SearchData, "shown" | "searched" | "ofFile" | "notSearched"> & {
  /** Paths of files that were too large to be searched. */
  readonly tooLarge: readonly string[];
};
type FoundLinesInPlaces = FoundInPlaces & { readonly filesSearched: number };

/** Matching lines of one place after the other, until there are enough. */
export async function lines(
  scopes: readonly SearchScope[],
  wanted: SearchWish,
  { host }: RunContext,
): Promise<FoundLinesInPlaces> {
  const found: Located<FoundLine>[] = [];
  const tooLarge: string[] = [];
  let matches = 0;
  let filesSearched = 0;
  let truncated = false;
  for (const scope of scopes) {
    if (truncated) break;
    const outcome = await host.search.searchText(scope, wanted.pattern, wanted.limit - matches, wanted.context);
    found.push(
      ...locate(scope, outcome.lines, scopes.length > 1).map((line) => ({ ...line, ...cutLine(line, maxLineLength) })),
    );
    matches += outcome.lines.filter((line) => line.matches.length > 0).length;
    filesSearched += outcome.filesSearched;
    tooLarge.push(...(outcome.tooLarge ?? []).map(shownPath));
    truncated = outcome.truncated;
  }
  return { lines: found, files: countedByFile(found), matches, truncated, filesSearched, tooLarge };
}

/** Matching lines of all files. */
export const matchesOf = (files: readonly MatchingFile[]) => files.reduce((sum, { lines }) => sum + lines, 0);

/** The files of some lines, with how many of them are no context. */
export function countedByFile(found: readonly Located<FoundLine>[]): Located<MatchingFile>[] {
  const files = new Map<string, Located<{ path: string; lines: number }>>();
  for (const { path, absolute, shown, matches } of found) {
    if (matches.length === 0) continue;
    const file = files.get(absolute) ?? { path, absolute, shown, lines: 0 };
    file.lines++;
    files.set(absolute, file);
  }
  return [...files.values()];
}

/** Files in order of path: of all that there are, as those found first are not the same each time. @param most files. */
export async function files(
  scopes: readonly SearchScope[],
  wanted: SearchWish,
  { host }: RunContext,
  most = maxCounted,
): Promise<FoundInPlaces> {
  const found: Located<MatchingFile>[] = [];
  let truncated = false;
  for (const scope of scopes) {
    if (truncated) break;
    const outcome = await host.search.matchingFiles(scope, wanted.pattern, most - found.length);
    found.push(...locate(scope, outcome.files, scopes.length > 1));
    truncated = outcome.truncated;
  }
  return { lines: [], files: found, matches: matchesOf(found), truncated, tooLarge: [] };
}

/** What can stand for the end of a line where a match may span lines. */
const spanning = /\\s|\\W|\\S|\\D|\[\^|\(\?\w*s/;

/** Whether a pattern that is not in one line is in several. */
export async function spansLines(
  { kind }: EmptySearch,
  scopes: readonly SearchScope[],
  wanted: SearchWish,
  run: RunContext,
): Promise<boolean> {
  if (kind !== "searched" || wanted.multiline || !spanning.test(wanted.pattern)) return false;
  const across = scopes.map((scope) => ({ ...scope, multiline: true }));
  return (await files(across, wanted, run, 1)).files.length > 0;
}

/** An empty answer says why (D-11). */
export async function whyNothing(
  found: Pick<FoundInPlaces, "filesSearched">,
  scopes: readonly SearchScope[],
  wanted: SearchWish,
  run: RunContext,
): Promise<EmptySearch> {
  const one = { ...wanted, limit: 1, context: 0 };
  const file = scopes[0]?.file;
  if (file) {
    if (await isBinary(file, run)) return { kind: "binary" };
    const { filesSearched } = await lines(scopes, one, run);
    if (filesSearched === 0) return { kind: wanted.include === undefined ? "no_files" : "filtered" };
    return { kind: "searched", files: filesSearched };
  }
  const all = scopes.map((scope) => ({ ...scope, includeIgnored: true }));
  if (!wanted.include_ignored) {
    // Looking for a file ends without counting those that were looked through; what it finds may be no place in a line.
    if ((await files(all, one, run, 1)).files.length > 0 && (await lines(all, one, run)).matches > 0)
      return { kind: "ignored" };
  }
  const searched = found.filesSearched ?? (await lines(scopes, one, run)).filesSearched;
  if (searched > 0) return { kind: "searched", files: searched };
  const ignored = wanted.include_ignored ? 0 : (await lines(all, one, run)).filesSearched;
  return ignored === 0 ? { kind: "no_files" } : { kind: "all_ignored", files: ignored };
}
