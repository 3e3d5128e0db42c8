import type { GlobAtom, NamePattern } from "./globSyntax";

/**
 * Whether a row of items is what a row of patterns with wildcards stands for. Each wildcard but the last may take as
 * little as it can, so only the last one is ever tried again.
 */
function matchesRow<P, I>(
  patterns: readonly P[],
  items: ArrayLike<I>,
  isWildcard: (pattern: P) => boolean,
  accepts: (pattern: P, item: I) => boolean,
): boolean {
  let at = 0;
  let wildcard = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    const pattern = patterns[at];
    if (pattern !== undefined && isWildcard(pattern)) {
      wildcard = at++;
      resume = item;
    } else if (pattern !== undefined && accepts(pattern, items[item] as I)) {
      at++;
      item++;
    } else if (wildcard >= 0) {
      at = wildcard + 1;
      item = ++resume;
    } else return false;
  }
  return patterns.slice(at).every(isWildcard);
}

const isGlobstar = (pattern: NamePattern) => pattern === "globstar";
const isStar = (atom: GlobAtom) => atom === "star";
const acceptsCharacter = (atom: GlobAtom, character: string) => atom !== "star" && atom(character);

function matchesNames(
  pattern: readonly NamePattern[],
  names: readonly string[],
  charactersOf: (name: string) => ArrayLike<string>,
): boolean {
  return matchesRow(pattern, names, isGlobstar, (one, name) => {
    if (one === "globstar") return false;
    if ("exactly" in one) return one.exactly === name;
    return matchesRow(one.atoms, charactersOf(name), isStar, acceptsCharacter);
  });
}

/** Whether a row of names is what a glob stands for, character by character. */
export const rowMatchesPath = (pattern: readonly NamePattern[], names: readonly string[]): boolean =>
  matchesNames(pattern, names, (name) => [...name]);

/** The same for names whose every UTF-16 unit counts as a character of its own. */
export const matchesUnits = (pattern: readonly NamePattern[], names: readonly string[]): boolean =>
  matchesNames(pattern, names, (name) => name);
