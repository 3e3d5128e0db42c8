import * as z from "zod";
import { defineTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { planRestore } from "./gitFiles";

export const gitRestore = defineTool({
  name: "git_restore",
  displayName: "Git Restore",
  summary: "Give files what git has of them; can be undone",
  description:
    "Gives tracked files what git has of them, as git restore does, and discards their changes. The person reviews them as diffs, and undo brings the discarded changes back. It changes only the files: what is staged stays staged, and untracked files stay.",
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
  }),
  async plan(input, context) {
    const { paths, source } = input;
    if (source?.startsWith("-"))
      throw new ToolError("invalid_input", `The source ${JSON.stringify(source)} begins with "-": name a commit.`);
    const from = source === undefined ? "" : ` from ${source}`;
    return planRestore(
      {
        tool: "git_restore",
        ...{ input, paths, source },
        title: `Restore ${paths.join(", ")}${from}`,
        nothing: `Nothing was restored: no tracked file in ${paths.join(", ")} differs from what git has.`,
      },
      context,
    );
  },
});
