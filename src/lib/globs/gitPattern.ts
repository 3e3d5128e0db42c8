/** One pattern of an ignore file, matched as git matches it. */
import { gitClass } from "./gitClass";
import type { GlobAtom, NamePattern } from "./globSyntax";
import { matchesUnits } from "./matchRow";

/** Whether a pattern stands for a path below its file's folder. */
export type PathTest = (path: string, name: string) => boolean;

/** ASCII alone, as git folds. */
export const lowerAscii = (text: string): string =>
  /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;

type Token = GlobAtom | "globstar" | "slash";
const anyCharacter: GlobAtom = () => true;

/** Undefined when the pattern matches nothing: a class that is not closed, a backslash at the end. */
function tokensOf(pattern: string, ignoreCase: boolean): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] as string;
    if (character === "*") {
      const end = /[^*]/g;
      end.lastIndex = at;
      const after = end.exec(pattern)?.index ?? pattern.length;
      tokens.push(...starTokens(pattern, at, after));
      at = after;
    } else if (character === "[") {
      const found = gitClass(pattern, at, ignoreCase);
      if (!found) return undefined;
      tokens.push(found.test);
      at = found.end;
    } else {
      const escaped = character === "\\" ? pattern[at + 1] : undefined;
      if (character === "\\" && escaped === undefined) return undefined;
      const wanted = escaped ?? (ignoreCase ? lowerAscii(character) : character);
      tokens.push(wanted === "/" ? "slash" : character === "?" ? anyCharacter : (one) => one === wanted);
      at += escaped === undefined ? 1 : 2;
    }
  }
  return tokens;
}

/** Two stars and more cross folders only as a whole name, and before `\/` they stand for one name at least. */
function starTokens(pattern: string, from: number, to: number): Token[] {
  const isName = (from === 0 || pattern[from - 1] === "/") && /^(?:\\?\/|$)/.test(pattern.slice(to, to + 2));
  if (to - from < 2 || !isName) return ["star"];
  return pattern[to] === "/" ? ["globstar"] : ["globstar", "slash", "star"];
}

function namesOf(tokens: readonly Token[]): NamePattern[] {
  const names: NamePattern[] = [];
  let atoms: GlobAtom[] = [];
  let wasGlobstar = false;
  for (const token of [...tokens, "slash" as const]) {
    if (token === "globstar") names.push("globstar");
    else if (token !== "slash") atoms.push(token);
    else if (!wasGlobstar) {
      names.push({ atoms });
      atoms = [];
    }
    wasGlobstar = token === "globstar";
  }
  return names;
}

/** A pattern that is ready to be used. */
export interface GitPattern {
  readonly matches: PathTest;
  /** Whether it may match something below a folder; true where only a look would tell. */
  readonly reaches: (folder: string) => boolean;
}

const nothing: GitPattern = { matches: () => false, reaches: () => false };

/**
 * @param pattern without `!`, closing slash and blanks at the end; empty for one that matches nothing.
 * @param ignoreCase the paths that will be tested are lower case.
 */
export function gitPattern(pattern: string, ignoreCase: boolean): GitPattern {
  if (pattern === "") return nothing;
  const isPath = pattern.includes("/");
  const body = pattern.startsWith("/") ? pattern.slice(1) : pattern;
  // Git compares what stands before the first wildcard first, and reads the rest as a pattern of its own.
  const special = /[*?[\\]/.exec(body)?.index ?? body.length;
  const prefix = ignoreCase ? lowerAscii(body.slice(0, special)) : body.slice(0, special);
  const subject = (path: string, name: string) => (isPath ? path : name);
  const isPlain = special === body.length;
  const reaches = (folder: string) =>
    !isPath || prefix.startsWith(`${folder}/`) || (!isPlain && `${folder}/`.startsWith(prefix));
  if (isPlain) return { matches: (path, name) => subject(path, name) === prefix, reaches };
  const rest = restTest(body.slice(special), ignoreCase);
  if (!rest) return nothing;
  const matches: PathTest = (path, name) => {
    const whole = subject(path, name);
    return whole.startsWith(prefix) && rest(whole.slice(prefix.length));
  };
  return { matches, reaches };
}

/** The longest row of plain characters, which rules most texts out at once. What follows a class is not looked at. */
const maxLiteralLength = (pattern: string): string =>
  pattern.split(/[*?/]+|\\.|\[.*/s).reduce((longest, one) => (one.length > longest.length ? one : longest), "");

/** A test of what follows the plain beginning; undefined when nothing can. */
function restTest(pattern: string, ignoreCase: boolean): ((text: string) => boolean) | undefined {
  // Most patterns are a star and an ending, for which a comparison does.
  if (/^\*[^*?[\\/]*$/.test(pattern)) {
    const ending = ignoreCase ? lowerAscii(pattern.slice(1)) : pattern.slice(1);
    return (text) => text.endsWith(ending) && !text.includes("/");
  }
  const tokens = tokensOf(pattern, ignoreCase);
  if (!tokens) return undefined;
  const names = namesOf(tokens);
  const needed = maxLiteralLength(ignoreCase ? lowerAscii(pattern) : pattern);
  return (text) => text.includes(needed) && matchesUnits(names, text.split("/"));
}
