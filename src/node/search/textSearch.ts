/** Searches files as the file port reads them: ripgrep is given their text and looks for no file itself. */
import { parse } from "node:path";
import type { FilePort } from "../../core/ports/files";
import type { FoundLine, MatchingFile, TextSearchOutcome } from "../../core/ports/search";
import { throwIfCancelled } from "./cancelled";
import { type Engine, noRipgrep, startEngine } from "./ripgrep/engineProcess";
import { eventOf, foundLines, maxEventBytes } from "./ripgrep/ripgrepEvents";
import { ended, patternArgs } from "./ripgrep/searchPattern";
import { separatedPieces } from "./ripgrep/separatedText";
import { type SearchTarget, searchedText, type TextEngine, type TextQuery } from "./textQuery";

/** Bytes of text that one ripgrep is given, unless a single file has more. */
const batchBytes = 8 * 1024 * 1024;

const lineFeed = 0x0a;

/** One text of a batch. */
interface GivenText {
  readonly path: string;
  /** It ends with a line feed, whether or not the file does. */
  readonly bytes: Buffer;
  readonly isClosed: boolean;
  /** The number of its first line among all lines of the batch, from 1. */
  readonly firstLine: number;
  readonly lines: number;
}

/** One search over many files. */
export class TextSearch implements TextEngine {
  readonly #tooLarge: string[] = [];
  readonly #ripgrep: string;

  /** @throws ToolError `unavailable` without ripgrep. */
  constructor(
    private readonly files: FilePort,
    ripgrep: string | undefined,
    private readonly query: TextQuery,
  ) {
    if (ripgrep === undefined) throw noRipgrep();
    this.#ripgrep = ripgrep;
  }

  /** The lines that match, file by file in the order given. */
  async lines(targets: readonly SearchTarget[]): Promise<TextSearchOutcome> {
    const { limit, context } = this.query;
    const lines: FoundLine[] = [];
    let left = limit;
    let truncated = false;
    for await (const batch of this.#batches(targets)) {
      const { found, isCut } = await this.#matching(batch, left + 1);
      const shown = found.slice(0, left);
      let at = 0;
      for (const text of batch) {
        const from = at;
        while (at < shown.length && (shown[at] as FoundLine).line < endOf(text)) at++;
        lines.push(...linesAround(text, shown.slice(from, at), context));
      }
      truncated = isCut || found.length > left;
      left -= found.length;
      if (truncated) break;
    }
    const tooLarge = this.#tooLarge.length > 0 ? { tooLarge: this.#tooLarge } : {};
    return { lines, truncated, filesSearched: targets.length, ...tooLarge };
  }

  /** The files that match, in the order given, with the number of their matching lines or matches. */
  async counts(targets: readonly SearchTarget[]): Promise<{ files: MatchingFile[]; truncated: boolean }> {
    const files: MatchingFile[] = [];
    for await (const batch of this.#batches(targets)) {
      const counted = await this.#counted(batch);
      files.push(
        ...batch.map(({ path }, at) => ({ path, lines: counted[at] as number })).filter(({ lines }) => lines > 0),
      );
      if (files.length > this.query.limit) return { files: files.slice(0, this.query.limit), truncated: true };
    }
    return { files, truncated: false };
  }

  /** At least one, if an empty one, so that a wrong pattern is refused whatever there is to search. */
  async *#batches(targets: readonly SearchTarget[]): AsyncIterable<readonly GivenText[]> {
    let batch: GivenText[] = [];
    let [size, firstLine, isFirst] = [0, 1, true];
    for (const { path, target } of targets) {
      throwIfCancelled(this.query.signal);
      const text = await searchedText(this.files, target, () => this.#tooLarge.push(path));
      if (text === undefined || text.length === 0) continue;
      // No match may span two texts.
      if (batch.length > 0 && (this.query.multiline || size + text.length > batchBytes)) {
        yield batch;
        [batch, size, firstLine, isFirst] = [[], 0, 1, false];
      }
      const given = givenText(path, text, firstLine);
      batch.push(given);
      size += text.length;
      firstLine += given.lines;
    }
    if (isFirst || batch.length > 0) yield batch;
  }

  /** Encodings are settled, and nothing is looked for on the disk. */
  #start(batch: readonly GivenText[], args: readonly string[]): Engine {
    const { pattern, signal } = this.query;
    const folder = parse(process.cwd()).root;
    const settled = ["--no-config", "--no-ignore", "--encoding=none", ...patternArgs(pattern, this.query)];
    const input = Buffer.concat(batch.map((text) => (this.query.multiline ? asStored(text) : text.bytes)));
    return startEngine({
      ...{ program: this.#ripgrep, args: [...args, ...settled, "--", "-"], input },
      ...{ folder, shown: folder, signal },
    });
  }

  /** Matching lines of a batch, by their numbers in it; `isCut` when there is one that is too long to be understood. */
  async #matching(batch: readonly GivenText[], most: number): Promise<{ found: FoundLine[]; isCut: boolean }> {
    const running = this.#start(batch, ["--json", `--max-count=${most}`]);
    const found: FoundLine[] = [];
    let isCut = false;
    for await (const pieces of separatedPieces(running.output, lineFeed, maxEventBytes))
      for (const piece of pieces) {
        const event = eventOf(piece);
        isCut ||= !event;
        if (event?.type !== "match") continue;
        // ripgrep reports lines where it found nothing but a place inside of a character.
        for (const line of foundLines(event, "")) if (line.matches.length > 0) found.push(line);
      }
    await ended(running, false);
    return { found, isCut };
  }

  /** How many lines match in each text of a batch, or how many places. */
  async #counted(batch: readonly GivenText[]): Promise<number[]> {
    if (this.query.multiline) return [await this.#matchesOf(batch)];
    const counts = batch.map(() => 0);
    // A line of output for each match, with nothing but the number of its line.
    const running = this.#start(batch, ["--line-number", "--no-filename", "--only-matching", "--replace="]);
    let [at, last] = [0, 0];
    for await (const pieces of separatedPieces(running.output, lineFeed))
      for (const { text } of pieces) {
        const line = Number.parseInt(text, 10);
        if (line === last && !this.query.countsMatches) continue;
        last = line;
        while (line >= endOf(batch[at])) at++;
        (counts[at] as number)++;
      }
    await ended(running, false);
    return counts;
  }

  /** Matches in a batch of one text. */
  async #matchesOf(batch: readonly GivenText[]): Promise<number> {
    const running = this.#start(batch, ["--count-matches", "--no-filename"]);
    let count = 0;
    for await (const pieces of separatedPieces(running.output, lineFeed))
      for (const { text } of pieces) count = Number.parseInt(text, 10);
    await ended(running, false);
    return count;
  }
}

/** Without a line end that is not there, which a match could take in. */
const asStored = ({ bytes, isClosed }: GivenText) => (isClosed ? bytes : bytes.subarray(0, -1));

const endOf = (text: GivenText | undefined): number => (text ? text.firstLine + text.lines : Number.POSITIVE_INFINITY);

function givenText(path: string, text: Buffer, firstLine: number): GivenText {
  const isClosed = text.at(-1) === lineFeed;
  const bytes = isClosed ? text : Buffer.concat([text, Buffer.from([lineFeed])]);
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return { path, bytes, isClosed, firstLine, lines };
}

/** @param found matching lines of this text, by their numbers in the batch. */
function linesAround(given: GivenText, found: readonly FoundLine[], context: number): FoundLine[] {
  if (found.length === 0) return [];
  const { path, bytes, isClosed, firstLine } = given;
  const all = bytes.toString("utf8", 0, bytes.length - 1).split(/\r?\n/);
  if (isClosed) all[all.length - 1] = (all.at(-1) as string).replace(/\r$/, "");
  const lines: FoundLine[] = [];
  let next = 0;
  const add = (upTo: number, matches: FoundLine["matches"] = []) => {
    for (; next < upTo; next++)
      lines.push({ path, line: next + 1, text: all[next] as string, matches: next === upTo - 1 ? matches : [] });
  };
  for (const [at, { line, matches }] of found.entries()) {
    const index = line - firstLine;
    next = Math.max(next, index - context);
    add(index);
    add(index + 1, isClosed || index + 1 < all.length ? matches : placesOfOpenLine(matches, all[index] as string));
    const following = (found[at + 1]?.line ?? Number.POSITIVE_INFINITY) - firstLine;
    add(Math.min(index + 1 + context, following, all.length));
  }
  return lines;
}

/** As ripgrep has it: after a last line without an end, the place there counts when nothing else does. */
function placesOfOpenLine(matches: FoundLine["matches"], text: string): FoundLine["matches"] {
  return matches.length > 1 && matches.at(-1)?.[0] === text.length ? matches.slice(0, -1) : matches;
}
