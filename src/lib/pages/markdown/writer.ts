import type { PageFormat } from "../body/page";
import type { Entered, HtmlElement, HtmlNode } from "../html/htmlTree";
import type { PageAddresses } from "../html/pageAddresses";
import { MarkdownSink } from "./markdownSink";

/** How an element is written: what to do on entering it, and with what it says on leaving. */
export type Handler = (element: HtmlElement, writer: Writer) => Entered;

/** A list that is being written. */
export interface OpenList {
  readonly isOrdered: boolean;
  /** Number of the next item. */
  number: number;
  readonly step: 1 | -1;
}

/** A table that is being written: of data, cell by cell, or one that only places things. */
export interface OpenTable {
  readonly kind: "data" | "lines" | "blocks" | "words";
  readonly cells: Map<HtmlElement, string>;
  caption: string;
}

/** Where a page is being written to, and what is open in it. */
export class Writer {
  readonly lists: (OpenList | undefined)[] = [];
  readonly tables: OpenTable[] = [];
  /** Full forms of abbreviations that were given. */
  readonly explained = new Set<string>();
  #sinks: MarkdownSink[];

  constructor(
    readonly format: PageFormat,
    readonly addresses: PageAddresses,
    /** Tables in which other tables, headings or parts of a page are. */
    readonly placing: ReadonlySet<HtmlNode>,
  ) {
    this.#sinks = [new MarkdownSink(format)];
  }

  get sink(): MarkdownSink {
    return this.#sinks.at(-1) as MarkdownSink;
  }

  get isMarkdown(): boolean {
    return this.format === "markdown";
  }

  /** What is written from here on goes on one line of its own. @returns what ends it, and gives the line. */
  cell(): () => string {
    const sink = new MarkdownSink(this.format, true);
    this.#sinks.push(sink);
    return () => {
      this.#sinks.pop();
      return sink.toString();
    };
  }

  /** Writes a paragraph or the like. @returns what ends it. */
  paragraph(): () => void {
    this.sink.block("paragraph");
    return () => this.sink.block("paragraph");
  }

  /** What stands before every line of what is in it. @returns what ends it. */
  margin(first: string, rest: string): () => void {
    this.sink.block("paragraph");
    const end = this.sink.margin(first, rest);
    return () => {
      this.sink.block("paragraph");
      end();
    };
  }

  /** A link of its own that names what cannot be shown. */
  reference(text: string, address: string): void {
    const end = this.sink.link(address);
    this.sink.text(text);
    end?.();
  }
}

/** Does several things on leaving, in their order. */
export const inTurn =
  (...steps: readonly ((() => void) | undefined)[]): (() => void) =>
  () => {
    for (const step of steps) step?.();
  };
