import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type RunContext } from "../../core/tools/tool";
import { commandLine } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";
import { askGit, changeWithGit } from "./gitCommand";

/** Characters of the list of files that the person is shown. */
const maxShown = 2000;

export const gitCommit = defineTool({
  name: "git_commit",
  displayName: "Git Commit",
  summary: "Commit what is staged, or named files, with a message",
  description:
    "Commits what is staged or, if paths are given, exactly these files and folders as they are now, new ones included. The person sees the message and the files first. Hooks of the repository run as they do with git commit. For amending, pushing and everything else, use run_command.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "git commit save version message staged",
  },
  effectKinds: [],
  input: z.object({
    message: z
      .string()
      .min(1)
      .max(10_000)
      .describe("The commit message: a short first line, then a blank line and more."),
    paths: z
      .array(z.string().min(1))
      .max(200)
      .default([])
      .describe("Files and folders to commit. Default: what is staged."),
  }),
  usual: ["paths"],
  async plan({ message, paths }, { host }) {
    if (message.trim() === "")
      throw new ToolError("invalid_input", "The message is empty: say in its first line what the commit does.");
    const language = host.shellLanguage();
    const places = await Promise.all(paths.map(async (path) => (await host.resolve(path)).path));
    const named = places.length > 0 ? commandLine(["--", ...places], language) : "";
    return {
      title: actionTitle`Commit: ${message.trim().split("\n")[0]}`,
      effects: [],
      async run(context) {
        const files = await filesOf(named, context);
        const commit = ["git commit -F -", named].filter(Boolean).join(" ");
        // What git does not know yet cannot be named in a commit.
        const command = named === "" ? commit : `git add ${named} && ${commit}`;
        const description = `Commits these files:\n${files}\nwith this message:\n${message}`;
        return changeWithGit({ command, input: message, description }, notCommitted(named !== ""), context);
      },
    };
  },
});

const notCommitted = (isNamed: boolean) =>
  isNamed
    ? "Nothing was committed, but the named files may be staged by now: git_restore with staged takes them out again."
    : "Nothing was committed.";

/** What would be committed, one line each. @throws ToolError `no_change` when that is nothing. */
async function filesOf(named: string, context: RunContext): Promise<string> {
  const command = ["git --no-optional-locks status --porcelain --no-renames", named].filter(Boolean).join(" ");
  const { stdout } = await askGit(command, "Nothing was committed.", context);
  const changed = stdout.split("\n").filter((line) => (named === "" ? /^[MTADRC]/ : /\S/).test(line));
  if (changed.length === 0)
    throw new ToolError(
      "no_change",
      named === ""
        ? "Nothing is staged, so nothing was committed: name the paths to commit."
        : "Nothing was committed: the files at these paths do not differ from the last commit, do not exist, or are ignored by git.",
    );
  const list = changed.join("\n");
  return list.length > maxShown ? `${list.slice(0, maxShown)}…\n(${changed.length} files)` : list;
}
