/** Triggerfish's words for results and failures (section 20, column TF). */
import { endingText } from "../../core/jobs/commandEnding";
import { Denial } from "../../core/rules/denial";
import { planModeRuleName } from "../../core/session/planMode";
import type { ToolResult } from "../../core/tools/tool";
import type { ToolError } from "../../core/vocabulary/toolError";
import type { EditData } from "../../tools/files/editFile";
import type { ListData } from "../../tools/files/listDirectory";
import type { ReadData } from "../../tools/files/readFile";
import type { WriteData } from "../../tools/files/writeFile";
import type { FindData } from "../../tools/search/findFiles";
import type { SearchData } from "../../tools/search/searchData";
import {
  byCodePoint,
  commandNotes,
  dataOf,
  dialectPath,
  type EditFailure,
  endedCommand,
  type Given,
  hasLines,
  joined,
  leftOutNote,
  rangeNotice,
  resultText,
} from "../shared/over";

/** Characters of search results at most; a notice says that there is more (C-28). */
const maxCharacters = 128_000;

const pathOf = ({ path }: Given) => dialectPath(path);

/** RD-1, C-06: the whole text, up to the cap. */
export function triggerfishRead(result: ToolResult): string {
  const data = dataOf<ReadData>(result);
  const { text, offset, more, lineCut, finalNewline } = data;
  if (!hasLines(data)) return result.text;
  if (offset === 0 && !more && !lineCut) return finalNewline ? `${text}\n` : text;
  return `${text}\n${rangeNotice(data)}`;
}

/** WR-2, C-13: true bytes. */
export const triggerfishWritten = (result: ToolResult, args: Given): string =>
  `Wrote ${dataOf<WriteData>(result).bytes} bytes to ${pathOf(args)}`;

/** Characters of an edited file that are returned whole (C-20). */
const maxEdited = 16_000;
/** Lines shown before and after a change of a longer file. */
const around = 20;

/** ED-2, C-20: what was done, then the updated contents, or the lines around the change with their numbers. */
export function triggerfishEdited(result: ToolResult, args: Given): string {
  const { bytes, content = "", lines } = dataOf<EditData>(result);
  const head = `Edited ${pathOf(args)} (${bytes} bytes written)`;
  if (content.length <= maxEdited) return `${head}\n${content}`;
  const all = content.split("\n");
  const [first = 1] = lines;
  const from = Math.max(0, first - 1 - around);
  const shown = all.slice(from, first + around).map((line, at) => `${from + at + 1}\t${line.slice(0, 500)}`);
  return [head, `[Lines ${from + 1}-${from + shown.length} of ${all.length}, with their numbers:]`, ...shown].join(
    "\n",
  );
}

/** Said below a listing that is not all of it. */
const moreListed = "[There is more: list the folders further down themselves.]";

/** LS-1, LS-2, LS-6, C-22: by name, folders with a slash; in the agent's own workspace files with their size. */
export function triggerfishListed(result: ToolResult): string {
  const { entries, prefix, facts, truncated, isOwn } = dataOf<ListData>(result);
  if (entries.length === 0) return "(empty directory)";
  const names = entries.map(({ name: below, kind }, index) => {
    const name = prefix + below;
    if (kind === "directory") return `${name}/`;
    const fact = isOwn ? facts[index] : undefined;
    return fact ? `${name} (${fact.size} bytes)` : name;
  });
  return [...names.sort(byCodePoint), ...(truncated ? [moreListed] : [])].join("\n");
}

/** As many lines as there is room for. */
function within(lines: readonly string[], truncated: boolean): string {
  const shown: string[] = [];
  let room = maxCharacters;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    shown.push(line);
  }
  const isCut = truncated || shown.length < lines.length;
  return [...shown, ...(isCut ? ["[There is more: narrow the pattern or the path.]"] : [])].join("\n");
}

/** C-27, C-30: paths below the one that was given, or `path:line:text`. */
export function triggerfishSearched(result: ToolResult, args: Given): string {
  if (!("lines" in dataOf<object>(result))) {
    const { files, truncated, ignored = 0 } = dataOf<FindData>(result);
    const paths = files.map((file) => joined(pathOf(args), file.path));
    if (paths.length > 0) return within(paths, truncated);
    return `No files found matching pattern.${ignored > 0 ? ` (Ignored files that match: ${ignored}.)` : ""}`;
  }
  const { lines, truncated, ofFile } = dataOf<SearchData>(result);
  const place = (path: string) => (ofFile ? pathOf(args) : joined(pathOf(args), path));
  const found = lines.map(({ path, line, text }) => `${place(path)}:${line}:${text}`);
  const shown = found.length > 0 ? within(found, truncated) : "No matches found.";
  return [shown, ...leftOutNote(result)].join("\n");
}

/** SH-1, SH-15: stdout, stderr, exit code and duration. */
export function triggerfishRan(result: ToolResult): string {
  const data = endedCommand(result);
  if (!data) return result.text;
  const { stdout, stderr, durationMs } = data;
  const parts = [stdout.replace(/\n$/, ""), stderr === "" ? "" : `[stderr] ${stderr.replace(/\n$/, "")}`];
  const output = parts.filter((part) => part !== "");
  return [...output, ...commandNotes(data), `[${endingText(data)}, ${Math.round(durationMs)}ms]`].join("\n");
}

/** Arguments that have to be given as text. */
const texts: readonly unknown[] = ["path", "content", "old_text", "new_text", "pattern", "command"];

/** What every tool says alike: a missing argument, and a path that may not be written. */
function common({ name, error, args }: { name: string; error: ToolError; args: Given }): string | undefined {
  if (error instanceof Denial && error.outside && "path" in args)
    return `Error: Path "${pathOf(args)}" escapes the workspace directory`;
  const { parameter } = error.details;
  if (error.code !== "invalid_input" || !texts.includes(parameter)) return undefined;
  const article = parameter === "old_text" ? "a non-empty" : "a";
  return `Error: ${name} requires ${article} '${parameter}' argument (string).`;
}

/** A refusal by a person or the policy stays in the crib's own words; everything else begins as Triggerfish does. */
const otherwise = (prefix: string, { code, message }: ToolError) =>
  code === "denied" || code === "declined" || code === "cancelled" ? message : `${prefix}: ${message}`;

/** C-44. */
const blockedInPlanMode = (name: string, error: ToolError) =>
  error instanceof Denial && error.rule === planModeRuleName
    ? `Tool "${name}" is blocked in plan mode. Use submit_plan to present your plan first.`
    : undefined;

/** A tool's words for its failures. @param prefix how those begin that have no words of their own. */
export const triggerfishFailure =
  (name: string, prefix: string) =>
  (error: ToolError, args: Given): string =>
    blockedInPlanMode(name, error) ?? common({ name, error, args }) ?? otherwise(prefix, error);

export const triggerfishReadFailed = triggerfishFailure("read_file", "Error reading file");
export const triggerfishWriteFailed = triggerfishFailure("write_file", "Error");
export const triggerfishListFailed = triggerfishFailure("list_directory", "Error listing directory");
export const triggerfishSearchFailed = triggerfishFailure("search_files", "Error searching");
const otherEditFailed = triggerfishFailure("edit_file", "Error editing file");

/** ED-1. */
export function triggerfishEditFailed(error: ToolError, args: Given): string {
  const { found } = error.details as EditFailure;
  if (error.code === "no_match") return "Error: old_text not found in file.";
  if (error.code === "many_matches")
    return `Error: old_text appears ${found} times (must be exactly 1). Provide a larger unique snippet.`;
  return otherEditFailed(error, args);
}

/**
 * What the rules say of the command itself: the words a Triggerfish agent knows, and the reason, without which it would try
 * again.
 */
export const commandFailure = (name: string) => {
  const otherwiseFailed = triggerfishFailure(name, "Error");
  return (error: ToolError, args: Given): string =>
    error instanceof Denial && error.rule !== "scope" && error.rule !== planModeRuleName
      ? `Command denied by policy: "${resultText(args.command ?? args.file)}"\nIt was not run: ${error.reason}.`
      : otherwiseFailed(error, args);
};

export const triggerfishCommandFailed = commandFailure("run_command");
