/** Qwen Code's words for results and failures (section 20, columns QW). */
import { Denial } from "../core/denial";
import type { ToolResult } from "../core/tool";
import type { ToolError } from "../core/toolError";
import type { EditData } from "../tools/editFile";
import type { FindData } from "../tools/findFiles";
import type { ListData } from "../tools/listDirectory";
import type { ReadData } from "../tools/readFile";
import type { SearchData } from "../tools/searchText";
import type { WriteData } from "../tools/writeFile";
import { dataOf, type EditFailure, type Given, hasLines, leftOutNote, pathText } from "./shared";

/** C-09: the documented first line, then the block of the source. */
export function read(result: ToolResult): string {
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

/** RD-15, RD-16 and section 20. */
export function readFailed(error: ToolError): string {
  if (error.code === "not_found") return "Could not read file because no file was found at the specified path.";
  if (error.code === "is_directory") return "Could not read file because the provided path is a directory, not a file.";
  if (error.code === "too_large") return "File size exceeds the 20MB limit.";
  return otherwise("File path", error);
}

/** A path in no root; else the crib's own words. */
const otherwise = (what: string, error: ToolError): string =>
  error instanceof Denial && error.outside
    ? `${what} must be within one of the workspace directories: ${error.roots.join(", ")}`
    : error.message;

export const writeFailed = (error: ToolError): string => otherwise("File path", error);
export const listFailed = (error: ToolError): string => otherwise("Path", error);

/** Of glob and search_file_content. */
export const searchFailed = (error: ToolError, { path }: Given): string =>
  error instanceof Denial && error.outside
    ? `Search path ("${pathText(path)}") resolves outside the allowed workspace directories: ${error.roots.join(", ")}`
    : error.message;

/** C-14: with a final period. */
export function written(result: ToolResult): string {
  const { path, created } = dataOf<WriteData>(result);
  return created ? `Successfully created and wrote to new file: ${path}.` : `Successfully overwrote file: ${path}.`;
}

/** ED-11; a match that was not exact is told. */
export function edited(result: ToolResult): string {
  const { path, created, replacements } = dataOf<EditData>(result);
  if (created) return `Created new file: ${path} with provided content.`;
  const note = / The match was not exact: .*$/.exec(result.text)?.[0] ?? "";
  return `Successfully modified file: ${path} (${replacements} replacements).${note}`;
}

/** C-18 and section 20. */
export function editFailed(error: ToolError, { file_path }: Given): string {
  const path = pathText(file_path);
  const { found, expected } = error.details as EditFailure;
  switch (error.code) {
    case "no_match":
      return `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`;
    case "many_matches": {
      const occurrences = expected === 1 ? "occurrence" : "occurrences";
      return `Failed to edit, expected ${expected} occurrences but found ${found}. Expected ${expected} ${occurrences} but found ${found} for old_string in file: ${path}`;
    }
    case "no_change":
      return `No changes to apply. The old_string and new_string are identical in file: ${path}`;
    case "exists":
      return `File already exists, cannot create: ${path}`;
    case "not_found":
      return `File not found: ${path}`;
    default:
      return otherwise("File path", error);
  }
}

/** LS-4, LS-5. */
export function listed(result: ToolResult): string {
  const { path, entries, left, ignored } = dataOf<ListData>(result);
  const more = left > 0 ? `\n\n(${left} more entries: list a directory further down, or use glob)` : "";
  const footer = `${more}${ignored > 0 ? `\n\n(${ignored} git-ignored)` : ""}`;
  if (entries.length === 0) return `Directory ${path} is empty.${footer}`;
  const lines = entries.map(({ name, kind }) => (kind === "directory" ? `[DIR] ${name}` : name));
  return `Directory listing for ${path}:\n${lines.join("\n")}${footer}`;
}

/** GL-3, GL-4, C-24: absolute paths. */
export function found(result: ToolResult, { pattern, path }: Given): string {
  const { directory, searched, files, truncated, ignored = 0 } = dataOf<FindData>(result);
  const several = searched.length > 1 ? `${searched.length} workspace directories` : undefined;
  const folder = several ?? (path === undefined ? directory : pathText(path));
  if (files.length === 0) {
    const left = ignored > 0 ? ` (${ignored} files were git-ignored)` : "";
    return `No files found matching pattern "${pattern}" within ${folder}${left}`;
  }
  const left = ignored > 0 ? ` (${ignored} additional files were git-ignored)` : "";
  const where = `${several ? "across" : "within"} ${folder}${left}`;
  const paths = files.map(({ absolute }) => absolute);
  const lines = truncated ? [...paths, "(There are more: use a more specific pattern or a narrower path)"] : paths;
  return `Found ${truncated ? "more than " : ""}${files.length} file(s) matching "${pattern}" ${where}, sorted by modification time (newest first):\n${lines.join("\n")}`;
}

/** GR-6, GR-7. */
export function searched(result: ToolResult, { pattern, path, include, maxResults }: Given): string {
  const { lines, matches, truncated, searched } = dataOf<SearchData>(result);
  const everywhere =
    searched.length > 1 ? `across ${searched.length} workspace directories` : "in the workspace directory";
  const where = path === undefined ? everywhere : `in path "${pathText(path)}"`;
  const filter = include === undefined ? "" : ` (filter: "${include}")`;
  if (matches === 0)
    return [`No matches found for pattern "${pattern}" ${where}${filter}.`, ...leftOutNote(result)].join("\n");
  const some = truncated ? ` (showing first ${matches} of ${matches}+ total matches)` : "";
  const count = matches === 1 ? "1 match" : `${matches} matches`;
  const head = `Found ${count} for pattern "${pattern}" ${where}${filter}${some}:`;
  const warning = `WARNING: Results truncated to prevent context overflow. To see more results:
- Use a more specific pattern to reduce matches
- Add file filters with the 'include' parameter (e.g., "*.js", "src/**")
- Specify a narrower 'path' to search in a subdirectory
- Increase 'maxResults' parameter if you need more matches (current: ${maxResults})`;
  const blocks = fileBlocks(lines, searched.length > 1);
  return [head, "---", ...blocks, ...leftOutNote(result), ...(truncated ? [warning] : [])].join("\n");
}

/** @param inSeveral the folders' names stand before the paths. */
function fileBlocks(lines: SearchData["lines"], inSeveral: boolean): string[] {
  const blocks: string[] = [];
  let file: string | undefined;
  for (const { absolute, path, shown, line, text } of lines) {
    if (absolute !== file) blocks.push(...(file === undefined ? [] : ["---"]), `File: ${inSeveral ? shown : path}`);
    file = absolute;
    blocks.push(`L${line}: ${text.trim()}`);
  }
  return [...blocks, "---"];
}
