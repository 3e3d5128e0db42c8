/** Where in the code a call means: a file with a line and a name, the name of a symbol, or lines. */
import * as z from "zod";
import type { CodePoint, CodeWait, TextPosition, TextRange } from "../../core/ports/editor/codeIntelligence";
import type { KnownCode } from "../../core/tools/knownCode";
import type { Effect, ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { type FileReader, readLines, type TextLines } from "../../lib/edits/text/textLines";

/** Candidates that a message lists at most. */
const maxCandidates = 20;

/** Lines that a message names at most. */
const maxLines = 8;

const line = z.number().int().min(1).optional().describe("The line where the name appears, counted from 1.");
const name = z
  .string()
  .min(1)
  .max(1000)
  .describe("The name as it appears there. Without line: the name of a symbol, such as total or Cart.total.");
const occurrence = z
  .number()
  .int()
  .min(1)
  .optional()
  .describe(
    "Which occurrence is meant, counted from 1, if the name appears several times in the line with different meanings.",
  );

/** Parameters of a tool that can do without a file. */
export const placeInput = {
  name,
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Path of the file in which the name appears. Default: any file of the workspace that declares such a symbol.",
    ),
  ...{ line, occurrence },
};

/** Parameters of a tool that needs the file. */
export const filePlaceInput = {
  path: z.string().min(1).describe("Path of the file in which the name appears."),
  ...{ name, line, occurrence },
};

/** What a call says of its place. */
export interface PlaceWish {
  readonly name: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly occurrence?: number | undefined;
}

/** A wish that was looked at while it was planned. */
export interface PlannedPlace {
  readonly wish: PlaceWish;
  /** The file, when one is named. */
  readonly file?: ResolvedPath;
}

/** What finding a place stands on; both hosts of a tool have it. */
export interface PlaceFinder {
  readonly host: FileReader;
  readonly code: KnownCode;
  readonly wait: CodeWait;
}

/** @throws ToolError `invalid_input` for a line without a file. */
export function checkPlace({ name, path, line }: PlaceWish): void {
  if (line !== undefined && path === undefined)
    throw new ToolError("invalid_input", `Line ${line} needs a file: give path as well, or "${name}" without line.`);
}

/** The reads that a place stands for. */
export const placeEffects = ({ file }: PlannedPlace, roots: readonly ResolvedPath[]): Effect[] => [
  ...(file ? [{ kind: "read", target: file } as const] : []),
  ...roots.map((target) => ({ kind: "list", target }) as const),
];

/** The name behind the last dot, and what stands before it. */
export function nameParts(name: string): { readonly last: string; readonly container: string } {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1
    ? { last: name, container: "" }
    : { last: name.slice(dot + 1), container: name.slice(0, dot) };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Places of a name in a line, where it is a word of its own. */
export function occurrencesIn(text: string, name: string): number[] {
  const before = /^[\p{L}\p{N}_$]/u.test(name) ? "(?<![\\p{L}\\p{N}_$])" : "";
  const after = /[\p{L}\p{N}_$]$/u.test(name) ? "(?![\\p{L}\\p{N}_$])" : "";
  return [...text.matchAll(new RegExp(before + escaped(name) + after, "gu"))].map(({ index }) => index);
}

/** The point in a named file. @throws ToolError `no_match` or `many_matches` with the candidates. */
export async function pointInFile(wish: PlaceWish, file: ResolvedPath, finder: PlaceFinder): Promise<CodePoint> {
  const lines = await readLines(finder.host, file);
  if (wish.line !== undefined) return pointInLine(wish, wish.line - 1, file, lines, finder);
  const { last, container } = nameParts(wish.name);
  const outline = await finder.code.outline(file, finder.wait);
  const found = outline.found.filter((symbol) => symbol.name === last && isIn(container, symbol.container));
  const [only] = found;
  if (only && found.length === 1) return pointAt(file, nameAt(only.place.range.start, last, lines), lines);
  if (only)
    throw new ToolError(
      "many_matches",
      `${file.shown} declares "${wish.name}" ${found.length} times: give the line of one, ${candidates(found.map(({ place, kind }) => `${place.range.start.line + 1} (${kind})`))}.`,
    );
  throw new ToolError(
    "no_match",
    `No symbol "${wish.name}" is declared in ${file.shown}: give the line where the name appears${whereElse(last, lines)}.`,
  );
}

/** A point with its line. */
export const pointAt = (file: ResolvedPath, position: TextPosition, lines: TextLines): CodePoint => ({
  ...{ file, position },
  lineText: lines.line(position.line) ?? "",
});

/** True when a symbol lies in what was named. */
export const isIn = (wanted: string, container: string): boolean =>
  wanted === "" || container === wanted || container.endsWith(`.${wanted}`);

/** Texts of a message, as many as it may list. */
export const candidates = (texts: readonly string[]): string => {
  const more = texts.length - maxCandidates;
  return `${texts.slice(0, maxCandidates).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

function linesWith(name: string, lines: TextLines): number[] {
  const found: number[] = [];
  for (let at = 0; at < lines.count && found.length < maxLines; at++)
    if (occurrencesIn(lines.line(at) ?? "", name).length > 0) found.push(at + 1);
  return found;
}

function whereElse(name: string, lines: TextLines): string {
  const found = linesWith(name, lines);
  return found.length === 0 ? "" : `, such as ${found.join(", ")}`;
}

/** Languages name a declaration by its name, or by all of it. */
export function nameAt(start: TextPosition, name: string, lines: TextLines): TextPosition {
  const text = lines.line(start.line) ?? "";
  const at = occurrencesIn(text, name).find((place) => place >= start.character);
  return at === undefined ? start : { line: start.line, character: at };
}

async function pointInLine(
  { name, occurrence }: PlaceWish,
  line: number,
  file: ResolvedPath,
  lines: TextLines,
  finder: PlaceFinder,
): Promise<CodePoint> {
  const text = lines.line(line);
  const { last } = nameParts(name);
  if (text === undefined)
    throw new ToolError(
      "no_match",
      `${file.shown} has ${lines.count} lines, so there is no line ${line + 1}: read it again.`,
    );
  const [word, places] = [name, last]
    .map((one) => [one, occurrencesIn(text, one)] as const)
    .find(([, at]) => at.length) ?? [name, []];
  if (places.length === 0)
    throw new ToolError(
      "no_match",
      `"${word}" is not in line ${line + 1} of ${file.shown}, which reads ${JSON.stringify(text.trim().slice(0, 200))}: give another line${whereElse(word, lines)}.`,
    );
  // A name with dots is meant by its last part.
  const shift = word === name && name !== last ? name.length - last.length : 0;
  const points = places.map((at) => pointAt(file, { line, character: at + shift }, lines));
  const chosen = points[(occurrence ?? 1) - 1];
  if (!chosen)
    throw new ToolError(
      "no_match",
      `"${word}" appears ${places.length} times in line ${line + 1} of ${file.shown}: give an occurrence up to that number.`,
    );
  if (occurrence === undefined && points.length > 1 && !(await meanTheSame(points, finder)))
    throw new ToolError(
      "many_matches",
      `"${word}" appears ${places.length} times in line ${line + 1} of ${file.shown} with different meanings: give one as occurrence, ${candidates(places.map((at, index) => `${index + 1} (${JSON.stringify(excerpt(text, at, word.length))})`))}.`,
    );
  return chosen;
}

const excerpt = (text: string, at: number, length: number) => text.slice(Math.max(0, at - 15), at + length + 15).trim();

/** Whether all of them lead to the same declaration. */
async function meanTheSame(points: readonly CodePoint[], { code, wait }: PlaceFinder): Promise<boolean> {
  const keys = new Set<string>();
  for (const point of points) {
    const { found, unread } = await code.locations("definition", point, wait);
    const places = found.map(({ target, range }) => `${target.real}:${range.start.line}:${range.start.character}`);
    const others = unread.map(({ shown, line }) => `${shown}:${line}`);
    keys.add([...places, ...others].sort().join(" "));
  }
  return keys.size === 1 && !keys.has("");
}

/** Parameters that name lines. */
export const rangeInput = {
  line: z.number().int().min(1).optional().describe("The first line, counted from 1. Default: the whole file."),
  end_line: z.number().int().min(1).optional().describe("The last line. Default: line."),
};

/** What a call says of its lines. */
export interface RangeWish {
  readonly line?: number | undefined;
  readonly end_line?: number | undefined;
  readonly text?: string | undefined;
}

/** @throws ToolError for lines that there are not, and for a text that does not stand there once. */
export function rangeOf({ line, end_line, text }: RangeWish, file: ResolvedPath, lines: TextLines): TextRange {
  if (end_line !== undefined && line === undefined)
    throw new ToolError("invalid_input", `end_line ${end_line} needs line as well: give the first line.`);
  const first = (line ?? 1) - 1;
  const last = line === undefined ? lines.count - 1 : (end_line ?? line) - 1;
  if (last < first)
    throw new ToolError(
      "invalid_input",
      `end_line ${last + 1} comes before line ${first + 1}: give the last line, or leave end_line out.`,
    );
  const end = lines.line(last);
  if (end === undefined)
    throw new ToolError(
      "invalid_input",
      `${file.shown} has ${lines.count} lines, so ${linesText(first, last)} ${first === last ? "does" : "do"} not exist: give others.`,
    );
  const whole: TextRange = {
    start: { line: first, character: line === undefined ? 0 : indent(lines.line(first) ?? "") },
    end: { line: last, character: end.length },
  };
  return text === undefined ? whole : rangeOfText(text, whole, file, lines);
}

/** Lines as people name them. @param first counted from 0, as is the last. */
export const linesText = (first: number, last: number): string =>
  first === last ? `line ${first + 1}` : `lines ${first + 1} to ${last + 1}`;

const indent = (text: string) => text.length - text.trimStart().length;

function rangeOfText(text: string, { start, end }: TextRange, { shown }: ResolvedPath, lines: TextLines): TextRange {
  const from = lines.offset({ line: start.line, character: 0 }) ?? 0;
  const part = lines.text.slice(from, lines.offset(end));
  const wanted = part.includes("\r\n") ? text.replace(/\r\n|\n/g, "\r\n") : text.replaceAll("\r\n", "\n");
  const at = part.indexOf(wanted);
  if (at < 0 || part.indexOf(wanted, at + 1) >= 0)
    throw new ToolError(
      at < 0 ? "no_match" : "many_matches",
      `The text ${at < 0 ? "does not occur" : "occurs more than once"} in ${linesText(start.line, end.line)} of ${shown}: copy it exactly, and give the line where it begins and end_line where it ends.`,
    );
  return { start: lines.position(from + at), end: lines.position(from + at + wanted.length) };
}
