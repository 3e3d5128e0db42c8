/** nanobot's words for results and failures (section 20, column NB; IFC-11: every failure is an `Error: …` text). */
import { Denial } from "../../core/rules/denial";
import type { ToolResult } from "../../core/tools/tool";
import type { ToolError } from "../../core/vocabulary/toolError";
import type { ListData } from "../../tools/files/listDirectory";
import type { ReadData } from "../../tools/files/readFile";
import type { WriteData } from "../../tools/files/writeFile";
import {
  byCodePoint,
  commandNotes,
  dataOf,
  dialectPath,
  type EditFailure,
  endedCommand,
  type Given,
  hasLines,
} from "../shared/over";

/** Characters returned at most (RD-5). */
const maxCharacters = 128_000;

const pathOf = ({ path }: Given) => dialectPath(path);
const grouped = (count: number) => count.toLocaleString("en-US");

/** RD-6: what is longer is cut, and says how long it is. */
export function nanobotRead(result: ToolResult): string {
  const data = dataOf<ReadData>(result);
  const { text, finalNewline, offset, count, total, more } = data;
  if (!hasLines(data)) return result.text;
  const last = offset + count;
  if (more && last > 0)
    return `${cut(text)}\n\n(Showing lines ${offset + 1}-${last}${total === undefined ? "" : ` of ${total}`}. Use offset=${last + 1} to continue.)`;
  return cut(finalNewline ? `${text}\n` : text);
}

/** RD-5: no more characters than are returned at once. */
function cut(content: string): string {
  if (content.length <= maxCharacters) return content;
  const characters = [...content];
  if (characters.length <= maxCharacters) return content;
  return `${characters.slice(0, maxCharacters).join("")}\n\n... (truncated — file is ${grouped(characters.length)} chars, limit ${grouped(maxCharacters)})`;
}

/** WR-3, C-13: true bytes. */
export const nanobotWritten = (result: ToolResult, args: Given): string =>
  `Successfully wrote ${dataOf<WriteData>(result).bytes} bytes to ${pathOf(args)}`;

export const nanobotEdited = (_result: ToolResult, args: Given): string => `Successfully edited ${pathOf(args)}`;

/** LS-3: by name, whatever it is. */
export function nanobotListed(result: ToolResult, args: Given): string {
  const { entries, prefix, left } = dataOf<ListData>(result);
  if (entries.length === 0) return `Directory ${pathOf(args)} is empty`;
  const sorted = entries.toSorted((a, b) => byCodePoint(a.name, b.name));
  const max = typeof args.max_entries === "number" ? args.max_entries : entries.length;
  const lines = sorted.slice(0, max).map(({ name, kind }) => `${kind === "directory" ? "📁" : "📄"} ${prefix}${name}`);
  const isCut = lines.length < entries.length + left;
  const more = isCut ? `\n\n(truncated, showing first ${lines.length} of ${entries.length + left} entries)` : "";
  return `${lines.join("\n")}${more}`;
}

export function executed(result: ToolResult): string {
  const data = endedCommand(result);
  if (!data) return result.text;
  const { stdout, stderr, exitCode, signal } = data;
  const ending = exitCode === undefined ? `\nEnded by ${signal}` : exitCode === 0 ? "" : `\nExit code: ${exitCode}`;
  const output = [stdout, stderr.trim() === "" ? "" : `STDERR:\n${stderr}`, ending].filter((part) => part !== "");
  return [output.join("\n") || "(no output)", ...commandNotes(data)].join("\n");
}

/** C-34; what it had printed by then is not thrown away. */
export function stopped(result: ToolResult): string {
  const data = endedCommand(result);
  if (!data) return `Error: ${result.text}`;
  const { endedBy, timeoutMs, stdout, stderr } = data;
  const cut = endedBy === "limit" ? "Command was stopped at a limit" : "Command was cancelled";
  const why = endedBy === "timeout" ? `Command timed out after ${timeoutMs / 1000} seconds` : cut;
  const output = `${stdout}${stderr}`.trimEnd();
  const until = output === "" ? [] : [`Output until then:\n${output}`];
  return [`Error: ${why}`, ...until, ...commandNotes(data)].join("\n");
}

/** Any failure; the crib's own words where nanobot has none. */
export function failed(error: ToolError, args: Given): string {
  if (error instanceof Denial && error.outside && "path" in args)
    return `Error: Path ${pathOf(args)} is outside allowed directory ${error.roots.join(", ")}`;
  return `Error: ${error.message}`;
}

export function nanobotReadFailed(error: ToolError, args: Given): string {
  if (error.code === "not_found") return `Error: File not found: ${pathOf(args)}`;
  if (error.code === "is_directory") return `Error: Not a file: ${pathOf(args)}`;
  if (error.code === "too_large")
    return `Error: File too large (${grouped(Number(error.details.size))} bytes). Use exec tool with head/tail/grep to read portions.`;
  const { pastEnd } = error.details;
  // Its lines are counted from 1, and the house's from 0.
  if (typeof pastEnd === "number") return `Error: ${error.message.replace(`${pastEnd}`, `${pastEnd + 1}`)}`;
  return failed(error, args);
}

/** ED-3, ED-4, C-21. */
export function nanobotEditFailed(error: ToolError, args: Given): string {
  const path = pathOf(args);
  const { found, firstLine, similarity = 0, diff } = error.details as EditFailure;
  if (error.code === "many_matches")
    return `Warning: old_text appears ${found} times. Please provide more context to make it unique.`;
  if (error.code !== "no_match") return nanobotReadFailed(error, args);
  if (diff === undefined)
    return `Error: old_text not found in ${path}. No similar text found. Verify the file content.`;
  const percent = Math.min(99, Math.round(similarity * 100));
  return `Error: old_text not found in ${path}.
Best match (${percent}% similar) at line ${firstLine}:
--- old_text (provided)
+++ ${path} (actual, line ${firstLine})
${diff}`;
}

export function nanobotListFailed(error: ToolError, args: Given): string {
  if (error.code === "not_found") return `Error: Directory not found: ${pathOf(args)}`;
  if (error.code === "not_directory") return `Error: Not a directory: ${pathOf(args)}`;
  return failed(error, args);
}

/** What the rules say of the command itself: the words a nanobot agent knows, and the reason, without which it would try again. */
export const nanobotCommandFailed = (error: ToolError, args: Given): string =>
  error instanceof Denial && error.rule !== "scope"
    ? `Error: Command blocked by safety guard (dangerous pattern detected)\nIt was not run: ${error.reason}.`
    : failed(error, args);
