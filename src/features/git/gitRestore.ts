import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { planRestore } from "./gitFiles";
import { planUnstage } from "./unstage";

export const gitRestore = defineTool({
  name: "git_restore",
  displayName: "Git Restore",
  summary: "Restore files from git; can be undone",
  description:
    "Restores tracked files from git, as git restore does, and discards their changes. The person reviews them as diffs, and undo brings the discarded changes back. It changes only the files, and untracked files stay; with staged, it unstages the files instead and leaves them as they are.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: true,
    searchHint: "git checkout discard revert changes files",
  },
  effectKinds: ["exec", "read", "write"],
  input: z.object({
    paths: z.array(z.string().min(1)).min(1).max(100).describe("Files and folders to restore."),
    source: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Commit, branch or tag to take them from. Default: what is staged, which is the last commit if nothing is.",
      ),
    staged: z
      .boolean()
      .default(false)
      .describe("Whether to unstage the files and leave them as they are. Default: false."),
  }),
  async plan(input, context) {
    const { paths, source, staged } = input;
    if (staged && source !== undefined)
      throw new ToolError(
        "invalid_input",
        "staged takes no source, because it always unstages to the last commit: leave source out.",
      );
    if (staged) return planUnstage(paths, context);
    if (source?.startsWith("-"))
      throw new ToolError("invalid_input", `The source ${JSON.stringify(source)} begins with "-": name a commit.`);
    const named = paths.join(", ");
    return planRestore(
      {
        tool: "git_restore",
        ...{ input, paths, source },
        title: source === undefined ? actionTitle`Restore ${named}` : actionTitle`Restore ${named} from ${source}`,
        nothing: `Nothing was restored: no tracked file in ${named} differs from what git has.`,
      },
      context,
    );
  },
});
