/** A range of lines as other systems name it, in the words of a tool that reads lines (C-02). */
import type { DialectTool } from "../tool";
import { inSnakeCase, invalid, isGiven, meantBy, namesOf, parsedJson } from "./argumentNames";

type Given = Record<string, unknown>;

/** Names for the first and the last line, both counted from 1. */
const starts = ["start_line", "line_start", "from_line", "start_line_number", "start_line_one_indexed"];
const ends = ["end_line", "line_end", "to_line", "end_line_number", "end_line_one_indexed_inclusive"];
/** Names for a list of both. */
const pairs = ["view_range", "line_range"];

/** As the tool's own arguments. */
interface ReadRange {
  readonly args: Given;
  /** What is wrong with it, after the name of the tool. */
  readonly problem?: string;
}

/** Whether a tool returns lines of a file. */
const readsLines = ({ tool }: DialectTool): boolean =>
  ["path", "offset", "limit", "raw"].every((name) => Object.hasOwn(tool.input.shape, name));

function lineOf(value: unknown): number | undefined {
  const line = typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof line === "number" && Number.isInteger(line) ? line : undefined;
}

/** The lines that one argument names; undefined when it names none. */
function linesIn(name: string, value: unknown): { readonly from?: number; readonly to?: number } | undefined {
  const plain = inSnakeCase(name);
  const list = typeof value === "string" ? parsedJson(value) : value;
  if (pairs.includes(plain) && Array.isArray(list)) {
    const [from, to] = list.map(lineOf);
    return from === undefined || to === undefined || list.length !== 2 ? undefined : { from, to };
  }
  const line = lineOf(value);
  if (line === undefined) return undefined;
  if (starts.includes(plain)) return { from: line };
  return ends.includes(plain) ? { to: line } : undefined;
}

const isOneOf = (values: readonly (number | undefined)[]): boolean =>
  new Set(values.filter((value) => value !== undefined)).size < 2;

/** Arguments with the range as offset and limit; without it where it contradicts itself, or what else is given. */
export function withLineRange(tool: DialectTool, given: Given): ReadRange {
  const names = namesOf(tool);
  if (!readsLines(tool)) return { args: given };
  const entries = Object.entries(given).filter(([, value]) => isGiven(value));
  const ranges = entries.flatMap(([name, value]) => linesIn(name, value) ?? []);
  if (ranges.length === 0) return { args: given };
  const args = Object.fromEntries(entries.filter(([name, value]) => linesIn(name, value) === undefined));
  const own = (parameter: string) =>
    lineOf(entries.find(([name, value]) => meantBy(name, names) === parameter && value !== "")?.[1]);
  // Where the dialect counts lines from 1, its offset is none of 0.
  const first = tool.input.shape.offset?.safeParse(0).success === false ? 1 : 0;
  const from = ranges.find((range) => range.from !== undefined)?.from;
  const to = ranges.find((range) => range.to !== undefined)?.to;
  const start = from === undefined ? (own("offset") ?? first) - first + 1 : Math.max(from, 1);
  const offset = from === undefined ? undefined : start - 1 + first;
  const limit = to === undefined || to === -1 ? undefined : to - start + 1;
  const isClear = isOneOf(ranges.map((range) => range.from)) && isOneOf(ranges.map((range) => range.to));
  if (!isClear || !isOneOf([offset, own("offset")]) || !isOneOf([limit, own("limit")]))
    return { args, problem: `was given different lines to read: give only ${describedRange(tool)}` };
  if (limit !== undefined && limit < 1)
    return { args, problem: `was given lines ${start} to ${to}, which are none: give the first line before the last` };
  return { args: { ...args, ...(offset !== undefined && { offset }), ...(limit !== undefined && { limit }) } };
}

const describedRange = ({ input }: DialectTool): string =>
  Object.hasOwn(input.shape, "offset") ? '"offset" and "limit"' : '"start_line" and "end_line"';

/** @throws ToolError `invalid_input` for a range of lines that contradicts itself, or an offset or a limit beside it. */
export function refuseLineRange(tool: DialectTool, given: Given): void {
  const { problem } = withLineRange(tool, given);
  if (problem !== undefined) throw invalid(tool, problem);
}
