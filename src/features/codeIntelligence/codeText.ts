/** What a model reads of places in code: lines by file, cut and continued as searches are. */
import * as z from "zod";
import type { CodeAnswer } from "../../core/ports/editor/codeIntelligence";
import type { FoundLine } from "../../core/ports/search";
import { fittingLines } from "../../core/text/fittingLines";
import type { FoundCode, FoundPlace, UnreadPlace } from "../../core/tools/knownCode";
import type { RunContext, ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { readLines, type TextLines } from "../../lib/edits/text/textLines";
import type { Located } from "../../tools/search/searchedPlaces";
import { contentLines, counted, lineText } from "../../tools/search/searchedText";
import { silentText, waitedText } from "./codeWait";
import { fileOfPlace, type PageRows, type PlaceRow, placeRows } from "./placeRows";

/** Files named at most that were left out for one reason. */
const maxNamed = 20;

/** Parameters for going through many lines. */
export const pageInput = {
  context: z
    .number()
    .int()
    .min(0)
    .max(50)
    .default(0)
    .describe("Number of lines to show before and after each line. Default: 0."),
  limit: z.number().int().min(1).max(5000).default(250).describe("Maximum number of lines. Default: 250."),
  offset: z.number().int().min(0).default(0).describe("Number of lines to skip, to continue a long list. Default: 0."),
};

/** Which of many lines are wanted. */
export interface ListingPage {
  readonly context: number;
  readonly limit: number;
  readonly offset: number;
}

/** One place, and what is said of it behind its line. */
export interface LabelledPlace extends FoundPlace {
  readonly label?: string;
}

/** What is listed. */
export interface PlaceList extends ListingPage {
  readonly places: readonly LabelledPlace[];
  /** Singular and plural of what was found, as `reference`, and the rest of the phrase, as ` to "x"`. */
  readonly one: string;
  readonly many?: string;
  readonly of: string;
  /** Its lines on the page, where files of other pages were not judged; absent: they are found among the places. */
  readonly page?: PageRows<LabelledPlace>;
}

/** What tools of this feature found, as facts. */
export interface CodePlacesData {
  readonly places: readonly { readonly path: string; readonly shown: string; readonly line: number }[];
  /** Lines in all. */
  readonly total: number;
  readonly truncated: boolean;
}

type FoundRow = PlaceRow<LabelledPlace>;

/** The lines of one file, in order. */
interface FileRows {
  readonly target: ResolvedPath;
  readonly rows: readonly FoundRow[];
}

const targetOf = ({ places: [first] }: FoundRow): ResolvedPath => first.target;

/** @param rows of a file beside each other. */
function filesOf(rows: readonly FoundRow[]): FileRows[] {
  const files = new Map<string, { target: ResolvedPath; rows: FoundRow[] }>();
  for (const row of rows) {
    const target = targetOf(row);
    const file = files.get(target.real);
    if (file) file.rows.push(row);
    else files.set(target.real, { target, rows: [row] });
  }
  return [...files.values()];
}

/** Files that are read together: most of that is waiting, and only the texts of so many are held. */
const together = 16;

/** The files with their texts, in order. */
async function* readInOrder(files: readonly FileRows[], host: RunContext["host"]) {
  for (let at = 0; at < files.length; at += together) {
    const reading = files.slice(at, at + together).map(async ({ target, rows }) => ({
      rows,
      text: await readLines(host, target),
    }));
    // The first of several failures is that of the first file.
    for (const one of await Promise.allSettled(reading)) {
      if (one.status === "rejected") throw one.reason;
      yield one.value;
    }
  }
}

const matchOf = ({ range }: LabelledPlace, length: number): readonly [number, number] => {
  const end = range.end.line > range.start.line ? length : range.end.character;
  return [Math.min(range.start.character, length), Math.min(end, length)];
};

/** A row and the lines around it that no row before it has shown. */
function linesOf(row: FoundRow, text: TextLines, context: number, from: number): Located<FoundLine>[] {
  const { shown, path } = targetOf(row);
  const lines: Located<FoundLine>[] = [];
  for (let at = Math.max(from, row.line - context); at <= row.line + context; at++) {
    const line = text.line(at);
    if (line === undefined) continue;
    const matches = at === row.line ? row.places.map((found) => matchOf(found, line.length)) : [];
    lines.push({ path: shown, shown, absolute: shownPath(path), line: at + 1, text: line, matches });
  }
  return lines;
}

interface Shown {
  readonly lines: readonly Located<FoundLine>[];
  readonly labels: ReadonlyMap<Located<FoundLine>, string>;
  /** True where rows were left out that have no room. */
  readonly isCut: boolean;
}

const labelsOf = ({ places }: FoundRow) =>
  [...new Set(places.map(({ label }) => label).filter((label) => label !== undefined))].join(", ");

/** The lines of rows, up to a file after which no more of them fit into the result. */
async function shownRows(page: readonly FoundRow[], context: number, { host, traits }: RunContext): Promise<Shown> {
  const lines: Located<FoundLine>[] = [];
  const labels = new Map<Located<FoundLine>, string>();
  let room = traits.listCharacters ?? Number.POSITIVE_INFINITY;
  for await (const { rows, text } of readInOrder(filesOf(page), host)) {
    let from = 0;
    for (const [index, row] of rows.entries()) {
      // The next row has its own line, even where it lies in the context of this one.
      const before = rows[index + 1]?.line ?? Number.POSITIVE_INFINITY;
      const fresh = linesOf(row, text, context, from).filter(({ line }) => line - 1 < before || line - 1 === row.line);
      lines.push(...fresh);
      from = row.line + 1 + fresh.filter(({ line }) => line - 1 > row.line).length;
      const own = fresh.find(({ line }) => line - 1 === row.line);
      const label = labelsOf(row);
      if (own && label) labels.set(own, label);
      for (const line of fresh) room -= lineText(line).length + 1;
    }
    if (room < 0) return { lines, labels, isCut: true };
  }
  return { lines, labels, isCut: false };
}

/** The list with its heading and how to go on, without what was left out. */
async function listText(list: PlaceList, run: RunContext): Promise<{ text: string; data: CodePlacesData }> {
  const { context, offset, limit } = list;
  const { rows, total, files } = list.page ?? placeRows(list.places, fileOfPlace, list);
  if (offset >= total) throw beyond(total, list);
  const { lines, labels, isCut } = await shownRows(rows, context, run);
  const worded = (line: Located<FoundLine>) => {
    const label = labels.get(line);
    return lineText(line) + (label === undefined ? "" : `  [${label}]`);
  };
  const room = fittingLines(lines.map(worded), run.traits.listCharacters);
  const fitting = lines.slice(0, room);
  const shown = fitting.filter(({ matches }) => matches.length > 0).length;
  const cutAt = isCut || fitting.length < lines.length ? rows[shown]?.index : undefined;
  const end = cutAt ?? Math.min(offset + limit, total);
  const isPart = offset > 0 || end < total;
  const head = `${phrase(total, list)} in ${counted(files, "file")}`;
  const text = [
    `${head}${isPart ? `, ${offset + 1} to ${end}` : ""}${rows.length > 0 ? ":" : ", none of which may be shown."}`,
    ...contentLines(fitting, shown, worded),
    ...(end < total ? [`[There are more: call again with offset ${end}.]`] : []),
  ].join("\n");
  const places = rows
    .slice(0, shown)
    .map((row) => ({ path: shownPath(targetOf(row).path), shown: targetOf(row).shown, line: row.line + 1 }));
  return { text, data: { places, total, truncated: end < total } };
}

/** `3 lines with references to "x"` */
const phrase = (count: number, { one, many = `${one}s`, of }: PlaceList) =>
  counted(count, `line with ${article(one)}`, `lines with ${many}`) + of;

const beyond = (count: number, list: PlaceList) =>
  new ToolError(
    "invalid_input",
    `There ${count === 1 ? "is" : "are"} only ${phrase(count, list)}: give a smaller offset than ${list.offset}.`,
  );

const article = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** A result over places; an empty one says why. */
export async function placesResult(
  list: PlaceList,
  answer: Omit<FoundCode<unknown>, "found">,
  run: RunContext,
): Promise<ToolResult> {
  const failures = (answer.failures ?? []).map((failure) => `[Not all languages could be asked. ${failure}]`);
  const notes = [...unreadText(answer.unread), ...failures, ...waitedText(answer)];
  if (list.places.length === 0 && !list.page) {
    const data: CodePlacesData = { places: [], total: 0, truncated: false };
    const text = nothingText(`No ${list.many ?? `${list.one}s`}${list.of} found`, answer);
    return { text: [text, ...notes].join("\n"), isError: false, data };
  }
  const { text, data } = await listText(list, run);
  return { text: [text, ...notes].join("\n"), isError: false, data };
}

/** @param nothing as a sentence without its period. */
export const nothingText = (
  nothing: string,
  answer: Omit<CodeAnswer<unknown>, "found"> & { readonly unread: readonly UnreadPlace[] },
): string => {
  if (answer.unread.length > 0) return `${nothing} in files that may be read.`;
  return answer.isSilent ? `${nothing}. ${silentText(answer)}` : `${nothing}.`;
};

/** Names for a sentence, the first of many. */
export const named = (names: readonly string[]) => {
  const more = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

/** The places that are only named, one line for each reason. */
export function unreadText(unread: readonly UnreadPlace[]): string[] {
  const outside = unread.filter(({ line }) => line !== undefined);
  const inside = unread.filter(({ line }) => line === undefined);
  const names = (asks: boolean) =>
    outside.filter((place) => place.asks === asks).map(({ shown, line }) => `${shown}:${line}`);
  const asking = names(true);
  const refused = names(false);
  return [
    ...(asking.length > 0
      ? [`[Outside the workspace, so only named; reading one needs a person's approval: ${named(asking)}]`]
      : []),
    ...(refused.length > 0 ? [`[Outside the workspace, so only named: ${named(refused)}]`] : []),
    ...(inside.length > 0
      ? [`[Left out: ${named([...new Set(inside.map(({ shown, reason }) => `${shown} (${reason})`))])}]`]
      : []),
  ];
}
