import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { askGit, changeWithGit } from "./gitCommand";
import { gitPlace } from "./gitPlace";
import { type NamedChanges, type NamedPlaces, namedChanges, wordsFor } from "./namedChanges";

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
    const places = await Promise.all(paths.map((path) => gitPlace(path, host)));
    const stats = await Promise.all(places.map((place) => host.stat(place)));
    const here = new Set(places.filter((_, index) => stats[index]));
    const named: NamedPlaces = { places, here, cwd: await host.resolve("."), language };
    return {
      title: actionTitle`Commit: ${message.trim().split("\n")[0]}`,
      effects: [],
      async run(context) {
        const isNamed = places.length > 0;
        const { lines, added } = await (isNamed ? namedChanges(named, context) : staged(context));
        const commit = isNamed ? `git commit -F - ${wordsFor(places, language)}` : "git commit -F -";
        // What git does not know yet cannot be named in a commit.
        const command = added.length > 0 ? `git add ${wordsFor(added, language)} && ${commit}` : commit;
        const note = `Commits these files:\n${listed(lines)}\nwith this message:\n${quotedLines(message)}`;
        return changeWithGit({ command, input: message }, note, notCommitted(added), context);
      },
    };
  },
});

/** Characters of a message that the question shows beside the command, whose input has all of it. */
const maxQuoted = 2000;

/** A model's words, each line marked, so that none reads as ours. */
const quotedLines = (message: string): string => {
  const cut = message.length > maxQuoted ? `${message.slice(0, maxQuoted)}…` : message;
  return cut
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
};

const notCommitted = (added: readonly ResolvedPath[]) =>
  added.length > 0
    ? `Nothing was committed, but ${added.map(({ shown }) => shown).join(", ")} may be staged by now: git_restore with staged takes that out again.`
    : "Nothing was committed.";

/** What is staged. @throws ToolError `no_change` when that is nothing. */
async function staged(context: RunContext): Promise<NamedChanges> {
  const command = "git --no-optional-locks status --porcelain --no-renames";
  const { stdout } = await askGit(command, "Nothing was committed.", context);
  const lines = stdout.split("\n").filter((line) => /^[MTADRC]/.test(line));
  if (lines.length === 0)
    throw new ToolError("no_change", "Nothing is staged, so nothing was committed: name the paths to commit.");
  return { lines, added: [] };
}

function listed(lines: readonly string[]): string {
  const list = lines.join("\n");
  return list.length > maxShown ? `${list.slice(0, maxShown)}…\n(${lines.length} files)` : list;
}
