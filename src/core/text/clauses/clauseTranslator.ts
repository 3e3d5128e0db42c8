/** Brings the reasons of `clause` into another language: each is found by its text, and its values go into the translation. */

/** What the key of a clause ends in: VS Code's way of keeping texts apart that are the same in English. */
export const clauseMark = "/clause";

/** What the key of a call's title ends in. */
export const titleMark = "/title";

/** Which texts are meant. */
export type TextMark = typeof clauseMark | typeof titleMark;

/** What the placeholder of a value begins with that is a clause itself. */
export const nestedName = "clause";

/** How many clauses stand in each other at most. */
const maxDepth = 4;

/** Characters of a reason at most: a longer one stays English, as nobody waits for it. */
const maxLength = 4000;

/** A text with what stands in for its values: one literal part more than names. */
interface Pattern {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

interface Translated extends Pattern {
  readonly translation: Pattern;
  /** Without a word of its own, such as `{0}: {clause1}`, it could be anybody's text: what it holds has to be a clause. */
  readonly isWeak: boolean;
}

function patternOf(text: string): Pattern {
  const parts = text.split(/\{(\w+)\}/);
  return { literals: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) };
}

/** What stands between the literal parts, in their order, so that nothing is left out; undefined for another text. */
function valuesIn(text: string, { literals }: Pattern): string[] | undefined {
  const [first = "", ...middle] = literals;
  const last = middle.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const literal of middle) {
    const found = text.indexOf(literal, at);
    if (found < 0 || found + literal.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + literal.length;
  }
  return [...values, text.slice(at, end)];
}

const literalLength = ({ literals }: Pattern): number => literals.join("").length;

const isNested = (name: string): boolean => name.startsWith(nestedName);

function translatedOf(english: string, text: string): Translated {
  const pattern = patternOf(english);
  const letters = pattern.literals.join("").replace(/\P{L}/gu, "").length;
  return { ...pattern, translation: patternOf(text), isWeak: letters < 5 && pattern.names.some(isNested) };
}

/** Whatever a title's values say, such as a command, its first word tells which it is; the others are tried after those. */
const beginsWithWord = ({ literals: [first] }: Pattern): number => (first === "" ? 0 : 1);

/** Those that say most first: a text that others would take for their value. */
const patternsOf = (texts: Readonly<Record<string, string>>, mark: TextMark): Translated[] =>
  Object.entries(texts)
    .filter(([key]) => key.endsWith(mark))
    .map(([key, text]) => translatedOf(key.slice(0, -mark.length), text))
    .sort(
      (a, b) => (mark === titleMark ? beginsWithWord(b) - beginsWithWord(a) : 0) || literalLength(b) - literalLength(a),
    );

/** A text as one clause, in the other language; undefined for a text that is none. */
function asClause(text: string, pattern: Translated, translate: Translate): string | undefined {
  const values = valuesIn(text, pattern);
  if (!values) return undefined;
  const clauses = values.map((value, at) => (isNested(pattern.names[at] ?? "") ? translate(value) : undefined));
  if (pattern.isWeak && clauses.every((one) => one === undefined)) return undefined;
  const { literals, names } = pattern.translation;
  const shown = names.map((name) => {
    const at = pattern.names.indexOf(name);
    return clauses[at] ?? values[at] ?? `{${name}}`;
  });
  return String.raw({ raw: literals }, ...shown);
}

/** @returns undefined for a text that is no clause. */
type Translate = (text: string) => string | undefined;

function translatorTo(patterns: readonly Translated[], depth: number): Translate {
  const inner: Translate = depth > 1 ? translatorTo(patterns, depth - 1) : () => undefined;
  return (text) => {
    for (const pattern of patterns) {
      const translated = asClause(text, pattern, inner);
      if (translated !== undefined) return translated;
    }
    return undefined;
  };
}

/**
 * Makes what translates a reason. Its values may be anybody's words: they are moved, never changed, and where they make the
 * reason look like another one, the translation says what that one says in English. A reason that is no clause, such as a
 * hook's, stays as it is.
 * @param texts a bundle of translations; those without the mark do not count.
 */
export function clauseTranslator(
  texts: Readonly<Record<string, string>>,
  mark: TextMark = clauseMark,
): (reason: string) => string {
  const translate = translatorTo(patternsOf(texts, mark), maxDepth);
  return (reason) => (reason.length > maxLength ? undefined : translate(reason)) ?? reason;
}
