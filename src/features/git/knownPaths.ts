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
 * @param source a revision; absent: what is staged, and the last commit. @throws ToolError `not_found` for one it does not know.
 */
export async function checkKnown(
  absent: readonly ResolvedPath[],
  { top, files }: ChangedFiles,
  source: string | undefined,
  context: RunContext,
): Promise<void> {
  for (const { path, real, shown } of absent) {
    if (files.some((file) => isInside(real, `${top}/${file.path}`))) continue;
    const listing = "git --literal-pathspecs ls-files";
    const place = `-- ${quoted(path)}`;
    // There is no last commit in a new repository.
    const command = `${listing} --with-tree=${quoted(source ?? "HEAD")} ${place} || ${listing} ${place}`;
    const { stdout } = await askGit(command, "Nothing was restored.", context);
    if (stdout.trim() === "")
      throw new ToolError(
        "not_found",
        `${shown} is neither here nor in ${source ?? "git"}, so nothing was restored: check the path.`,
      );
  }
}
