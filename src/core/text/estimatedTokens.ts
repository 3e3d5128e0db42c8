/**
 * How many tokens a text takes, without the tokenizer of any model: a count of the pieces that all of them make of a text, so
 * that prose, code, digits and scripts without blanks are each measured by what they cost and not by their letters.
 */

/** One kind of piece after the other, as they stand in the text; a single blank belongs to the word behind it. */
const pieces =
  /(?<word>[A-Z]?[a-z]+|[A-Z]+)|(?<digits>[0-9]+)|(?<blanks>[ \t]+)|(?<breaks>[\r\n]+)|(?<signs>[\x21-\x7e])|(?<other>[\s\S])/gu;

/** Letters and digits that stand together in one token. */
const lettersOfToken = 6;
const digitsOfToken = 3;

/** Tokens of one piece. */
function costOf({
  word,
  digits,
  blanks,
  breaks,
  signs,
  other = "",
}: Readonly<Record<string, string | undefined>>): number {
  if (word !== undefined) return Math.ceil(word.length / lettersOfToken);
  if (digits !== undefined) return Math.ceil(digits.length / digitsOfToken);
  if (blanks !== undefined) return blanks === " " ? 0 : 1;
  if (breaks !== undefined) return 1;
  // Two signs share a token about half of the time.
  if (signs !== undefined) return 0.75;
  return other.length;
}

/** A beginning of a text that takes no more than some tokens. */
export interface TokenSpan {
  /** Characters of it. */
  readonly end: number;
  /** Estimated; not rounded. */
  readonly tokens: number;
}

/** The longest beginning of a text that is estimated at no more than `most` tokens; a piece that costs several may be cut. */
export function withinTokens(text: string, most: number): TokenSpan {
  let tokens = 0;
  for (const { 0: piece, groups = {}, index } of text.matchAll(pieces)) {
    const cost = costOf(groups);
    if (tokens + cost > most) {
      const part = Math.floor((piece.length * (most - tokens)) / cost);
      return { end: index + Math.max(0, part), tokens: most };
    }
    tokens += cost;
  }
  return { end: text.length, tokens };
}
