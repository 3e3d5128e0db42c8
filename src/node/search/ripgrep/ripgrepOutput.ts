/** What a search collects while ripgrep runs: no more than it was asked for, and nothing that is not in the files held. */
import type { FoundLine, MatchingFile } from "../../../core/ports/search";
import type { SearchedFile } from "../searchedFile";
import { eventBytes, eventOf, foundLines, type RipgrepEvent } from "./ripgrepEvents";
import type { TextPiece } from "./separatedText";

/** A file of which lines are reported. */
interface Reported {
  readonly path: string;
  readonly file: Pick<SearchedFile, "has" | "close">;
}

/** From the name that ripgrep printed; undefined when the file does not count, or lies elsewhere by now. */
type Report = (printed: string) => Reported | undefined;

/** The path a file is reported under, from the name that ripgrep printed; undefined when the file does not count. */
type PathOf = (printed: string) => string | undefined;

/** Lines from the events of `rg --json`; to be closed. */
export class FoundLines {
  readonly lines: FoundLine[] = [];
  /** Files that do not hold what ripgrep found in them: they changed, or it was led elsewhere. */
  readonly changed: string[] = [];
  /** There is more than the limit. */
  truncated = false;
  #matched = 0;
  #reported: Reported | undefined;
  /** What there was before the file that is being reported. */
  #before = { lines: 0, matched: 0 };

  /** @param limit matching lines at most. */
  constructor(
    private readonly limit: number,
    private readonly report: Report,
  ) {}

  /** Matching lines that there is room for. */
  get left(): number {
    return Math.max(0, this.limit - this.#matched);
  }

  /** @returns false when nothing more is wanted. */
  take(piece: TextPiece): boolean {
    const event = eventOf(piece);
    if (event?.type === "begin") this.#begin(eventBytes(event.data.path).toString("utf8"));
    else if (this.#reported === undefined) return true;
    else if (event?.type === "end") this.#end(event.data.binary_offset !== null);
    // A line too long to be understood is there all the same.
    else if (!event) this.truncated = true;
    else if (event.type === "match" || event.type === "context") this.#compared(event, this.#reported);
    return !this.truncated;
  }

  close(): void {
    this.#reported?.file.close();
    this.#reported = undefined;
  }

  #begin(name: string): void {
    this.close();
    this.#reported = this.report(name);
    this.#before = { lines: this.lines.length, matched: this.#matched };
  }

  /** A NUL that comes late makes a file binary all the same. */
  #end(isBinary: boolean): void {
    this.close();
    if (isBinary) this.#takeBack();
  }

  #takeBack(): void {
    this.lines.length = this.#before.lines;
    this.#matched = this.#before.matched;
  }

  #compared(event: RipgrepEvent, { path, file }: Reported): void {
    if (file.has(eventBytes(event.data.lines), event.data.absolute_offset)) {
      for (const line of foundLines(event, path)) this.#line(line, event.type);
      return;
    }
    this.close();
    this.#takeBack();
    this.changed.push(path);
  }

  #line(line: FoundLine, type: string): void {
    // ripgrep reports lines where it found nothing but a place inside of a character or between the lines.
    if (type === "match" && line.matches.length === 0) return;
    if (type === "match" && ++this.#matched > this.limit) this.truncated = true;
    else this.lines.push(line);
  }
}

/** Files from `rg --count --null`: a name, NUL, a number, a line feed, and so on; names may hold line feeds. */
export class CountedFiles {
  readonly files: MatchingFile[] = [];
  truncated = false;
  #isFirst = true;
  #path: string | undefined;

  /** @param limit files at most. */
  constructor(
    private readonly limit: number,
    private readonly pathOf: PathOf,
  ) {}

  /** @param text between two NULs. @returns false when nothing more is wanted. */
  take(text: string): boolean {
    const end = this.#isFirst ? -1 : text.indexOf("\n");
    if (this.#path !== undefined) {
      this.truncated = this.files.length === this.limit;
      if (this.truncated) return false;
      this.files.push({ path: this.#path, lines: Number(text.slice(0, end)) });
    }
    this.#isFirst = false;
    this.#path = this.pathOf(text.slice(end + 1));
    return true;
  }
}
