/** What Flyto's Grep prints (GR-3, GR-4, C-28, C-31). */
import { cutLine } from "../core/foundLine";
import type { FoundLine } from "../core/host";
import type { ToolResult } from "../core/tool";
import type { SearchData } from "../tools/searchText";
import { dataOf, type Given, joined, leftOutNote, pathText } from "./shared";

/** Characters of a line shown at most. */
const mostColumns = 500;

/** Puts marks around every match of a line. */
function marked(line: FoundLine): string {
  const { text, matches } = cutLine(line, mostColumns);
  let out = "";
  let from = 0;
  for (const [start, end] of matches) {
    out += `${text.slice(from, start)}>>${text.slice(start, end)}<<`;
    from = end;
  }
  return out + text.slice(from);
}

/** Names a file as the call would name it. */
type Place = (file: Pick<SearchData["files"][number], "path" | "shown">) => string;

/** `path:line:text` for a match and `path-line-text` for a line beside one; `--` where lines are left out between. */
function contentLines(lines: SearchData["lines"], place: Place, withContext: boolean): string[] {
  const out: string[] = [];
  let previous: SearchData["lines"][number] | undefined;
  for (const line of lines) {
    const apart = previous && (previous.absolute !== line.absolute || line.line > previous.line + 1);
    if (withContext && apart) out.push("--");
    const mark = line.matches.length > 0 ? ":" : "-";
    out.push(`${place(line)}${mark}${line.line}${mark}${marked(line)}`);
    previous = line;
  }
  return out;
}

/** At most `head_limit` lines of output, separators included. */
export function searched(result: ToolResult, args: Given): string {
  const { lines, files, matches, truncated, ofFile } = dataOf<SearchData>(result);
  if (matches === 0) return result.text;
  const { path: given, output_mode: mode, context = 0, head_limit } = args;
  const place: Place = ({ path, shown }) =>
    given === undefined ? shown : ofFile ? pathText(given) : joined(pathText(given), path);
  const all =
    mode === "content"
      ? contentLines(lines, place, context !== 0)
      : files.map((file) => (mode === "count" ? `${place(file)}:${file.lines}` : place(file)));
  const shown = all.slice(0, Number(head_limit));
  const isCut = truncated || shown.length < all.length;
  const notice = isCut ? [`[Cut at ${shown.length} lines: narrow the search or raise head_limit.]`] : [];
  return [...shown, ...notice, ...leftOutNote(result)].join("\n");
}
