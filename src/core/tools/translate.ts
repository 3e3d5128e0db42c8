/** From a model's arguments to a tool's input: names, safe casts, validation (C-02). */
import * as z from "zod";
import { ToolError } from "../vocabulary/toolError";
import type { DialectTool } from "./tool";

/** Names that mean the same parameter in one dialect or another (DIA-3, DIA-4). The first of each is the standard one. */
export const synonyms: readonly (readonly string[])[] = [
  ["path", "file_path", "absolute_path", "dir_path", "filePath", "target_file"],
  ["content", "contents"],
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
  ["new_path", "newPath", "destination"],
  ["id", "task_id"],
  ["branch_name", "branch"],
];

const sameParameter = (a: string, b: string) => synonyms.some((names) => names.includes(a) && names.includes(b));

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Turns what JSON writers often confuse into the type the schema wants, when that loses nothing. */
function cast(value: unknown, schema: z.ZodType): unknown {
  if (typeof value !== "string" || schema.safeParse(value).success) return value;
  const text = value.trim();
  const candidates: unknown[] = [];
  if (/^-?\d+(\.\d+)?$/.test(text)) candidates.push(Number(text));
  if (/^(true|false)$/i.test(text)) candidates.push(text.toLowerCase() === "true");
  if (/^[[{]/.test(text)) candidates.push(parsedJson(text));
  return candidates.find((candidate) => schema.safeParse(candidate).success) ?? value;
}

/** A list or an object given as JSON text; the text itself when it is none, because the schema's complaint about that is the clearer one. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Items of a list of objects are arguments too: other names for theirs and safe casts hold there as well (C-02). */
function castItems(tool: DialectTool, value: unknown, schema: z.ZodType): unknown {
  const object = itemObject(schema);
  const items = itemsIn(value);
  if (!object || !items) return value;
  const names = namesIn(object);
  const label = onlyText(object);
  return items.map((item) => {
    if (typeof item === "string" && label !== undefined) return { [label]: item };
    return isRecord(item) ? castFields(tool, renamedTo(tool, item, names), object.shape) : item;
  });
}

/** The one field that objects of a kind must have, where it is a text: the text alone says the same. */
function onlyText({ shape }: z.ZodObject): string | undefined {
  const needed = Object.entries(shape as Shape).filter(([, field]) => !z.safeParse(field, undefined).success);
  const [name, field] = needed[0] ?? [];
  return needed.length === 1 && field instanceof z.ZodString ? name : undefined;
}

/** A list of objects, also one that is given as JSON text, or its only object by itself. */
function itemsIn(value: unknown): readonly unknown[] | undefined {
  const items = typeof value === "string" ? parsedJson(value.trim()) : value;
  if (isRecord(items)) return [items];
  return Array.isArray(items) ? items : undefined;
}

/** The type of the objects in a list; undefined for any other type. */
function itemObject(schema: z.ZodType | undefined): z.ZodObject | undefined {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const item = list instanceof z.ZodArray ? list.element : undefined;
  return item instanceof z.ZodObject ? item : undefined;
}

/** True for an object that may have fields beside those of its shape, which only a JSON Schema asks for. */
const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && !(catchall instanceof z.ZodNever);

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function castFields(tool: DialectTool, args: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  const cast_: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = shape[name] as z.ZodType | undefined;
    cast_[name] = field ? cast(castItems(tool, value, field), field) : value;
  }
  return cast_;
}

/** What arguments may be called. */
interface Names {
  readonly known: readonly string[];
  /** Others are kept as they are. */
  readonly isOpen: boolean;
}

const namesIn = (object: z.ZodObject): Names => ({ known: Object.keys(object.shape), isOpen: isOpen(object) });

/** The parameters of the dialect, and those of the tool that it has no name of its own for. */
function namesOf({ input, tool }: DialectTool): Names {
  const own = namesIn(input);
  const others = Object.keys(tool.input.shape).filter((name) => !own.known.some((mine) => sameParameter(mine, name)));
  return { ...own, known: [...own.known, ...others] };
}

/** Names for the path of a folder. */
const folderNames = ["dir", "directory", "folder"];

/** What a name for a path means where the tool has no parameter of that very kind. */
function pathMeantBy(key: string, known: readonly string[]): string | undefined {
  const path = known.find((candidate) => sameParameter(candidate, "path"));
  if (folderNames.includes(key)) return known.some((name) => folderNames.includes(name)) ? undefined : path;
  return path === undefined && sameParameter(key, "path") ? known.find((name) => name === "file") : undefined;
}

/** The parameter that is meant; undefined where there is none. */
function meantBy(key: string, { known, isOpen }: Names): string | undefined {
  if (known.includes(key)) return key;
  const other = known.find((candidate) => sameParameter(candidate, key)) ?? pathMeantBy(key, known);
  return other ?? (isOpen ? key : undefined);
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** The same arguments under known names; values given twice must agree, and what no parameter is called is left out. */
function renamedTo(tool: DialectTool, args: Record<string, unknown>, names: Names): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  for (const [key, given] of Object.entries(args)) {
    const name = meantBy(key, names);
    if (name === undefined || !isGiven(given)) continue;
    const value = valueUnder(tool, key, given);
    if (typeof value === "string" && /\p{Surrogate}/u.test(value))
      throw invalid(
        tool,
        `parameter "${key}" holds half of a character (a lone surrogate), which no file can store: give whole characters`,
      );
    if (Object.hasOwn(renamed, name) && !isSame(renamed[name], value))
      throw invalid(
        tool,
        `was given "${from[name]}" and "${key}", which mean the same, with different values: give only "${name}"`,
      );
    renamed[name] = value;
    from[name] = key;
  }
  return renamed;
}

/** The value of an argument under another name: a time in milliseconds is made seconds where the tool counts these. */
function valueUnder(tool: DialectTool, key: string, value: unknown): unknown {
  if (key !== "timeout_ms" || !Object.hasOwn(tool.tool.input.shape, "timeout")) return value;
  const time = typeof value === "string" ? Number(value.trim() || "none") : value;
  return typeof time === "number" && Number.isFinite(time) ? Math.ceil(time / 1000) : value;
}

/** A value as a sentence can hold it. */
function brief(value: unknown): string {
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ") || "no parameters";

const invalid = (tool: DialectTool, problem: string, details: Readonly<Record<string, unknown>> = {}) =>
  new ToolError("invalid_input", `${tool.name} ${problem}.`, details);

/** `edits[0].old_string` */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, key) => {
    if (typeof key === "number") return `${place}[${key}]`;
    return place === "" ? String(key) : `${place}.${String(key)}`;
  }, "");

/** One sentence for what zod found, with the value given. */
function complaint(tool: DialectTool, error: z.ZodError, args: Record<string, unknown>): ToolError {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  const name = placeOf(path) || "input";
  const value = path.reduce<unknown>(
    (holder, key) => (holder as Record<PropertyKey, unknown> | undefined)?.[key],
    args,
  );
  if (value === undefined)
    return invalid(tool, `needs the parameter "${name}", which is missing`, { parameter: name, problem: "missing" });
  const wish = (issue?.message ?? "invalid")
    .replace(/^Invalid input: /, "")
    .replace(/^Too (small|big): /, "")
    .replace(/, received .*$/, "");
  return invalid(tool, `parameter "${name}" is wrong: ${wish}, but got ${brief(value)}`, {
    parameter: name,
    problem: issue?.code === "invalid_type" ? `expected ${issue.expected}` : issue?.code,
  });
}

/** Schemas that keep what they do not know, by the schema they are of: zod compiles each that is made. */
const looseSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

function looseOf(schema: z.ZodObject): z.ZodObject {
  const loose = looseSchemas.get(schema) ?? (isOpen(schema) ? schema : schema.loose());
  looseSchemas.set(schema, loose);
  return loose;
}

function parse(tool: DialectTool, schema: z.ZodObject, args: Record<string, unknown>): Record<string, unknown> {
  const cast_ = castFields(tool, args, schema.shape);
  const parsed = looseOf(schema).safeParse(cast_);
  if (!parsed.success) throw complaint(tool, parsed.error, cast_);
  return parsed.data;
}

const migratedArguments = (tool: DialectTool, given: Record<string, unknown>): Record<string, unknown> =>
  tool.migrateArguments?.(given) ?? given;

/** An argument that means no parameter. */
interface StrangeArgument {
  /** In a list of objects `edits[0].name`. */
  readonly name: string;
  /** Those that there are in its place. */
  readonly known: readonly string[];
}

/** The keys of an object that mean no parameter. */
const strangeKeys = (object: Record<string, unknown>, names: Names): string[] =>
  Object.entries(object)
    .filter(([key, value]) => isGiven(value) && meantBy(key, names) === undefined)
    .map(([key]) => key);

/** The arguments of a call that its tool has no parameter for (C-02). */
function strangeArguments(tool: DialectTool, given: Record<string, unknown>): StrangeArgument[] {
  const args = migratedArguments(tool, given);
  const names = namesOf(tool);
  const shape: Shape = { ...tool.tool.input.shape, ...tool.input.shape };
  const inItems = Object.entries(args).flatMap(([key, value]) => {
    const object = itemObject(shape[meantBy(key, names) ?? ""] as z.ZodType | undefined);
    const items = (object && itemsIn(value)) ?? [];
    return items.flatMap((item, at) => {
      if (!object || !isRecord(item)) return [];
      const own = namesIn(object);
      return strangeKeys(item, own).map((name) => ({ name: `${key}[${at}].${name}`, known: own.known }));
    });
  });
  const known = Object.keys(tool.input.shape);
  return [...strangeKeys(args, names).map((name) => ({ name, known })), ...inItems];
}

/** Names that a note about ignored arguments lists at most. */
const maxIgnored = 5;

/** What a model should know of arguments that were ignored; undefined when none was (C-02). */
export function ignoredNote(tool: DialectTool, given: unknown): string | undefined {
  const strange = isRecord(given) ? strangeArguments(tool, given) : [];
  if (strange.length === 0) return undefined;
  const shown = strange.slice(0, maxIgnored).map(({ name }) => brief(name));
  const more = strange.length > shown.length ? ` and ${strange.length - shown.length} more` : "";
  const [what, was] = strange.length === 1 ? ["parameter", "was"] : ["parameters", "were"];
  const own = [...new Set(strange.flatMap(({ known }) => known))];
  const advice = own.length === 0 ? "it takes none" : `use ${listed(own)}`;
  return `[${tool.name} has no ${what} ${shown.join(", ")}${more}, which ${was} ignored: ${advice}.]`;
}

/**
 * The first step of every call. Arguments that mean no parameter are left out.
 * @returns the arguments in the dialect's own names, and the tool's validated input.
 * @throws ToolError `invalid_input` with one sentence that names the parameter and the value.
 */
export function translate(tool: DialectTool, given: unknown): { args: Record<string, unknown>; input: never } {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalid(tool, `needs a JSON object with ${listed(Object.keys(tool.input.shape))}, but got ${brief(given)}`);
  const modern = migratedArguments(tool, given as Record<string, unknown>);
  const args = parse(tool, tool.input, renamedTo(tool, modern, namesOf(tool)));
  return { args, input: parse(tool, tool.tool.input, tool.toInput(args)) as never };
}
