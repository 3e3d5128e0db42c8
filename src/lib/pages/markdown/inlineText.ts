import type { PageFormat } from "../body/page";
import { codeSpan, escaped } from "./escape";
import { type Emphasis, emphases, type Mark, markdownMarkOf, mayBegin, mayEnd } from "./marks";

/** Where inline text goes. */
interface Place {
  readonly pieces: string[];
  readonly format: PageFormat;
  readonly isCell: boolean;
  /**
   * Writes line breaks and margins that are due.
   * @returns what text that begins a line stands behind: nothing, or the blank of a heading; undefined within a line.
   */
  beginText(): "" | " " | undefined;
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0x20);
const lastOf = (text: string): string => text.slice(/[\udc00-\udfff]/.test(text.at(-1) ?? "") ? -2 : -1) || " ";

/**
 * Text with emphasis, links and code. What surrounds text is held back until the text is known: a blank at the end of a
 * line, a mark that would hold nothing, an end that Markdown would not take for one.
 */
export class InlineText {
  /** The character written last; empty at the start of a line. */
  #last = "";
  #hasSpace = false;
  #open: Mark[] = [];
  #ended: Mark[] = [];
  #code = "";
  #codeDepth = 0;
  /** True when the code held back and the next are of two elements. */
  #isOtherCode = false;

  constructor(private readonly place: Place) {}

  /** White space, which collapses. */
  space(): void {
    this.#hasSpace = true;
  }

  /** Text without white space around it. */
  write(text: string): void {
    if (this.#codeDepth > 0 && this.place.format === "markdown") this.#writeCode(text);
    else this.#writeText(text);
  }

  #writeText(text: string): void {
    this.#prepare(firstOf(text));
    const isInLink = this.#open.some(({ kind, state }) => kind === "link" && state === "written");
    const { format, isCell } = this.place;
    this.#push(format === "text" ? text : escaped(text, { before: this.#last, isInLink, isInCell: isCell }));
  }

  /** Markdown of its own. */
  verbatim(text: string): void {
    this.#prepare(firstOf(text));
    this.#push(text);
  }

  /** Writes what is held back before a line ends; marks go on in the next. */
  endLine(): void {
    this.#flushCode();
    this.#writeEnds("");
    this.#hasSpace = false;
  }

  /** Ends the line and what surrounds its text: emphasis begins anew in the next block, a link is over. */
  endBlock(): void {
    this.endLine();
    for (const mark of this.#open.toReversed()) {
      if (mark.state !== "written") continue;
      this.place.pieces.push(mark.end);
      mark.state = mark.kind === "link" ? "void" : "waiting";
    }
  }

  /** @returns what ends it; undefined where text is emphasised already or the format has no marks. */
  emphasis(kind: Emphasis): (() => void) | undefined {
    const isNeedless = this.place.format === "text" || this.#codeDepth > 0;
    if (isNeedless || this.#open.some((mark) => mark.kind === kind)) return undefined;
    const [before, ...others] = this.#ended;
    if (before?.kind !== kind || others.length > 0)
      return this.#begin(markdownMarkOf(kind, emphases[kind], emphases[kind]));
    // Directly behind the same emphasis it goes on with it, because `**a****b**` is no emphasis.
    this.#ended = [];
    return this.#begin(before);
  }

  /** @returns what ends it; undefined within a link and where the format has none. */
  link(address: string): (() => void) | undefined {
    if (this.place.format === "text" || this.#open.some(({ kind }) => kind === "link")) return undefined;
    return this.#begin(markdownMarkOf("link", "[", `](${address})`));
  }

  /** Text is code until it is ended. @returns what ends it. */
  code(): () => void {
    this.#codeDepth++;
    this.#isOtherCode = true;
    return () => {
      this.#codeDepth--;
    };
  }

  #begin(mark: Mark): () => void {
    this.#open.push(mark);
    return () => {
      this.#open.splice(this.#open.lastIndexOf(mark), 1);
      if (mark.state === "written") this.#ended.push(mark);
    };
  }

  #push(text: string): void {
    this.place.pieces.push(text);
    this.#last = lastOf(text);
  }

  /** Code directly behind code is one span with it, since Markdown has no way to write two. */
  #writeCode(text: string): void {
    const isApart = this.#isOtherCode && this.#hasSpace;
    const hasMarks = this.#ended.length > 0 || this.#open.some(({ state }) => state === "waiting");
    this.#isOtherCode = false;
    if (this.#code === "" || isApart || hasMarks) this.#prepare("`");
    else if (this.#hasSpace) this.#code += " ";
    this.#hasSpace = false;
    this.#code += text;
  }

  #flushCode(): void {
    if (this.#code === "") return;
    const code = this.#code;
    this.#code = "";
    this.#push(codeSpan(code, this.place.isCell));
  }

  /** Writes all that was held back before a text. @param first the character that it begins with. */
  #prepare(first: string): void {
    this.#flushCode();
    const start = this.place.beginText();
    if (start !== undefined) {
      this.#last = start;
      this.#hasSpace = false;
    }
    const waiting = this.#open.filter(({ state }) => state === "waiting");
    this.#writeEnds(this.#hasSpace ? " " : (waiting[0]?.start[0] ?? first));
    if (this.#hasSpace) this.#push(" ");
    this.#hasSpace = false;
    for (const [index, mark] of waiting.entries())
      this.#writeStart(mark, waiting[index + 1]?.kind === "link" ? "[" : first);
  }

  /** @param after the character that follows. */
  #writeStart(mark: Mark, after: string): void {
    const { pieces } = this.place;
    if (mark.kind === "link") {
      // `!` before a link makes an image of it.
      if (this.#last === "!") pieces.push(`${pieces.pop()?.slice(0, -1)}\\!`);
    } else if (!mayBegin(this.#last, after)) {
      mark.state = "void";
      return;
    }
    mark.state = "written";
    mark.place = pieces.length;
    this.#push(mark.start);
  }

  /** @param next the character that follows. */
  #writeEnds(next: string): void {
    for (const [index, mark] of this.#ended.entries()) {
      const after = this.#ended[index + 1]?.kind === "link" ? "]" : next;
      if (mark.kind !== "link" && !mayEnd(this.#last, after)) this.place.pieces[mark.place] = "";
      else this.#push(mark.end);
    }
    this.#ended = [];
  }
}
