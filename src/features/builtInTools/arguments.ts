/** Arguments of built-in tools, by all the names that harnesses have for them. */
import { ToolError } from "../../core/vocabulary/toolError";

/** A call's arguments. */
export type BuiltInArguments = Readonly<Record<string, unknown>>;

const names = {
  path: ["path", "file_path", "filePath", "notebook_path", "absolute_path"],
  folder: ["path", "dirPath", "dir_path", "directory"],
  content: ["content", "contents", "file_text"],
  oldText: ["old_string", "oldString", "old_str"],
  newText: ["new_string", "newString", "new_str"],
  command: ["command", "cmd"],
  patch: ["input", "patch", "patchText", "patch_text"],
  typed: ["input", "command", "text"],
  pattern: ["pattern", "query", "glob_pattern"],
  url: ["url"],
  newPart: ["new_source", "newCode", "code", "insert_text", "new_str", "new_string", "content"],
} as const;

/** What an argument is, whatever a harness calls it. */
export type ArgumentKind = keyof typeof names;

const untold = (what: string) =>
  new ToolError(
    "invalid_input",
    `Toolcrib cannot tell what this call would do, because ${what}: call the tool again with its arguments as its description says.`,
  );

/** An argument, undefined where there is none. @throws ToolError where two names for it say different things, or it is no text. */
export function optionalText(input: BuiltInArguments, part: ArgumentKind): string | undefined {
  const given = names[part].filter((name) => input[name] !== undefined && input[name] !== null);
  const values = new Set(given.map((name) => input[name]));
  if (values.size > 1) throw untold(`${given.map((name) => `"${name}"`).join(" and ")} differ`);
  const [value] = values;
  if (value !== undefined && typeof value !== "string") throw untold(`"${given[0]}" is not text`);
  return value;
}

/** @throws ToolError where there is none, too. */
export function text(input: BuiltInArguments, part: ArgumentKind): string {
  const value = optionalText(input, part);
  if (value === undefined) throw untold(`"${names[part][0]}" is missing`);
  return value;
}

/** A list of texts under one name; a single text is a list of one. @throws ToolError for anything else. */
export function texts(input: BuiltInArguments, name: string): readonly string[] {
  const value = input[name];
  if (value === undefined || value === null) return [];
  const list = typeof value === "string" ? [value] : value;
  if (!Array.isArray(list) || list.some((item) => typeof item !== "string"))
    throw untold(`"${name}" is not a list of texts`);
  return list;
}

/** A list of objects under one name. @throws ToolError for anything else. */
export function objects(input: BuiltInArguments, name: string): readonly BuiltInArguments[] {
  const value = input[name];
  const isObject = (item: unknown) => typeof item === "object" && item !== null && !Array.isArray(item);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject))
    throw untold(`"${name}" is not a list of objects`);
  return value;
}
