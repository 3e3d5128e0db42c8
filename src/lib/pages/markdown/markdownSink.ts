import type { PageFormat } from "../body/page";
import { shownText } from "../body/shownText";
import { InlineText } from "./inlineText";
import type { Emphasis } from "./marks";

/** What stands before the lines of a block: a list's marker, a quotation's mark, a heading's. */
interface Margin {
  readonly first: string;
  readonly rest: string;
  readonly isHeading: boolean;
}

/** Levels of margins that are written; what is nested deeper stands under the last of them. */
const maxMargins = 24;

/** What ends before the next text: a line, or a paragraph. */
type Break = "line" | "paragraph";

/** Most texts have nothing to collapse, and telling this takes less time than making them anew. */
const collapsed = (text: string) => (/[\t\n\r\f]| {2}/.test(text) ? text.replace(/[ \t\n\r\f]+/g, " ") : text);

/**
 * Takes text and blocks in their order and lays them out in lines. What would be empty is not written, nor what nobody sees,
 * wherever in a page it stood.
 */
export class MarkdownSink {
  readonly #pieces: string[] = [];
  readonly #margins: Margin[] = [];
  readonly #inline: InlineText;
  /** Margins whose first line is written. */
  #begun = 0;
  #break: Break | undefined;
  #lineBreaks = 0;

  /** @param isCell everything on one line, for a cell of a table. */
  constructor(
    readonly format: PageFormat,
    readonly isCell = false,
  ) {
    this.#inline = new InlineText({
      pieces: this.#pieces,
      format,
      isCell,
      beginText: () => this.#beginText(),
    });
  }

  /** All that was written. */
  toString(): string {
    this.block("line");
    return this.#pieces.join("").trimEnd();
  }

  /** Text of the source, of which white space collapses. */
  text(source: string): void {
    const text = collapsed(shownText(source));
    if (text.startsWith(" ")) this.#inline.space();
    if (text === "" || text === " ") return;
    const endsBlank = text.endsWith(" ");
    this.#inline.write(text.slice(text.startsWith(" ") ? 1 : 0, endsBlank ? -1 : undefined));
    if (endsBlank) this.#inline.space();
  }

  /** Markdown that stands in the line as it is. */
  verbatim(text: string): void {
    this.#inline.verbatim(shownText(text));
  }

  space(): void {
    this.#inline.space();
  }

  /** A line break within a paragraph; two of them make a new one. */
  lineBreak(): void {
    if (this.#break || this.#pieces.length === 0) return;
    if (this.#margins.at(-1)?.isHeading) {
      this.#inline.space();
      return;
    }
    this.#inline.endLine();
    this.#lineBreaks++;
    if (this.#lineBreaks > 1) this.block("paragraph");
  }

  /** Ends a block. */
  block(kind: Break): void {
    this.#inline.endBlock();
    this.#lineBreaks = 0;
    // Behind a marker that waits for its text there is nothing to end.
    const isWaiting = this.#break !== undefined && this.#begun < this.#margins.length;
    if (this.#pieces.length > 0 && this.#break !== "paragraph" && !isWaiting) this.#break = kind;
  }

  /** Ends a block; what follows is in the next line, even behind a paragraph. */
  tight(): void {
    this.block("line");
    if (this.#break && this.#begun === this.#margins.length) this.#break = "line";
  }

  /** Lines that stand as they are, as a block of their own. */
  lines(lines: readonly string[]): void {
    this.block("paragraph");
    for (const line of lines) {
      this.#startLine(line === "");
      this.#pieces.push(line);
      this.#break = "line";
    }
    this.block("paragraph");
  }

  /** Puts text before the lines that follow. @returns what ends it. */
  margin(first: string, rest: string, isHeading = false): () => void {
    const isDeep = this.#margins.length >= maxMargins;
    this.#margins.push({ first: isDeep ? "" : first, rest: isDeep || this.isCell ? "" : rest, isHeading });
    return () => {
      this.#margins.pop();
      this.#begun = Math.min(this.#begun, this.#margins.length);
    };
  }

  /** @returns what ends it. */
  emphasis(kind: Emphasis): (() => void) | undefined {
    return this.#inline.emphasis(kind);
  }

  /** @returns what ends it. */
  link(address: string): (() => void) | undefined {
    return this.#inline.link(address);
  }

  /** @returns what ends it. */
  code(): () => void {
    return this.#inline.code();
  }

  #beginText(): "" | " " | undefined {
    const isHeading = this.#begun < this.#margins.length && this.#margins.at(-1)?.first.startsWith("#");
    if (this.#break || this.#pieces.length === 0) this.#startLine();
    else if (this.#lineBreaks > 0) this.#continueLine();
    else return undefined;
    return isHeading ? " " : "";
  }

  #startLine(isBlank = false): void {
    const rests = this.#margins.slice(0, this.#begun).map(({ rest }) => rest);
    if (this.#break) this.#pieces.push(this.isCell ? this.#cellBreak : "\n");
    if (this.#break === "paragraph" && !this.isCell) this.#pieces.push(`${rests.join("").trimEnd()}\n`);
    const margin = [...rests, ...this.#margins.slice(this.#begun).map(({ first }) => first)].join("");
    this.#pieces.push(isBlank ? margin.trimEnd() : margin);
    this.#begun = this.#margins.length;
    this.#break = undefined;
    this.#lineBreaks = 0;
  }

  #continueLine(): void {
    const hardBreak = this.format === "text" ? "\n" : "  \n";
    const rests = this.#margins.map(({ rest }) => rest).join("");
    this.#pieces.push(this.isCell ? this.#cellBreak : `${hardBreak}${rests}`);
    this.#lineBreaks = 0;
  }

  get #cellBreak(): string {
    return this.format === "text" ? " " : "<br>";
  }
}
