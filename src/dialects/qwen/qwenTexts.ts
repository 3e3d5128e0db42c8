/** Qwen Code's words for results and failures (section 20, columns QW). */

import { type EmptySearch, emptySearchReason } from "../../core/text/emptySearch";
import type { ToolResult } from "../../core/tools/tool";
import type { EditData } from "../../tools/files/editFile";
import type { ListData, ListedEntry } from "../../tools/files/listDirectory";
import type { ReadData } from "../../tools/files/readFile";
import type { WriteData } from "../../tools/files/writeFile";
import type { FindData } from "../../tools/search/findFiles";
import type { SearchData } from "../../tools/search/searchData";
import { dataOf, dialectPath, type Given, hasLines, joined, leftOutNote, resultText } from "../shared/over";

/** C-09: the documented first line, then the block of the source. */
export function qwenRead(result: ToolResult): string {
  const data = dataOf<ReadData>(result);
  const { path, content: kind, text, offset, count, total, more, cutLines, finalNewline } = data;
  if (kind === "binary") return `Cannot display content of binary file: ${path}`;
  if (!hasLines(data)) return result.text;
  const cut = new Set(cutLines);
  const lines = text.split("\n").map((line, index) => (cut.has(offset + index) ? `${line}... [truncated]` : line));
  const content = lines.join("\n");
  if (offset === 0 && !more && cut.size === 0) return finalNewline ? `${content}\n` : content;
  const range = `lines ${offset + 1}-${offset + count} of ${total ?? `more than ${offset + count}`} total lines`;
  return `[File content truncated: showing ${range}...]
IMPORTANT: The file content has been truncated.
Status: Showing ${range}.
Action: ${howToGoOn(data)}

--- FILE CONTENT (truncated) ---
${content}`;
}

/** An offset past the end would only fail, so it is named where lines follow. */
function howToGoOn({ offset, count, more, cutLines }: ReadData): string {
  if (more)
    return `To read more of the file, you can use the 'offset' and 'limit' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use offset: ${offset + count}.`;
  return cutLines.length > 0
    ? "Lines of more than 2000 characters were cut. To find what is in them, use search_file_content."
    : "This is the end of the file. To read what comes before, use a smaller offset.";
}

/** C-14: with a final period. */
export function qwenWritten(result: ToolResult): string {
  const { path, created } = dataOf<WriteData>(result);
  return created ? `Successfully created and wrote to new file: ${path}.` : `Successfully overwrote file: ${path}.`;
}

/** ED-11; a match that was not exact is told. */
export function qwenEdited(result: ToolResult): string {
  const { path, created, replacements } = dataOf<EditData>(result);
  if (created) return `Created new file: ${path} with provided content.`;
  const note = / The match was inexact: .*$/.exec(result.text)?.[0] ?? "";
  return `Successfully modified file: ${path} (${replacements} replacements).${note}`;
}

/** Folders first, then by name as people sort names: case decides between equal letters alone. */
function byKindAndName(): (a: ListedEntry, b: ListedEntry) => number {
  const names = new Intl.Collator("en");
  return (a, b) => Number(b.kind === "directory") - Number(a.kind === "directory") || names.compare(a.name, b.name);
}

/** LS-4, LS-5. */
export function qwenListed(result: ToolResult): string {
  const { path, entries, left, ignored, leftOut } = dataOf<ListData>(result);
  const more = left > 0 ? `\n\n(${left} more entries: list a directory further down, or use glob)` : "";
  const counts = [
    ...(ignored > 0 ? [`${ignored} git-ignored`] : []),
    ...(leftOut > 0 ? [`${leftOut} qwen-ignored`] : []),
  ];
  const footer = `${more}${counts.length > 0 ? `\n\n(${counts.join(", ")})` : ""}`;
  if (entries.length === 0) return `Directory ${path} is empty.${footer}`;
  const isFlat = entries.every(({ name }) => !name.includes("/"));
  const shown = isFlat ? entries.toSorted(byKindAndName()) : entries;
  const lines = shown.map(({ name, kind }) => (kind === "directory" ? `[DIR] ${name}` : name));
  return `Directory listing for ${path}:\n${lines.join("\n")}${footer}`;
}

/** GL-3, GL-4, C-24: absolute paths. */
export function found(result: ToolResult, { pattern, path }: Given): string {
  const { directory, searched, files, truncated, ignored = 0 } = dataOf<FindData>(result);
  const several = searched.length > 1 ? `${searched.length} workspace directories` : undefined;
  const folder = several ?? (path === undefined ? directory : dialectPath(path));
  if (files.length === 0) {
    const left = ignored > 0 ? ` (${ignored} files were git-ignored)` : "";
    return [`No files found matching pattern "${pattern}" within ${folder}${left}`, ...leftOutNote(result)].join("\n");
  }
  const left = ignored > 0 ? ` (${ignored} additional files were git-ignored)` : "";
  const where = `${several ? "across" : "within"} ${folder}${left}`;
  const paths = files.map(({ absolute }) => absolute);
  const more = truncated ? ["(There are more: use a more specific pattern or a narrower path)"] : [];
  const lines = [...paths, ...more, ...leftOutNote(result)];
  return `Found ${truncated ? "more than " : ""}${files.length} file(s) matching "${pattern}" ${where}, sorted by modification time (newest first):\n${lines.join("\n")}`;
}

/** GR-6, GR-7. */
export function qwenSearched(result: ToolResult, { pattern, path, include, maxResults }: Given): string {
  const data = dataOf<SearchData>(result);
  const { matches, truncated, searched, empty } = data;
  const everywhere =
    searched.length > 1 ? `across ${searched.length} workspace directories` : "in the workspace directory";
  // Qwen Code has no words for files without their lines, which a call asks for in the standard's parameter.
  if (data.inAll && !empty) return result.text;
  const where = path === undefined ? everywhere : `in path "${dialectPath(path)}"`;
  const filter = include === undefined ? "" : ` (filter: "${include}")`;
  if (empty) {
    const nothing = `No matches found for pattern "${pattern}" ${where}${filter}.`;
    return [nothing, ...reasonOf(empty, include), ...leftOutNote(result)].join("\n");
  }
  const some = truncated ? ` (showing first ${matches} of ${matches}+ total matches)` : "";
  const count = matches === 1 ? "1 match" : `${matches} matches`;
  const head = `Found ${count} for pattern "${pattern}" ${where}${filter}${some}:`;
  const warning = `WARNING: Results truncated to prevent context overflow. To see more results:
- Use a more specific pattern to reduce matches
- Add file filters with the 'include' parameter (e.g., "*.js", "src/**")
- Specify a narrower 'path' to search in a subdirectory
- Increase 'maxResults' parameter if you need more matches (current: ${maxResults})`;
  const blocks = fileBlocks(data, path);
  return [head, "---", ...blocks, ...leftOutNote(result), ...(truncated ? [warning] : [])].join("\n");
}

/** Why nothing was found, where there is more to say than that nothing matches. */
function reasonOf(empty: EmptySearch, include: unknown): string[] {
  if (empty.kind === "searched") return [];
  const glob = include === undefined ? undefined : resultText(include);
  const ignored = "name one of them as path to search it";
  return [emptySearchReason(empty, { filter: "include", glob, ignored })];
}

/** Files by a name that the other tools take: below the path that was given, or as people see them. */
function fileBlocks({ lines, ofFile }: SearchData, given: unknown): string[] {
  const blocks: string[] = [];
  let file: string | undefined;
  for (const { absolute, path, shown, line, text } of lines) {
    const name = given === undefined ? shown : ofFile ? resultText(given) : joined(resultText(given), path);
    if (absolute !== file) blocks.push(...(file === undefined ? [] : ["---"]), `File: ${name}`);
    file = absolute;
    blocks.push(`L${line}: ${text.trim()}`);
  }
  return [...blocks, "---"];
}
