/** Paths that git was asked for and does not know. */
import type { RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { quoted } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ChangedFiles } from "./changedFiles";
import { askGit } from "./gitCommand";

/**
 * Asks git for paths where nothing is and of which it listed no difference.
 * @param source a revision; absent: what is staged, and the last commit. @returns those that it knows all the same.
 * @throws ToolError `not_found` for one it does not know.
 */
export async function checkKnown(
  absent: readonly ResolvedPath[],
  { top, files }: ChangedFiles,
  source: string | undefined,
  context: RunContext,
): Promise<readonly ResolvedPath[]> {
  const isListed = ({ path }: ResolvedPath) => files.some((file) => isInside(path, `${top}/${file.path}`));
  const asked = absent.filter((place) => !isListed(place));
  if (asked.length === 0) return asked;
  const command = asked.map(({ path }, index) => `${knowing(path, source)} || echo ${index}`).join("\n");
  const { stdout } = await askGit(command, "Nothing was restored.", context);
  const unknown = asked[Number.parseInt(stdout, 10)];
  if (unknown)
    throw new ToolError(
      "not_found",
      `${unknown.shown} is neither here nor in ${source ?? "git"}, so nothing was restored: check the path.`,
    );
  return asked;
}

/** A command that fails for a path that git does not know. */
function knowing(path: string, source = "HEAD"): string {
  const listing = "git --literal-pathspecs ls-files --error-unmatch";
  const place = `-- ${quoted(path)} > /dev/null`;
  // There is no last commit in a new repository.
  return `${listing} --with-tree=${quoted(source)} ${place} || ${listing} ${place}`;
}
