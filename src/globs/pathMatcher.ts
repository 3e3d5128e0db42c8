import { messageOf, ToolError } from "../core/toolError";
import { alternatives, type NamePattern, namePattern } from "./globSyntax";

const invalid = (message: string) => new ToolError("invalid_pattern", message);

/**
 * A test of relative paths (with `/`) against a glob: `**`, braces and classes; names that start with a dot count, and
 * parentheses are nothing special. Takes time that grows with glob and path and no faster.
 * @throws ToolError `invalid_pattern` for a glob that is none.
 */
export function pathMatcher(glob: string, caseSensitive: boolean): (path: string) => boolean {
  if (glob.trim() === "") throw invalid("The glob is empty: give one such as **/*.ts.");
  if (glob.includes("\0") || glob.length > 4096)
    throw invalid("The glob contains a NUL character or is longer than 4,096: give a plain one such as **/*.ts.");
  const patterns = parsed(glob, caseSensitive);
  return (path) => {
    const names = path.split("/");
    return patterns.some((pattern) => matchesPath(pattern, names));
  };
}

function parsed(glob: string, caseSensitive: boolean): NamePattern[][] {
  try {
    return alternatives(glob).map((alternative) => {
      const names = alternative.split("/");
      if (names.includes(".."))
        throw invalid(`The glob ${glob} contains "..": name the folder in "path" and match below it.`);
      // `a/**` is what lies in `a`, not `a` itself.
      if (names.at(-1) === "**") names.push("*");
      return names.map((name) => namePattern(name, caseSensitive));
    });
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw invalid(`The glob ${glob} is not valid (${messageOf(error)}): balance its brackets.`);
  }
}

/**
 * Whether a row of items is what a row of patterns with wildcards stands for. Each wildcard but the last may take as
 * little as it can, so only the last one is ever tried again.
 */
function matchesRow<P, I>(
  patterns: readonly P[],
  items: readonly I[],
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

const matchesPath = (pattern: readonly NamePattern[], names: readonly string[]): boolean =>
  matchesRow(pattern, names, (one) => one === "globstar", matchesName);

function matchesName(pattern: NamePattern, name: string): boolean {
  if (pattern === "globstar") return false;
  if ("exactly" in pattern) return pattern.exactly === name;
  return matchesRow(
    pattern.atoms,
    [...name],
    (atom) => atom === "star",
    (atom, character) => atom !== "star" && atom(character),
  );
}
