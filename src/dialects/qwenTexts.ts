/** Qwen Code's words for results and failures (section 20, columns QW). Types mirror the data of the crib's tools. */
import type { DirectoryEntry, FoundFile, FoundLine } from "../core/host";
import type { ToolResult } from "../core/tool";
import type { ToolError } from "../core/toolError";

type Given = Record<string, unknown>;
const dataOf = <T>(result: ToolResult) => result.data as T;

/** Characters of a line shown at most (RD-14). */
const mostColumns = 2000;

interface ReadData {
  readonly path: string;
  readonly binary: boolean;
  readonly text: string;
  readonly offset: number;
  readonly count: number;
  readonly total: number;
  readonly finalNewline: boolean;
}

/** C-09: the documented first line, then the block of the source. */
export function read(result: ToolResult): string {
  const { path, binary, text, offset, count, total, finalNewline } = dataOf<ReadData>(result);
  if (binary) return `Cannot display content of binary file: ${path}`;
  const all = text.split("\n");
  const lines = all.map((line) => (line.length > mostColumns ? `${line.slice(0, mostColumns)}... [truncated]` : line));
  const lineCut = lines.some((line, index) => line !== all[index]);
  const content = lines.join("\n");
  if (offset === 0 && count >= total && !lineCut) return finalNewline ? `${content}\n` : content;
  const next = offset + count;
  const range = `lines ${offset + 1}-${next} of ${total} total lines`;
  return `[File content truncated: showing ${range}...]
IMPORTANT: The file content has been truncated.
Status: Showing ${range}.
Action: To read more of the file, you can use the 'offset' and 'limit' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use offset: ${next}.

--- FILE CONTENT (truncated) ---
${content}`;
}

export function readError(error: ToolError): string {
  if (error.code === "not_found") return "Could not read file because no file was found at the specified path.";
  if (error.code === "is_directory") return "Could not read file because the provided path is a directory, not a file.";
  return error.message;
}

/** C-14: with a final period. */
export function written(result: ToolResult): string {
  const { path, created } = dataOf<{ path: string; created: boolean }>(result);
  return created ? `Successfully created and wrote to new file: ${path}.` : `Successfully overwrote file: ${path}.`;
}

/** ED-11; a match that was not exact is told. */
export function edited(result: ToolResult): string {
  const { path, created, replacements } = dataOf<{ path: string; created: boolean; replacements: number }>(result);
  if (created) return `Created new file: ${path} with provided content.`;
  const note = / The match was not exact: .*$/.exec(result.text)?.[0] ?? "";
  return `Successfully modified file: ${path} (${replacements} replacements).${note}`;
}

/** C-18 and section 20. */
export function editError({ code, message, details }: ToolError): string {
  const { path, found, expected } = details as { path?: string; found?: number; expected?: number };
  if (code === "no_match")
    return `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`;
  if (code === "many_matches") {
    const occurrences = expected === 1 ? "occurrence" : "occurrences";
    return `Failed to edit, expected ${expected} occurrences but found ${found}. Expected ${expected} ${occurrences} but found ${found} for old_string in file: ${path}`;
  }
  if (code === "no_change") return `No changes to apply. The old_string and new_string are identical in file: ${path}`;
  if (code === "exists") return `File already exists, cannot create: ${path}`;
  if (code === "not_found") return `File not found: ${path}`;
  return message;
}

/** LS-4, LS-5. */
export function listed(result: ToolResult): string {
  const { path, entries, ignored } = dataOf<{ path: string; entries: readonly DirectoryEntry[]; ignored: number }>(
    result,
  );
  const footer = ignored > 0 ? `\n\n(${ignored} git-ignored)` : "";
  if (entries.length === 0) return `Directory ${path} is empty.${footer}`;
  const lines = entries.map(({ name, kind }) => (kind === "directory" ? `[DIR] ${name}` : name));
  return `Directory listing for ${path}:\n${lines.join("\n")}${footer}`;
}

/** GL-3, C-24: absolute paths. */
export function found(result: ToolResult, { pattern, path }: Given): string {
  const { directory, files } = dataOf<{ directory: string; files: readonly FoundFile[] }>(result);
  const within = path ?? directory;
  if (files.length === 0) return `No files found matching pattern "${pattern}" within ${within}`;
  const paths = files.map((file) => `${directory.replace(/\/$/, "")}/${file.path}`);
  return `Found ${files.length} file(s) matching "${pattern}" within ${within}, sorted by modification time (newest first):\n${paths.join("\n")}`;
}

/** GR-6, GR-7. */
export function searched(result: ToolResult, { pattern, path, include, maxResults }: Given): string {
  const { lines, matches, truncated } = dataOf<{ lines: readonly FoundLine[]; matches: number; truncated: boolean }>(
    result,
  );
  const where = path === undefined ? "in the workspace directory" : `in path "${path}"`;
  const filter = include === undefined ? "" : ` (filter: "${include}")`;
  if (matches === 0) return `No matches found for pattern "${pattern}" ${where}${filter}.`;
  const some = truncated ? ` (showing first ${matches} of ${matches}+ total matches)` : "";
  const count = matches === 1 ? "1 match" : `${matches} matches`;
  const files = [...new Set(lines.map((line) => line.path))];
  const blocks = files.map((file) => {
    const its = lines.filter((line) => line.path === file).map(({ line, text }) => `L${line}: ${text.trim()}`);
    return `File: ${file}\n${its.join("\n")}\n---`;
  });
  const warning = `\nWARNING: Results truncated to prevent context overflow. To see more results:
- Use a more specific pattern to reduce matches
- Add file filters with the 'include' parameter (e.g., "*.js", "src/**")
- Specify a narrower 'path' to search in a subdirectory
- Increase 'maxResults' parameter if you need more matches (current: ${maxResults})`;
  return `Found ${count} for pattern "${pattern}" ${where}${filter}${some}:\n---\n${blocks.join("\n")}${truncated ? warning : ""}`;
}
