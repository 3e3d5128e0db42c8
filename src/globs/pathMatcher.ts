import picomatch from "picomatch";
import { messageOf, ToolError } from "../core/toolError";

/**
 * A test of relative paths (with `/`) against a glob: `**`, braces and classes; names that start with a dot count.
 * @throws ToolError `invalid_pattern` for a glob that is none.
 */
export function pathMatcher(glob: string, caseSensitive: boolean): (path: string) => boolean {
  if (glob.trim() === "") throw new ToolError("invalid_pattern", "The glob is empty: give one such as **/*.ts.");
  if (glob.includes("\0") || glob.length > 4096)
    throw new ToolError(
      "invalid_pattern",
      "The glob contains a NUL character or is longer than 4,096: give a plain one such as **/*.ts.",
    );
  if (glob.split("/").includes(".."))
    throw new ToolError(
      "invalid_pattern",
      `The glob ${glob} contains "..": name the folder in "path" and match below it.`,
    );
  try {
    // A name may hold line breaks, which a dot stands for only with this flag.
    const flags = caseSensitive ? "s" : "si";
    const balanced = picomatch.makeRe(glob, { dot: true, flags, strictBrackets: true });
    return (path) => balanced.test(path);
  } catch (error) {
    throw new ToolError(
      "invalid_pattern",
      `The glob ${glob} is not valid (${messageOf(error)}): balance its brackets.`,
    );
  }
}
