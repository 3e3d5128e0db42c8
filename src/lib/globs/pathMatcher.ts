import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { alternatives, type NamePattern, namePattern } from "./globSyntax";
import { rowMatchesPath } from "./matchRow";

const invalid = (message: string) => new ToolError("invalid_pattern", message);

/**
 * A test of relative paths (with `/`) against a glob: `**`, braces and classes; names that start with a dot count, and
 * parentheses are nothing special. Takes time that grows with glob and path and no faster.
 * @throws ToolError `invalid_pattern` for a glob that is none.
 */
export const pathMatcher = (glob: string, caseSensitive: boolean): ((path: string) => boolean) =>
  matcherOf(patternsOf(glob, caseSensitive));

/** The same, where a folder that matches stands for everything in it too. */
export const treeMatcher = (glob: string, caseSensitive: boolean): ((path: string) => boolean) =>
  matcherOf(patternsOf(glob, caseSensitive).map((names) => [...names, "globstar"]));

const matcherOf = (patterns: readonly NamePattern[][]) => (path: string) => {
  const names = path.split("/");
  return patterns.some((pattern) => rowMatchesPath(pattern, names));
};

function patternsOf(glob: string, caseSensitive: boolean): NamePattern[][] {
  if (glob.trim() === "") throw invalid("The glob is empty: give one such as **/*.ts.");
  if (glob.includes("\0") || glob.length > 4096)
    throw invalid("The glob contains a NUL character or is longer than 4,096: give a plain one such as **/*.ts.");
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
