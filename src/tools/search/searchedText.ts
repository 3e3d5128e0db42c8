/** What a model reads of a search in files (GR-4). */
import { cutLine } from "../../core/ports/foundLine";
import type { FoundLine, MatchingFile } from "../../core/ports/search";
import type { SearchData, SearchWish } from "./searchData";
import type { Located } from "./searchedPlaces";

/** Characters of one line shown at most. */
const maxColumns = 500;
/** Files named at most that were too large to be searched. */
const maxTooLarge = 20;

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Everything that was found, with how to find the rest. @param data one match at least. */
export function foundText(data: SearchData, mode: SearchWish["output_mode"]): string {
  const { files: found, matches, truncated, isFull } = data;
  const more = truncated ? "More than " : "";
  const inFiles = `${counted(matches, "matching line")} in ${counted(found.length, "file")}`;
  const [head, ...out] = {
    content: () => [inFiles, ...contentLines(data.lines, data.matches)],
    files_with_matches: () => [
      `${counted(found.length, "file")} with matches`,
      ...found.map((file) => fileText(file, mode)),
    ],
    count: () => [inFiles, ...found.map((file) => fileText(file, mode))],
  }[mode]();
  return [
    `${more}${head}:`,
    ...out,
    ...(truncated ? [`[There are more: narrow the pattern, path or include${isFull ? "" : ", or raise limit"}.]`] : []),
  ].join("\n");
}

/** `path:line: text` for a match and `path-line- text` for a line beside one. */
export function lineText(line: Located<FoundLine>): string {
  const mark = line.matches.length > 0 ? ":" : "-";
  return `${line.shown}${mark}${line.line}${mark} ${cutLine(line, maxColumns).text}`;
}

/** A file as its output mode lists it. */
export const fileText = ({ shown, lines: its }: Located<MatchingFile>, mode: SearchWish["output_mode"]): string =>
  mode === "count" ? `${shown}: ${its}` : shown;

/** The found lines, with `--` where lines are left out between. @param matches how many of them are no context. */
export function contentLines(
  found: readonly Located<FoundLine>[],
  matches: number,
  worded: (line: Located<FoundLine>) => string = lineText,
): string[] {
  const out: string[] = [];
  let previous: Located<FoundLine> | undefined;
  for (const line of found) {
    const apart = previous && (previous.shown !== line.shown || line.line > previous.line + 1);
    if (apart && found.length > matches) out.push("--");
    out.push(worded(line));
    previous = line;
  }
  return out;
}

/** What was too large to be searched, in one line at most. */
export function tooLargeText(tooLarge: readonly string[]): string[] {
  if (tooLarge.length === 0) return [];
  const more = tooLarge.length - maxTooLarge;
  const names = `${tooLarge.slice(0, maxTooLarge).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [`[Not searched because they are larger than 20 MB: ${names}]`];
}

/** Their names are left to list_directory. @param count secret files. */
export const passedOverText = (count: number): string[] =>
  count > 0
    ? [
        `[Not searched: ${counted(count, "file")} that may contain secrets, such as .env (rule secretPaths). Reading such a file by its path needs a person's approval.]`,
      ]
    : [];
