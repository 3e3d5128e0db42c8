import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { oneLine } from "../../core/text/oneLine";
import { defineTool, type RunContext } from "../../core/tools/tool";
import { quoted } from "../../core/vocabulary/shellQuoting";
import { changeWithGit } from "./gitCommand";
import { planRestore } from "./gitFiles";

export const gitStash = defineTool({
  name: "git_stash",
  displayName: "Git Stash",
  summary: "Put changes aside with git stash; can be undone",
  description:
    "Puts all changes of tracked files aside as a git stash, and restores the files to the last commit. The person reviews the files as diffs, and undo brings the changes back without the stash. Untracked files stay. Use run_command for `git stash list` and `git stash pop --index`.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "git shelve save changes aside clean",
  },
  effectKinds: ["exec", "read", "write"],
  elsewhere: "it only puts all changes aside, and run_command runs `git stash list`, `show`, `pop` and `drop`",
  input: z.object({
    message: z.string().min(1).max(200).default("Stashed by an agent").describe("Name of the stash."),
  }),
  async plan(input, context) {
    const message = oneLine(input.message);
    return planRestore(
      {
        tool: "git_stash",
        input,
        paths: [],
        source: "HEAD",
        title: actionTitle`Stash: ${message}`,
        nothing: "Nothing was stashed: no tracked file differs from the last commit.",
        before: (context) => stashed(message, context),
      },
      context,
    );
  },
});

/** Keeps the changes in git before a file is touched. @throws ToolError when they could not be kept; then nothing is written. */
async function stashed(message: string, context: RunContext): Promise<string> {
  const name = quoted(message);
  const command = `git stash store -m ${name} "$(git stash create ${name})" && git reset -q`;
  const note = "Keeps the changes as a stash before the files are restored.";
  await changeWithGit({ command }, note, "The stash was not made, so no file was changed.", context);
  return `Stashed the changes as "${message}" (git stash pop --index brings back what was staged as well).`;
}
