/** What Flyto's Grep prints (GR-3, GR-4, C-28, C-31). */

import { cutLine } from "../../core/ports/foundLine";
import type { FoundLine } from "../../core/ports/search";
import { type EmptySearch, emptySearchReason } from "../../core/text/emptySearch";
import type { ToolResult } from "../../core/tools/tool";
import type { FindData } from "../../tools/search/findFiles";
import type { SearchData } from "../../tools/search/searchData";
import { dataOf, dialectPath, type Given, leftOutNote, resultText } from "../shared/over";

/** Characters of a line shown at most. */
const maxColumns = 500;

/** Puts marks around every match of a line. */
function marked(line: FoundLine): string {
  const { text, matches } = cutLine(line, maxColumns);
  let out = "";
  let from = 0;
  for (const [start, end] of matches) {
    out += `${text.slice(from, start)}>>${text.slice(start, end)}<<`;
    from = end;
  }
  return out + text.slice(from);
}

/** `path:line:text` for a match and `path-line-text` for a line beside one; `--` where lines are left out between. */
function contentLines(lines: SearchData["lines"], withContext: boolean): string[] {
  const out: string[] = [];
  let previous: SearchData["lines"][number] | undefined;
  for (const line of lines) {
    const apart = previous && (previous.absolute !== line.absolute || line.line > previous.line + 1);
    if (withContext && apart) out.push("--");
    const mark = line.matches.length > 0 ? ":" : "-";
    out.push(`${line.absolute}${mark}${line.line}${mark}${marked(line)}`);
    previous = line;
  }
  return out;
}

/** Why nothing was found. */
function nothing(result: ToolResult, empty: EmptySearch, { pattern, path, glob }: Given): string {
  if (empty.kind === "searched") return result.text;
  const where = path === undefined ? "" : ` in ${dialectPath(path)}`;
  const ignored = "name one of them as path to search it";
  const words = { filter: "glob", glob: glob === undefined ? undefined : resultText(glob), ignored };
  return [
    `No matches for ${JSON.stringify(pattern)}${where}. ${emptySearchReason(empty, words)}`,
    ...leftOutNote(result),
  ].join("\n");
}

/** At most `head_limit` lines of output, separators included; files by the absolute paths that Read takes. */
export function flytoSearched(result: ToolResult, args: Given): string {
  const { lines, files, truncated, empty } = dataOf<SearchData>(result);
  if (empty) return nothing(result, empty, args);
  const { output_mode: mode, context = 0, head_limit } = args;
  const all =
    mode === "content"
      ? contentLines(lines, context !== 0)
      : files.map((file) => (mode === "count" ? `${file.absolute}:${file.lines}` : file.absolute));
  const shown = all.slice(0, Number(head_limit));
  const isCut = truncated || shown.length < all.length;
  const notice = isCut ? [`[Cut at ${shown.length} lines: narrow the search or raise head_limit.]`] : [];
  return [...shown, ...notice, ...leftOutNote(result)].join("\n");
}

/** GL-2: newest first, with sizes, by the absolute paths that Read takes. */
export function globbed(result: ToolResult): string {
  const { files, truncated } = dataOf<FindData>(result);
  if (files.length === 0) return result.text;
  const [head = ""] = result.text.split("\n");
  const notice = truncated ? ["[There are more: narrow the pattern or the path.]"] : [];
  return [
    head,
    ...files.map(({ absolute, size }) => `${absolute} (${size} bytes)`),
    ...notice,
    ...leftOutNote(result),
  ].join("\n");
}
