/** Searches files one after the other through the file port. */
import type { ResolvedPath } from "../../core/effect";
import type { FilePort, FoundLine, MatchingFile, TextSearchOutcome } from "../../core/host";
import { messageOf } from "../../core/toolError";
import { throwIfCancelled } from "./engineProcess";
import { shownLine, textOf } from "./fileText";
import { LineMatcher, type MatchingLine } from "./lineMatcher";
import { Malformed } from "./patternCursor";
import { malformedPattern, readPattern } from "./patternReader";
import { requiredText, type SearchPattern } from "./patternTree";

/** Larger files are left out, and the outcome says so, as they would be read whole. */
const mostBytes = 20 * 1024 * 1024;

/** A file, and the path it is reported under. */
export interface SearchTarget {
  readonly path: string;
  readonly target: ResolvedPath;
}

/** What is looked for. */
export interface TextQuery {
  readonly pattern: SearchPattern;
  /** Matching lines, or files when they are counted, at most. */
  readonly limit: number;
  /** Lines around each match. */
  readonly context: number;
  readonly signal: AbortSignal;
  /** See SearchScope. */
  readonly countsMatches?: boolean;
}

/** @throws ToolError `invalid_pattern` in the words of the JavaScript engine where it has any. */
export function patternOf(text: string, caseSensitive: boolean): SearchPattern {
  const read = readPattern(text, caseSensitive);
  if (!(read instanceof Malformed)) return read;
  try {
    new RegExp(text, "u");
  } catch (error) {
    throw malformedPattern(messageOf(error));
  }
  throw malformedPattern(read.message);
}

/** One search over many files. */
export class TextSearch {
  readonly #matcher: LineMatcher;
  readonly #required: string;
  readonly #tooLarge: string[] = [];

  constructor(
    private readonly files: FilePort,
    private readonly query: TextQuery,
  ) {
    this.#matcher = new LineMatcher(query.pattern, query.signal);
    this.#required = requiredText(query.pattern);
  }

  /** The lines that match, file by file in the order given. */
  async lines(targets: readonly SearchTarget[]): Promise<TextSearchOutcome> {
    const { limit, context } = this.query;
    const lines: FoundLine[] = [];
    let left = limit;
    let truncated = false;
    for await (const { path, text, found } of this.#matches(targets, () => left + 1)) {
      truncated = found.length > left;
      lines.push(...linesAround(path, text, found.slice(0, left), context));
      left -= found.length;
      if (truncated) break;
    }
    const tooLarge = this.#tooLarge.length > 0 ? { tooLarge: this.#tooLarge } : {};
    return { lines, truncated, filesSearched: targets.length, ...tooLarge };
  }

  /** The files that match, in the order given, with the number of their matching lines or matches. */
  async counts(targets: readonly SearchTarget[]): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const files: MatchingFile[] = [];
    for await (const { path, found } of this.#matches(targets, () => Number.MAX_SAFE_INTEGER)) {
      if (files.length === this.query.limit) return { files, truncated: true };
      const places = found.reduce((sum, [, its]) => sum + its.length / 2, 0);
      files.push({ path, lines: this.query.countsMatches ? places : found.length });
    }
    return { files, truncated: false };
  }

  async *#matches(targets: readonly SearchTarget[], mostLines: () => number) {
    try {
      for (const { path, target } of targets) {
        throwIfCancelled(this.query.signal);
        const text = await this.#text(target, path);
        if (text === undefined || !this.#mayMatch(text)) continue;
        const found = await this.#matcher.match(text, mostLines(), path, this.query.countsMatches);
        if (found.length > 0) yield { path, text, found };
      }
    } finally {
      await this.#matcher.close();
    }
  }

  #mayMatch(text: string): boolean {
    if (this.query.pattern.caseSensitive) return text.includes(this.#required);
    return text.toLowerCase().includes(this.#required.toLowerCase());
  }

  /** Undefined for what is not searched: what is gone, unreadable, binary or too large. */
  async #text(target: ResolvedPath, path: string): Promise<string | undefined> {
    const stat = await this.files.stat(target).catch(() => undefined);
    if (stat?.kind !== "file") return undefined;
    if (stat.size > mostBytes) {
      this.#tooLarge.push(path);
      return undefined;
    }
    const bytes = await this.files.read(target).catch(() => undefined);
    return bytes && textOf(bytes);
  }
}

function linesAround(path: string, text: string, found: readonly MatchingLine[], context: number): FoundLine[] {
  const all = text.split(/\r?\n/);
  // What follows the last line's end is no line.
  if (all.at(-1) === "" && text.endsWith("\n")) all.pop();
  const lines: FoundLine[] = [];
  let next = 0;
  const add = (upTo: number, matches: FoundLine["matches"] = []) => {
    for (; next < upTo; next++)
      lines.push({
        path,
        line: next + 1,
        text: shownLine(all[next] as string),
        matches: next === upTo - 1 ? matches : [],
      });
  };
  for (const [at, [line, places]] of found.entries()) {
    next = Math.max(next, line - context);
    add(line);
    add(line + 1, pairs(places));
    const following = found[at + 1]?.[0] ?? all.length;
    add(Math.min(line + 1 + context, following, all.length));
  }
  return lines;
}

const pairs = (places: readonly number[]): FoundLine["matches"] =>
  Array.from({ length: places.length / 2 }, (_, at) => [places[at * 2] as number, places[at * 2 + 1] as number]);
