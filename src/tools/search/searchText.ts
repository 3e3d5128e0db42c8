import * as z from "zod";
import type { FileStat } from "../../core/ports/files";
import type { SearchScope } from "../../core/ports/search";
import { actionTitle } from "../../core/text/clauses/clause";
import { fittingLines } from "../../core/text/fittingLines";
import { defineTool, looking, type PlanContext, type RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { folderName } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { includeIgnored } from "../parameters";
import { nothingText } from "./emptySearchText";
import { withPassedOver } from "./passedOver";
import { isGlob } from "./patternHints";
import type { SearchData, SearchWish } from "./searchData";
import { goneNotes, keptOut, nothingToSearch, placeIn, targetsOf, within } from "./searchedPlaces";
import { counted, fileText, foundText, lineText, passedOverText, tooLargeText } from "./searchedText";
import { countedByFile, type FoundInPlaces, files, lines, matchesOf, spansLines, whyNothing } from "./searching";
import { ignoresNothing, type SystemIgnore, systemIgnore } from "./systemIgnore";

/** More than any person would write; a command line has its limits too. */
const maxPatternLength = 10_000;
export const searchText = defineTool({
  name: "search_text",
  displayName: "Search Text",
  summary: "Search file contents with ripgrep",
  description:
    "Searches file contents for a regular expression and returns path:line: text. Narrow the search with path (a file or folder) and include (a glob). Does not search binary files, secrets or files ignored by .gitignore; context adds lines around each match.",
  metadata: { ...looking, searchHint: "grep ripgrep regex contents occurrences" },
  effectKinds: ["read", "list"],
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .describe("The regular expression (ripgrep syntax). Escape special characters to find them literally."),
    path: z
      .string()
      .min(1)
      .optional()
      .describe(
        "File or folder to search, relative to the workspace folder or absolute. Default: every workspace folder.",
      ),
    include: z
      .string()
      .min(1)
      .optional()
      .describe("Glob of the files to search, for example *.ts or src/**/*.{js,ts}; !*.test.ts leaves files out."),
    context: z
      .number()
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe("Number of lines to show before and after each match. Default: 0."),
    case_sensitive: z.boolean().default(true).describe("Whether the match is case-sensitive. Default: true."),
    multiline: z
      .boolean()
      .default(false)
      .describe("Whether a match may span lines, where . matches line ends too. Default: false."),
    include_ignored: includeIgnored,
    output_mode: z
      .enum(["content", "files_with_matches", "count"])
      .default("content")
      .describe(
        "Whether to return matching lines, the paths of files with matches, or the number of matching lines per file. Default: content.",
      ),
    limit: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(250)
      .describe("Maximum number of matching lines, or of files in the other output modes. Default: 250."),
    offset: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe("Number of files to skip, in the output modes files_with_matches and count. Default: 0."),
  }),
  async plan({ path, ...wanted }, context) {
    checkPattern(wanted.pattern);
    checkOffset(wanted);
    const { pattern } = wanted;
    const targets = await targetsOf(path, context);
    const places = await placesOf(targets, context);
    const names = places.map(({ target }) => folderName(target)).join(", ");
    return {
      title: actionTitle`Search ${names} for ${pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern}`,
      effects: places.map(({ target, stat }) => ({ kind: stat.kind === "directory" ? "list" : "read", target })),
      async run(run) {
        const scopes = places.map((place) => scopeOf(place, wanted, run));
        const search = wanted.output_mode === "content" ? lines : files;
        const [all, passedOver] = await withPassedOver<FoundInPlaces>(scopes, run, () => search(scopes, wanted, run));
        const { tooLarge, ...found } = withinRoom(all, wanted, run.traits.listCharacters);
        const searched = places.map(({ target }) => target);
        const where = within(searched);
        const [first] = places as [Place];
        const empty = found.matches > 0 ? undefined : await whyNothing(found, scopes, wanted, run);
        const data: SearchData = {
          shown: first.target.shown,
          searched: places.map(({ target }) => ({ directory: shownPath(target.path), shown: target.shown })),
          ofFile: first.stat.kind !== "directory",
          ...found,
          notSearched: [...tooLargeText(tooLarge), ...passedOverText(passedOver), ...goneNotes(targets, searched)],
          ...(empty && { empty }),
          ...(empty && (await spansLines(empty, scopes, wanted, run)) && { spansLines: true as const }),
        };
        const text = empty ? nothingText(empty, { ...wanted, ...data, where }) : foundText(data, wanted);
        return { text: [text, ...data.notSearched].join("\n"), isError: false, data };
      },
    };
  },
});

interface Place {
  readonly target: ResolvedPath;
  readonly stat: FileStat;
  readonly leftOut: SystemIgnore;
}

function checkPattern(pattern: string): void {
  if (pattern.includes("\0"))
    throw new ToolError(
      "invalid_pattern",
      "The pattern contains a NUL character: remove it, because binary files are not searched.",
    );
  if (pattern.length > maxPatternLength)
    throw new ToolError(
      "invalid_pattern",
      `The pattern is ${pattern.length} characters long; the limit is 10,000: search for part of it.`,
    );
}

/** Lines come in no order that a further call could continue. */
function checkOffset({ offset, output_mode }: SearchWish): void {
  if (offset > 0 && output_mode === "content")
    throw new ToolError(
      "invalid_input",
      `offset ${offset} counts files and output_mode is content: raise the limit, narrow the search, or list the files with output_mode files_with_matches.`,
    );
}

const globAsPath = "path is a file or folder, and a glob goes into include";

/** A workspace folder that is gone does not fail a search of the others. */
async function placesOf(targets: readonly ResolvedPath[], context: PlanContext): Promise<Place[]> {
  const places: Place[] = [];
  for (const target of targets) {
    const stat = await context.host.stat(target);
    if (stat) places.push({ target, stat, leftOut: await systemIgnore(target, context) });
  }
  const [missing] = targets;
  if (places.length === 0 && missing)
    throw nothingToSearch(missing, isGlob(missing.shown) ? globAsPath : "give a file or folder to search");
  return places;
}

const scopeOf = (
  { target, stat, leftOut }: Place,
  { include, include_ignored, case_sensitive, multiline }: SearchWish,
  { hiddenGlobs, traits, signal }: RunContext,
): SearchScope => ({
  ...placeIn(target, stat),
  ...(include !== undefined && { include }),
  exclude: hiddenGlobs,
  excludeAlways: keptOut(target, traits),
  excludeByDefault: traits.excluded,
  ...(leftOut !== ignoresNothing && { isLeftOut: (real) => leftOut(real, false) }),
  includeIgnored: include_ignored,
  caseSensitive: case_sensitive,
  ...(multiline && { multiline }),
  countsMatches: traits.countsMatches === true,
  signal,
});

/** As much of what was found as was wished for and a result has room for. */
function withinRoom(found: FoundInPlaces, wanted: SearchWish, characters: number | undefined): FoundInPlaces {
  if (wanted.output_mode !== "content") return filesWithinRoom(found, wanted, characters);
  const room = fittingLines(found.lines.map(lineText), characters);
  if (room === found.lines.length) return found;
  const lines = found.lines.slice(0, room);
  const files = countedByFile(lines);
  return { ...found, lines, files, matches: matchesOf(files), truncated: true, isFull: true };
}

/** @throws ToolError `invalid_input` for an offset past the last file. */
function filesWithinRoom(found: FoundInPlaces, wanted: SearchWish, characters: number | undefined): FoundInPlaces {
  const { limit, offset, output_mode: mode } = wanted;
  const all = found.files.length;
  if (offset > 0 && offset >= all && all > 0)
    throw new ToolError(
      "invalid_input",
      `offset ${offset} is past the last of ${counted(all, "file")} with matches: use a smaller offset.`,
    );
  const wished = found.files.slice(offset, offset + limit);
  const room = fittingLines(
    wished.map((file) => fileText(file, mode)),
    characters,
  );
  const files = wished.slice(0, room);
  const inAll = { files: all, isMore: found.truncated };
  const truncated = found.truncated || offset + files.length < all;
  return { ...found, files, inAll, truncated, ...(room < wished.length && { isFull: true as const }) };
}
