/** Qwen Code's words for failures (section 20, columns QW; of its source what its page does not say). */
import { Denial } from "../../core/rules/denial";
import type { ToolError } from "../../core/vocabulary/toolError";
import { dialectPath, type EditFailure, type Given, resultText } from "../shared/over";

/** What the tool says of an argument by its name, where its own check has words for it. */
type Sentences = Readonly<Record<string, string>>;

interface ParameterFailure {
  readonly parameter?: string;
  readonly problem?: string;
}

/** An argument that is missing, of another type, or refused by the tool's own check. */
function wrongArgument(error: ToolError, sentences: Sentences): string | undefined {
  const { parameter, problem } = error.details as ParameterFailure;
  if (parameter === undefined || problem === undefined) return undefined;
  if (problem === "missing") return `params must have required property '${parameter}'`;
  const type = /^expected (string|number|boolean|array|object)$/.exec(problem)?.[1];
  return type === undefined ? sentences[parameter] : `params/${parameter.replaceAll(".", "/")} must be ${type}`;
}

const isOutside = (error: ToolError): error is Denial => error instanceof Denial && error.outside;

/** A path in no root, or an argument that is wrong; else the crib's own words. */
const otherwise = (what: string, error: ToolError, sentences: Sentences = {}): string =>
  isOutside(error)
    ? `${what} must be within one of the workspace directories: ${error.roots.join(", ")}`
    : (wrongArgument(error, sentences) ?? error.message);

const emptyName = (name: string): Sentences => ({ [name]: `The '${name}' parameter must be non-empty.` });

const readSentences: Sentences = {
  ...emptyName("path"),
  offset: "Offset must be a non-negative number",
  limit: "Limit must be a positive number",
};

/** RD-15, RD-16 and section 20. */
export function qwenReadFailed(error: ToolError, { path }: Given): string {
  const { leftOutBy } = error.details;
  if (leftOutBy !== undefined) return `File path '${dialectPath(path)}' is ignored by ${leftOutBy} pattern(s).`;
  if (error.code === "not_found") return "Could not read file because no file was found at the specified path.";
  if (error.code === "is_directory") return "Could not read file because the provided path is a directory, not a file.";
  if (error.code === "too_large") return "File size exceeds the 20MB limit.";
  return otherwise("File path", error, readSentences);
}

export function qwenWriteFailed(error: ToolError, { file_path }: Given): string {
  if (error.code === "is_directory") return `Path is a directory, not a file: ${dialectPath(file_path)}`;
  return otherwise("File path", error, { file_path: 'Missing or empty "file_path"' });
}

export function qwenListFailed(error: ToolError, { path }: Given): string {
  if (error.code === "not_found") return `Error: Directory not found or inaccessible: ${dialectPath(path)}`;
  if (error.code === "not_directory") return `Error: Path is not a directory: ${dialectPath(path)}`;
  return otherwise("Path", error);
}

const outsideSearch = (error: Denial, { path }: Given): string =>
  `Search path ("${dialectPath(path)}") resolves outside the allowed workspace directories: ${error.roots.join(", ")}`;

export function globFailed(error: ToolError, args: Given): string {
  if (isOutside(error)) return outsideSearch(error, args);
  const { path } = error.details;
  if (error.code === "not_found") return `Search path does not exist ${dialectPath(path)}`;
  if (error.code === "not_directory") return `Search path is not a directory: ${dialectPath(path)}`;
  return wrongArgument(error, { pattern: "The 'pattern' parameter cannot be empty." }) ?? error.message;
}

export function qwenSearchFailed(error: ToolError, args: Given): string {
  if (isOutside(error)) return outsideSearch(error, args);
  if (error.code === "not_found") return `Path does not exist: ${dialectPath(error.details.path)}`;
  if (error.code === "invalid_pattern")
    return `Invalid regular expression pattern provided: ${resultText(args.pattern)}. Error: ${error.message}`;
  return wrongArgument(error, {}) ?? error.message;
}

export function qwenCommandFailed(error: ToolError, { directory }: Given): string {
  if (isOutside(error) && directory !== undefined)
    return `Directory '${dialectPath(directory)}' is not within any of the registered workspace directories.`;
  return wrongArgument(error, { command: "Command cannot be empty." }) ?? error.message;
}

/** Where old_string may have been meant, and what stands there. */
function closestText({ firstLine, similarity = 0, diff }: EditFailure): string {
  if (firstLine === undefined) return "";
  const percent = Math.min(99, Math.round(similarity * 100));
  return `\nThe closest match is line ${firstLine} (${percent}% similar). From old_string (-) to the file (+):\n${diff}`;
}

/** C-18 and section 20. */
export function qwenEditFailed(error: ToolError, { file_path }: Given): string {
  const path = dialectPath(file_path);
  const details = error.details as EditFailure;
  const { found, expected } = details;
  const lines = [...new Set(details.lines)];
  switch (error.code) {
    case "no_match":
      return `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.${closestText(details)}`;
    case "many_matches": {
      const occurrences = expected === 1 ? "occurrence" : "occurrences";
      const where = lines.length > 0 ? ` (on ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")})` : "";
      return `Failed to edit, expected ${expected} occurrences but found ${found}. Expected ${expected} ${occurrences} but found ${found} for old_string in file: ${path}${where}`;
    }
    case "no_change":
      return `No changes to apply. The old_string and new_string are identical in file: ${path}`;
    case "exists":
      return `File already exists, cannot create: ${path}`;
    case "not_found":
      return `File not found: ${path}`;
    default:
      return otherwise("File path", error, emptyName("file_path"));
  }
}
