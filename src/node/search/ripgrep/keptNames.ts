/** Names that ripgrep printed once, as one text, in which those that may match are found without going through all of them. */
import { nameLiteral } from "../indexing/nameLiterals";

const end = "\0";

/** Letters that equal a plain one where case does not count, which a plain search does not know. */
const oddLetters = /[\u017f\u0131\u212a]/;

/** Windows parts names by another character, and no other part of a literal is more than letters, digits and `_.- `. */
const patternOf = (literal: string): string => literal.replace(/[.-]/g, "\\$&").replace("/", "[\\\\/]");

/** What each of many names holds one of, whatever its case; undefined where that is not plain. */
function holdsOne(globs: readonly string[] | undefined): RegExp | undefined {
  const literals = globs?.map(nameLiteral);
  if (!literals?.length || !literals.every((literal) => literal !== undefined)) return undefined;
  return new RegExp(literals.map(patternOf).join("|"), "gi");
}

/** The names of one listing. */
export class KeptNames {
  readonly #isPlain: boolean;

  /** @param text each name with a NUL behind it. */
  constructor(readonly text: string) {
    this.#isPlain = !oddLetters.test(text);
  }

  /** All names, or those of them that may match one of the globs. */
  mayMatch(globs: readonly string[] | undefined): string[] {
    const literal = this.#isPlain ? holdsOne(globs) : undefined;
    if (!literal) return this.text.split(end).slice(0, -1);
    const found: string[] = [];
    for (let match = literal.exec(this.text); match; match = literal.exec(this.text)) {
      const until = this.text.indexOf(end, match.index);
      found.push(this.text.slice(this.text.lastIndexOf(end, match.index) + 1, until));
      literal.lastIndex = until + 1;
    }
    return found;
  }
}
