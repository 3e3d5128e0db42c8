/** Views of a text in which what an edit may get wrong looks alike, and the way back from such a view to the text. */
import { linesIn } from "../text/lines";

/** A place in the text as [start, end), in UTF-16 units. */
export type CharacterRange = readonly [start: number, end: number];

/** What of each line is compared. Line endings are LF in every view. */
export interface Fold {
  /** The line as it is compared. */
  line(text: string): string;
  /** Begins to look up places in one line. */
  columns(text: string): Columns;
}

/**
 * The place in a line that a place of its view stands for; undefined when that is in the middle of a character. Asked for
 * places from left to right.
 * @param side a range may begin behind white space that is not compared, and end before it.
 */
type Columns = (folded: number, side: "start" | "end") => number | undefined;

const isBlank = (unit: number) => unit === 0x20 || unit === 0x09;

/** Length of a line without the spaces and tabs at its end. */
export function trimmedEnd(text: string): number {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Number of spaces and tabs at the beginning of a line. */
export function indentLength(text: string): number {
  let at = 0;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Only line endings are alike. */
export const lineEndingFold: Fold = { line: (text) => text, columns: () => (folded) => folded };

/** White space at the ends of lines is not compared. */
export const trailingFold: Fold = {
  line: (text) => text.slice(0, trimmedEnd(text)),
  columns: (text) => (folded, side) => (side === "start" && folded === trimmedEnd(text) ? text.length : folded),
};

/** Nor is the indentation. For whole lines only: a range begins before the indentation. */
export const indentationFold: Fold = {
  line: (text) => (text.trim() === "" ? "" : text.slice(indentLength(text), trimmedEnd(text))),
  columns: (text) => (folded) => (folded === 0 ? 0 : indentLength(text) + folded),
};

const quotes = /[\u2018-\u201b\u2032\u00b4\u02bc]/g;
const doubleQuotes = /[\u201c-\u201f\u2033]/g;
const dashes = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Characters as they are compared: decomposed (NFD), with plain quotes, hyphens and spaces. */
const plain = (text: string): string =>
  isAscii(text)
    ? text
    : text.normalize("NFD").replace(quotes, "'").replace(doubleQuotes, '"').replace(dashes, "-").replace(spaces, " ");

const isAscii = (text: string) => !/[^\x00-\x7f]/.test(text);

/** A character with its marks, or the parts of a Korean syllable; the bounds keep a hostile run from being tried over and over. */
const character = /(?:[\u1100-\u115f]{0,3}[\u1160-\u11ff]{1,4}|.)\p{M}*/gsu;

/** A view that compares characters by their plain form. */
const characterFold = (form: (text: string) => string): Fold => ({
  line: form,
  columns(text) {
    if (isAscii(text)) return (folded) => folded;
    const characters = text.matchAll(character);
    let at = 0;
    let passed = 0;
    return (folded) => {
      while (passed < folded) {
        const one = characters.next().value?.[0];
        if (one === undefined) return undefined;
        at += one.length;
        passed += form(one).length;
      }
      return passed === folded ? at : undefined;
    };
  },
});

/** Quotes, dashes, spaces and composed letters that look alike are alike. */
export const unicodeFold: Fold = characterFold(plain);

/** The full-width forms of the visible ASCII characters. Ideographic marks such as 、 and 。 are other characters, not forms. */
const fullWidth = /[\uff01-\uff5e]/g;

/** Whether a text has full-width forms of ASCII characters. */
export const hasFullWidth = (text: string): boolean => text.search(fullWidth) !== -1;

/** In addition, the full-width form of an ASCII character is like it. */
export const widthFold: Fold = characterFold((text) =>
  plain(text).replace(fullWidth, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)),
);

/** The view of a whole text. */
export function foldText(text: string, fold: Fold): string {
  const lines: string[] = [];
  for (const { start, end } of linesIn(text)) lines.push(fold.line(text.slice(start, end)));
  return lines.join("\n");
}

/**
 * Ranges of a text by ranges of its view, in order and without overlap; those that begin or end within a character are left out.
 */
export function unfold(text: string, fold: Fold, ranges: readonly CharacterRange[]): CharacterRange[] {
  const found: CharacterRange[] = [];
  const walk = walkLines(text, fold);
  for (const [from, to] of ranges) {
    const start = walk(from, "start");
    const end = walk(to, "end");
    if (start !== undefined && end !== undefined) found.push([start, end]);
  }
  return found;
}

/** {@link Columns} over all lines of a text. */
function walkLines(text: string, fold: Fold): Columns {
  const lines = linesIn(text);
  /** Where in the view the line begins and ends. */
  let begins = 0;
  let ends = -1;
  let start = 0;
  let columns: Columns = () => undefined;
  return (folded, side) => {
    while (folded > ends) {
      const line = lines.next().value;
      if (!line) return undefined;
      const content = text.slice(line.start, line.end);
      start = line.start;
      begins = ends + 1;
      ends = begins + fold.line(content).length;
      columns = fold.columns(content);
    }
    const column = columns(folded - begins, side);
    return column === undefined ? undefined : start + column;
  };
}
