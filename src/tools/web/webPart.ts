/** Long texts in parts that fit together. */

/** A part of a text. Parts that follow each other are the text, character for character. */
export interface WebTextPart {
  readonly text: string;
  /** Character of the whole at which it begins, and the one after its last. */
  readonly offset: number;
  readonly end: number;
}

/** A part is cut at a fitting place that far along, or where the limit is. */
const minFill = 0.75;

const sentenceEnd = /[.!?]["')\]]*\s+|[。！？]/gu;

/** Moves a place from between the two halves of a character to before it. */
const onCharacter = (text: string, place: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(place - 1)) && /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;

/** Where a line, else a sentence, else a word ends last; undefined where none does. */
function fittingEnd(text: string): number | undefined {
  const line = text.lastIndexOf("\n");
  if (line >= 0) return line + 1;
  const sentence = [...text.matchAll(sentenceEnd)].at(-1);
  if (sentence) return sentence.index + sentence[0].length;
  const word = text.lastIndexOf(" ");
  return word >= 0 ? word + 1 : undefined;
}

/** @param offset 0 to the length of the text. @param limit characters at most, 2 or more. */
export function partOf(text: string, offset: number, limit: number): WebTextPart {
  const from = onCharacter(text, offset);
  const most = from + limit;
  if (most >= text.length) return { text: text.slice(from), offset: from, end: text.length };
  const least = from + Math.ceil(limit * minFill);
  const fitting = fittingEnd(text.slice(least, most));
  const end = fitting === undefined ? onCharacter(text, most) : least + fitting;
  return { text: text.slice(from, end), offset: from, end };
}
