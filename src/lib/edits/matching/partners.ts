/** Which quotes and brackets of a text belong together. */

const closing: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const closers = new Set(closing.values());
const quotes = new Set(['"', "'", "`"]);

/**
 * For each piece of a text the index of its partner; undefined when it has none. Quotes are paired within a line, brackets
 * across lines; an apostrophe has no partner.
 * @param pieces words and single ASCII characters.
 */
export function partnersOf(
  pieces: readonly string[],
  isWord: (piece: string | undefined) => boolean,
): (number | undefined)[] {
  const partners: (number | undefined)[] = new Array(pieces.length).fill(undefined);
  const openQuotes = new Map<string, number>();
  const openBrackets: number[] = [];
  const join = (one: number, other: number) => {
    partners[one] = other;
    partners[other] = one;
  };
  for (const [at, piece] of pieces.entries()) {
    if (piece === "\n") openQuotes.clear();
    else if (quotes.has(piece)) {
      const open = openQuotes.get(piece);
      const isApostrophe = piece === "'" && isWord(pieces[at - 1]) && (open === undefined || isWord(pieces[at + 1]));
      if (isApostrophe) continue;
      if (open === undefined) openQuotes.set(piece, at);
      else {
        join(open, at);
        openQuotes.delete(piece);
      }
    } else if (closing.has(piece)) openBrackets.push(at);
    else if (closers.has(piece)) {
      const open = openBrackets.at(-1);
      if (open === undefined || closing.get(pieces[open] as string) !== piece) continue;
      openBrackets.pop();
      join(open, at);
    }
  }
  return partners;
}
