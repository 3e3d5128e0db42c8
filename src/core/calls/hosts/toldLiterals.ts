/**
 * Literals in what a language says of a name. A type may be the very text or number that stands in another file, which may be
 * one that nobody may read: of a literal that stands in no file known to be readable only its kind is told.
 */

const fence = /^((`{3,}|~{3,}).*\n)([\s\S]*?)(^\2[ \t]*$|$(?![\s\S]))/gm;

/** Names of modules and counts of overloads are no values. */
const texts = /(?<!\bmodule |\bimport\()(?:"(?:[^"\\\n]|\\.)*"|(?<![\w'])'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
const number = String.raw`(?<![\w.$])(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)n?(?![\w.])(?! overload)`;
const numbers = new RegExp(`-?${number}`, "g");
/** In prose a number is rarely a value. */
const assignedNumbers = new RegExp(`(?<=[:=|&<[(,?][ \\t]*)-?${number}`, "g");

const quantityOf = (text: string): number => Number(text.replaceAll("_", "").replace(/^-|n$/g, ""));

const quotes = ['"', "'", "`"];

/** What stands in the files that may be read. */
interface Readable {
  holdsText(literal: string): boolean;
  holdsNumber(literal: string): boolean;
}

function readableIn(files: readonly string[]): Readable {
  const values = new Set(
    files.flatMap((file) => [...file.matchAll(new RegExp(number, "g"))].map(([one]) => quantityOf(one))),
  );
  return {
    holdsText(literal) {
      const inner = literal.slice(1, -1);
      return files.some((file) => quotes.some((quote) => file.includes(`${quote}${inner}${quote}`)));
    },
    holdsNumber: (literal) => values.has(quantityOf(literal)),
  };
}

/** Texts go first, and what is left of them is no number. */
function toldOf(text: string, { holdsText, holdsNumber }: Readable, ofNumbers: RegExp): string {
  const literals = [...text.matchAll(texts)].map(([one]) => (holdsText(one) ? one : "string"));
  const between = text
    .split(texts)
    .map((part) => part.replace(ofNumbers, (one) => (holdsNumber(one) ? one : "number")));
  return between.map((part, at) => `${part}${literals[at] ?? ""}`).join("");
}

/**
 * The parts of an answer without literals that stand in none of the files. Beside blocks of code everything is documentation,
 * which is written where the name is declared, and is left as it is.
 * @param files texts of files that may be read.
 */
export function withoutStrangeLiterals(parts: readonly string[], files: readonly string[]): string[] {
  const readable = readableIn(files);
  const hasCode = parts.some((part) => new RegExp(fence, "m").test(part));
  if (!hasCode) return parts.map((part) => toldOf(part, readable, assignedNumbers));
  return parts.map((part) =>
    part.replace(
      fence,
      (_block: string, open: string, _mark: string, inside: string, close: string) =>
        `${open}${toldOf(inside, readable, numbers)}${close}`,
    ),
  );
}
