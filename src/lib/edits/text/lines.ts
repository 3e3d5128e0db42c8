/** Lines of a text, one after the other; a line ends with LF or CRLF, and a lone CR is part of one. */

/** Where a line lies in its text. */
export interface LinePlace {
  readonly start: number;
  /** Before the line's ending. */
  readonly end: number;
  /** After the line's ending. */
  readonly next: number;
}

/** Every line of a text from a place on; a text that ends with a line break has an empty last line. */
export function* linesIn(text: string, from = 0): Generator<LinePlace> {
  for (let start = from; ; ) {
    const feed = text.indexOf("\n", start);
    const stop = feed === -1 ? text.length : feed;
    const end = feed > start && text.charCodeAt(feed - 1) === 0x0d ? feed - 1 : stop;
    yield { start, end, next: feed === -1 ? stop : feed + 1 };
    if (feed === -1) return;
    start = feed + 1;
  }
}

/** The lines of a text without their endings. */
export const splitLines = (text: string): string[] =>
  [...linesIn(text)].map(({ start, end }) => text.slice(start, end));

/** The text with every line ending replaced. */
export const withLineEnding = (text: string, ending: "\n" | "\r\n"): string => text.replace(/\r\n|\n/g, () => ending);
