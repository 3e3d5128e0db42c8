/** What arguments may be called, and the sentences that refuse them (C-02). */
import * as z from "zod";
import { ToolError } from "../../vocabulary/toolError";
import type { DialectTool } from "../tool";

/** Names that mean the same parameter in one dialect or another (DIA-3, DIA-4). The first of each is the standard one. */
export const synonyms: readonly (readonly string[])[] = [
  ["path", "file_path", "absolute_path", "dir_path", "filePath", "target_file", "file_name", "filename"],
  ["content", "contents", "file_text"],
  ["old_string", "old_text", "oldString", "oldText", "old_str"],
  ["new_string", "new_text", "newString", "newText", "new_str"],
  ["replace_all", "allow_multiple", "replaceAll"],
  ["include", "glob"],
  ["limit", "maxResults", "head_limit", "max_results"],
  ["command", "cmd"],
  ["cwd", "working_dir", "workdir", "directory"],
  ["timeout_ms", "timeout"],
  ["background", "run_in_background", "is_background"],
  ["patch", "input", "patchText", "patch_text"],
  ["input", "stdin"],
  ["new_path", "newPath", "destination"],
  ["id", "task_id", "taskId", "job_id", "bash_id", "shell_id"],
  ["branch_name", "branch"],
  ["name", "tool_name"],
  ["arguments", "args", "parameters", "params"],
];

const sameParameter = (a: string, b: string) => synonyms.some((names) => names.includes(a) && names.includes(b));

/** A list or an object given as JSON text; the text itself when it is none, because the schema's complaint about that is the clearer one. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A list of objects, also one that is given as JSON text, or its only object by itself. */
export function itemsIn(value: unknown): readonly unknown[] | undefined {
  const items = typeof value === "string" ? parsedJson(value.trim()) : value;
  if (isRecord(items)) return [items];
  return Array.isArray(items) ? items : undefined;
}

/** The type of the objects in a list; undefined for any other type. */
export function itemObject(schema: z.ZodType | undefined): z.ZodObject | undefined {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const item = list instanceof z.ZodArray ? list.element : undefined;
  return item instanceof z.ZodObject ? item : undefined;
}

/** True for an object that may have fields beside those of its shape, which only a JSON Schema asks for. */
export const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && !(catchall instanceof z.ZodNever);

/** The fields of an object by their names. */
export type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What arguments may be called. */
export interface Names {
  readonly known: readonly string[];
  /** Others are kept as they are. */
  readonly isOpen: boolean;
}

/** The fields of an object as names. */
export const namesIn = (object: z.ZodObject): Names => ({ known: Object.keys(object.shape), isOpen: isOpen(object) });

/** The parameters of the dialect, and those of the tool that it has no name of its own for. */
export function namesOf({ input, tool }: DialectTool): Names {
  const own = namesIn(input);
  const others = Object.keys(tool.input.shape).filter((name) => !own.known.some((mine) => sameParameter(mine, name)));
  return { ...own, known: [...own.known, ...others] };
}

/** A name in camel case or with hyphens, as our parameters are written. */
export const inSnakeCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])(?:-(?=[a-z])|(?=[A-Z]))/g, "_").toLowerCase();

/** Names for the path of a folder. */
const folderNames = ["dir", "directory", "folder"];

/** Names for the paths of files. */
const fileNames = ["file", "files"];

/** What a name for a path means where the tool has no parameter of that very kind. */
function pathMeantBy(key: string, known: readonly string[]): string | undefined {
  const path = known.find((candidate) => sameParameter(candidate, "path"));
  if (folderNames.includes(key)) return known.some((name) => folderNames.includes(name)) ? undefined : path;
  if (path !== undefined) return key === "file" ? path : undefined;
  if (!(sameParameter(key, "path") || fileNames.includes(key))) return undefined;
  return known.find((name) => name === "paths" || (name === "file" && !fileNames.includes(key)));
}

const knownAs = (key: string, known: readonly string[]): string | undefined =>
  known.find((candidate) => candidate === key) ??
  known.find((candidate) => sameParameter(candidate, key)) ??
  pathMeantBy(key, known);

/** The parameter that is meant; undefined where there is none. */
export const meantBy = (key: string, { known, isOpen }: Names): string | undefined =>
  knownAs(key, known) ?? (isOpen ? key : knownAs(inSnakeCase(key), known));

/** False for what says nothing at all: a parameter that is null counts as left out. */
export const isGiven = (value: unknown) => value !== undefined && value !== null;

/** A value as a sentence can hold it. */
export function brief(value: unknown): string {
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

/** Names as a sentence lists them. */
export const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ") || "no parameters";

/** The refusal of a call. @param problem what follows the name of the tool, without a full stop. */
export const invalid = (tool: DialectTool, problem: string, details: Readonly<Record<string, unknown>> = {}) =>
  new ToolError("invalid_input", `${tool.name} ${problem}.`, details);
