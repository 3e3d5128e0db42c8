/**
 * How many tokens a text takes, without the tokenizer of any model: a count of the pieces that all of them make of a text, so
 * that prose, code, digits and scripts without blanks are each measured by what they cost and not by their letters.
 */

/**
 * Kinds of characters by their codes: all that is not ASCII, and control characters, count for themselves. Told by a table
 * and not by an expression, which makes an object of each piece: a read of 2,000 lines has 60,000.
 */
enum Kind {
  Other,
  Lower,
  Upper,
  Digit,
  Blank,
  Break,
  Sign,
}

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return Kind.Lower;
  if (/[A-Z]/.test(character)) return Kind.Upper;
  if (/[0-9]/.test(character)) return Kind.Digit;
  if (/[ \t]/.test(character)) return Kind.Blank;
  if (/[\r\n]/.test(character)) return Kind.Break;
  return /[\x21-\x7e]/.test(character) ? Kind.Sign : Kind.Other;
});

/** Of the character at a place; Other behind the end of the text. */
const kindAt = (text: string, at: number): Kind => kinds[text.charCodeAt(at)] ?? Kind.Other;

function endOfRun(text: string, from: number, kind: Kind): number {
  let end = from;
  while (end < text.length && kindAt(text, end) === kind) end++;
  return end;
}

/** Where the piece ends that begins at a place: a word with one capital letter or all in capitals, a run, or one character. */
function endOfPiece(text: string, at: number, kind: Kind): number {
  switch (kind) {
    case Kind.Upper:
      return endOfRun(text, at + 1, kindAt(text, at + 1) === Kind.Lower ? Kind.Lower : Kind.Upper);
    case Kind.Sign:
      return at + 1;
    case Kind.Other:
      return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    default:
      return endOfRun(text, at + 1, kind);
  }
}

/** Letters and digits that stand together in one token. */
const lettersOfToken = 6;
const digitsOfToken = 3;

/** Tokens of the piece between two places; a single blank belongs to the word behind it. */
function costOf(text: string, at: number, end: number, kind: Kind): number {
  switch (kind) {
    case Kind.Lower:
    case Kind.Upper:
      return Math.ceil((end - at) / lettersOfToken);
    case Kind.Digit:
      return Math.ceil((end - at) / digitsOfToken);
    case Kind.Blank:
      return end - at === 1 && text[at] === " " ? 0 : 1;
    case Kind.Break:
      return 1;
    case Kind.Sign:
      // Two signs share a token about half of the time.
      return 0.75;
    case Kind.Other:
      return end - at;
  }
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
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    const end = endOfPiece(text, at, kind);
    const cost = costOf(text, at, end, kind);
    if (tokens + cost > most) {
      const part = Math.floor(((end - at) * (most - tokens)) / cost);
      return { end: at + Math.max(0, part), tokens: most };
    }
    tokens += cost;
    at = end;
  }
  return { end: text.length, tokens };
}
