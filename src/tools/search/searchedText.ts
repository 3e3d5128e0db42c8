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

/**
 * Everything that was found, with how to find the rest.
 * @param data one match at least. @param offset files before the first that is shown, where files are counted.
 */
export function foundText(
  data: SearchData,
  { output_mode: mode, offset, multiline }: Pick<SearchWish, "output_mode" | "offset" | "multiline">,
): string {
  const { files, lines, matches, truncated, isFull, inAll = { files: files.length, isMore: truncated } } = data;
  if (mode === "content") {
    const more = `[There are more: narrow the pattern, path or include${isFull ? "" : ", or raise limit"}.]`;
    return [contentHead(data), ...contentLines(lines, matches), ...(truncated ? [more] : [])].join("\n");
  }
  const end = offset + files.length;
  const all = `${inAll.isMore ? "more than " : ""}${counted(inAll.files, "file")}`;
  const of =
    mode === "count"
      ? `${multiline ? counted(matches, "match", "matches") : counted(matches, "matching line")} in ${all}`
      : `${all} with matches`;
  const which = end - offset < inAll.files ? `, ${offset + 1} to ${end}` : "";
  return [
    `${of.charAt(0).toUpperCase()}${of.slice(1)}${which}:`,
    ...files.map((file) => fileText(file, mode)),
    ...(end < inAll.files ? [`[There are more: call again with offset ${end}.]`] : []),
    ...(end >= inAll.files && inAll.isMore ? ["[There are more: narrow the pattern, path or include.]"] : []),
  ].join("\n");
}

/** A search that was stopped knows neither all lines nor all files. */
function contentHead({ files, matches, truncated, ofFile }: SearchData): string {
  const found = counted(matches, "matching line");
  if (!truncated) return `${found} in ${counted(files.length, "file")}:`;
  return ofFile
    ? `The first ${found}:`
    : `${found} shown, from ${counted(files.length, "file")}; more files may match:`;
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
