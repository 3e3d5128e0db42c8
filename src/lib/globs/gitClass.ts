/** Bracket expressions as git reads them: on bytes, with POSIX classes of ASCII alone. */

/** Accepts one character, or not. */
export type CharacterTest = (character: string) => boolean;

const within =
  (expression: RegExp): CharacterTest =>
  (character) =>
    expression.test(character);

const posixClasses: Readonly<Record<string, CharacterTest>> = {
  alnum: within(/[0-9A-Za-z]/),
  alpha: within(/[A-Za-z]/),
  blank: within(/[ \t]/),
  cntrl: within(/[\0-\x1f\x7f]/),
  digit: within(/[0-9]/),
  graph: within(/[!-~]/),
  lower: within(/[a-z]/),
  print: within(/[ -~]/),
  punct: within(/[!-/:-@[-`{-~]/),
  space: within(/[ \t\n\r]/),
  upper: within(/[A-Z]/),
  xdigit: within(/[0-9A-Fa-f]/),
};

const equal =
  (wanted: string): CharacterTest =>
  (character) =>
    character === wanted;

/** Without case git compares the lower letter with everything, and with ranges and `[:upper:]` the upper one too. */
const eitherCase =
  (test: CharacterTest, ignoreCase: boolean): CharacterTest =>
  (character) =>
    test(character) || (ignoreCase && /[a-z]/.test(character) && test(character.toUpperCase()));

/** What a class says of one character, and the place after its closing bracket. */
export interface GitClass {
  readonly test: CharacterTest;
  readonly end: number;
}

interface Member {
  readonly test: CharacterTest;
  /** The place of its last character. */
  readonly last: number;
  /** What a range may start with; empty after a range or a named class. */
  readonly from: string;
}

/** `[:alpha:]` inside a class; undefined for one that is not known, which makes the whole class match nothing. */
function namedClass(pattern: string, open: number, ignoreCase: boolean): Member | undefined {
  const close = pattern.indexOf("]", open + 2);
  if (close < 0) return undefined;
  const isName = close > open + 2 && pattern[close - 1] === ":";
  if (!isName) return { test: equal("["), last: open, from: "[" };
  const name = pattern.slice(open + 2, close - 1);
  const test = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
  return test && { test: name === "upper" ? eitherCase(test, ignoreCase) : test, last: close, from: "" };
}

function member(pattern: string, at: number, from: string, ignoreCase: boolean): Member | undefined {
  const character = pattern[at];
  const next = pattern[at + 1];
  if (character === "\\") return next === undefined ? undefined : { test: equal(next), last: at + 1, from: next };
  if (character === "-" && from !== "" && next !== undefined && next !== "]") {
    const last = next === "\\" ? at + 2 : at + 1;
    const to = pattern[last];
    if (to === undefined) return undefined;
    const inRange: CharacterTest = (one) => from <= one && one <= to;
    return { test: eitherCase(inRange, ignoreCase), last, from: "" };
  }
  if (character === "[" && next === ":") return namedClass(pattern, at, ignoreCase);
  return character === undefined ? undefined : { test: equal(character), last: at, from: character };
}

/**
 * Reads the class that opens at a place; undefined when it is not closed or not known: git matches nothing then.
 * @param ignoreCase the characters that will be tested are lower case.
 */
export function gitClass(pattern: string, open: number, ignoreCase: boolean): GitClass | undefined {
  const negated = /[!^]/.test(pattern[open + 1] ?? "");
  const start = negated ? open + 2 : open + 1;
  const tests: CharacterTest[] = [];
  let from = "";
  let at = start;
  for (; at === start || pattern[at] !== "]"; at++) {
    const found = member(pattern, at, from, ignoreCase);
    if (!found) return undefined;
    tests.push(found.test);
    from = found.from;
    at = found.last;
  }
  return { test: (character) => tests.some((test) => test(character)) !== negated, end: at + 1 };
}
