/** Looks for a pattern in JavaScript, in time that grows with the text alone: where no program can be started (D-11). */
import { RE2JS, RE2JSException } from "re2js";
import type { FilePort } from "../core/ports/files";
import type { FoundLine, MatchingFile, TextSearchOutcome } from "../core/ports/search";
import { ToolError } from "../core/vocabulary/toolError";
import { throwIfCancelled } from "../node/search/cancelled";
import { matchingLines } from "../node/search/ripgrep/ripgrepEvents";
import { type SearchTarget, searchedText, type TextEngine, type TextQuery } from "../node/search/textQuery";

/** Places of a line that are told. */
const maxPlaces = 100;

/** What re2 refuses in words that help nobody, by what the pattern has. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, "look-around such as (?=…) is not supported. Match the surroundings as well."],
  [/\\[1-9]/, "back-references such as \\1 are not supported. Write out what is meant."],
];

const matchesNothing = /(?<!\\)(?:\\\\)*\\([nr])/;

/** @throws ToolError `invalid_pattern`. */
function compiled({ pattern, caseSensitive, multiline }: TextQuery): RE2JS {
  const [, end] = multiline ? [] : (matchesNothing.exec(pattern) ?? []);
  if (end !== undefined)
    throw refused(
      `the literal "\\${end}" matches nothing, because lines are searched one by one and without their ends. Set multiline, or search for a part of one line; $ is its end.`,
    );
  try {
    const spanning = multiline ? RE2JS.DOTALL | RE2JS.MULTILINE : 0;
    return RE2JS.compile(pattern, spanning | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const sentence = refusals.find(([words]) => words.test(pattern))?.[1];
    throw refused(
      sentence ?? `${error.message}\nCorrect the pattern; special characters are escaped with a backslash.`,
    );
  }
}

const refused = (why: string) => new ToolError("invalid_pattern", `The search could not run: ${why}`);

/** TextEngine over RE2's syntax, line by line. */
export class LineSearch implements TextEngine {
  readonly #pattern: RE2JS;

  /** @throws ToolError `invalid_pattern`. */
  constructor(
    private readonly files: FilePort,
    private readonly query: TextQuery,
  ) {
    this.#pattern = compiled(query);
  }

  async lines(targets: readonly SearchTarget[]): Promise<TextSearchOutcome> {
    const { limit, context } = this.query;
    const tooLarge: string[] = [];
    const lines: FoundLine[] = [];
    let left = limit;
    for (const { path, target } of targets) {
      const all = await this.#linesOf(target, path, tooLarge);
      const found = this.#matching(all, left + 1);
      lines.push(...linesAround(path, all, found.slice(0, left), context));
      left -= found.length;
      if (left < 0) break;
    }
    return {
      ...{ lines, truncated: left < 0, filesSearched: targets.length },
      ...(tooLarge.length > 0 && { tooLarge }),
    };
  }

  async counts(targets: readonly SearchTarget[]): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const files: MatchingFile[] = [];
    for (const { path, target } of targets) {
      const count = this.#count(await this.#linesOf(target, path, []));
      if (count === 0) continue;
      if (files.length === this.query.limit) return { files, truncated: true };
      files.push({ path, lines: count });
    }
    return { files, truncated: false };
  }

  /** None of what is gone, unreadable, binary or too large. */
  async #linesOf(target: SearchTarget["target"], path: string, tooLarge: string[]): Promise<readonly string[]> {
    throwIfCancelled(this.query.signal);
    const bytes = await searchedText(this.files, target, () => tooLarge.push(path));
    const text = bytes?.toString("utf8") ?? "";
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  }

  #count(lines: readonly string[]): number {
    const all = Number.POSITIVE_INFINITY;
    if (this.query.multiline) return this.#places(lines.join("\n"), all).length;
    const found = this.#matching(lines, all);
    return this.query.countsMatches ? found.reduce((sum, { matches }) => sum + matches.length, 0) : found.length;
  }

  #matching(lines: readonly string[], most: number): MatchingLine[] {
    if (this.query.multiline) return this.#spanning(lines.join("\n"), most);
    const found: MatchingLine[] = [];
    for (const [at, line] of lines.entries()) {
      if (found.length >= most) break;
      const matches = this.#places(line);
      if (matches.length > 0) found.push({ at, matches });
    }
    return found;
  }

  /** The lines that matches take in. */
  #spanning(text: string, most: number): MatchingLine[] {
    const whole = { path: "", line: 1, text, matches: this.#places(text, Number.POSITIVE_INFINITY) };
    return matchingLines(whole)
      .slice(0, most)
      .map(({ line, matches }) => ({ at: line - 1, matches }));
  }

  #places(line: string, most = maxPlaces): FoundLine["matches"] {
    const matcher = this.#pattern.matcher(line);
    const places: (readonly [number, number])[] = [];
    while (places.length < most && matcher.find()) places.push([matcher.start(), matcher.end()]);
    return places;
  }
}

interface MatchingLine {
  /** From 0. */
  readonly at: number;
  readonly matches: FoundLine["matches"];
}

/** The lines that match with those around them, each once. */
function linesAround(
  path: string,
  all: readonly string[],
  found: readonly MatchingLine[],
  context: number,
): FoundLine[] {
  const matches = new Map(found.map((line) => [line.at, line.matches]));
  const shown = new Set<number>();
  for (const { at } of found)
    for (let near = Math.max(0, at - context); near <= Math.min(all.length - 1, at + context); near++) shown.add(near);
  return [...shown].map((at) => ({ path, line: at + 1, text: all[at] as string, matches: matches.get(at) ?? [] }));
}
