/** From a model's arguments to a tool's input: names, safe casts, validation (C-02). */
import * as z from "zod";
import type { ToolError } from "../vocabulary/toolError";
import {
  brief,
  inSnakeCase,
  invalid,
  isGiven,
  isOpen,
  isRecord,
  itemObject,
  itemsIn,
  listed,
  meantBy,
  type Names,
  namesIn,
  namesOf,
  parsedJson,
  type Shape,
} from "./arguments/argumentNames";
import { refuseLineRange } from "./arguments/lineRange";
import { migratedArguments } from "./arguments/migratedArguments";
import { refuseStrange } from "./arguments/strangeArguments";
import type { DialectTool } from "./tool";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Texts that are mostly the digits of a number: a number stands for them as well. Elsewhere it is rather a mistake. */
const numerals: ReadonlySet<string> = new Set(["id", "pages"]);

/** Turns what JSON writers often confuse into the type the schema wants, when that loses nothing. */
function cast(name: string, value: unknown, schema: z.ZodType, isStrictList = false): unknown {
  if (typeof value === "number" && numerals.has(name) && schema.safeParse(String(value)).success) return String(value);
  if (typeof value !== "string" || schema.safeParse(value).success) return value;
  const text = value.trim();
  const candidates: unknown[] = [];
  if (/^-?\d+(\.\d+)?$/.test(text)) candidates.push(Number(text));
  if (/^(true|false)$/i.test(text)) candidates.push(text.toLowerCase() === "true");
  if (/^[[{]/.test(text)) candidates.push(parsedJson(text));
  else if (text !== "" && !isStrictList) candidates.push([value]);
  return candidates.find((candidate) => schema.safeParse(candidate).success) ?? value;
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

/** True for what may be left out and cannot be an empty text: some models give that for all they leave out. */
const isOnlyLeftOut = (field: z.ZodType): boolean => !field.safeParse("").success && field.safeParse(undefined).success;

function castFields(tool: DialectTool, args: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  const cast_: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = shape[name] as z.ZodType | undefined;
    if (field && value === "" && isOnlyLeftOut(field)) continue;
    const isStrict = tool.strictLists?.includes(name);
    cast_[name] = field ? cast(name, castItems(tool, value, field), field, isStrict) : value;
  }
  return cast_;
}

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
  if (inSnakeCase(key) !== "timeout_ms" || !Object.hasOwn(tool.tool.input.shape, "timeout")) return value;
  const time = typeof value === "string" ? Number(value.trim() || "none") : value;
  return typeof time === "number" && Number.isFinite(time) ? Math.ceil(time / 1000) : value;
}

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
  const remedy = name === "content" && isRecord(value) ? ": give it written out, as one text" : "";
  return invalid(tool, `parameter "${name}" is wrong: ${wish}, but got ${brief(value)}${remedy}`, {
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

/**
 * The first step of every call. Arguments that mean no parameter are left out, or refused: see refuseStrange.
 * @param base absolute path of the folder that relative paths lead from, where it is known: for naming what was meant.
 * @returns the arguments in the dialect's own names, and the tool's validated input.
 * @throws ToolError `invalid_input` with one sentence that names the parameter and the value.
 */
export function translate(
  tool: DialectTool,
  given: unknown,
  base?: string,
): { args: Record<string, unknown>; input: never } {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalid(tool, `needs a JSON object with ${listed(Object.keys(tool.input.shape))}, but got ${brief(given)}`);
  refuseLineRange(tool, given as Record<string, unknown>);
  refuseStrange(tool, given as Record<string, unknown>);
  const modern = migratedArguments(tool, given as Record<string, unknown>);
  const args = parse(tool, tool.input, renamedTo(tool, modern, namesOf(tool)));
  return { args, input: parse(tool, tool.tool.input, tool.toInput(args, base)) as never };
}
