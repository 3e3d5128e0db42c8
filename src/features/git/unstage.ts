/** Taking changes out of what is staged; the files stay, and what was staged can be staged again. */
import { actionTitle } from "../../core/text/clauses/clause";
import type { Plan, PlanContext, RunContext } from "../../core/tools/tool";
import { commandLine } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";
import { askGit, changeWithGit } from "./gitCommand";
import { gitPlace } from "./gitPlace";
import { unquoted } from "./quotedPath";

/** Paths that are named in a result at most. */
const maxNamed = 50;

/** What it did. */
export interface UnstageData {
  /** Paths below the top of the repository, as git prints them. */
  readonly unstaged: readonly string[];
  /** The command that stages the same content again. */
  readonly again: string;
}

/** What is staged of one file. */
interface StagedFile {
  readonly mode: string;
  readonly blob: string;
  readonly isDeleted: boolean;
  readonly path: string;
}

const line = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) (\w)\d*\t(.+)$/;

/** @param paths as they were given. */
export async function planUnstage(paths: readonly string[], context: PlanContext): Promise<Plan> {
  const { host } = context;
  const places = await Promise.all(paths.map(async (path) => (await gitPlace(path, host)).path));
  const named = commandLine(["--", ...places], host.shellLanguage());
  return {
    title: actionTitle`Unstage ${paths.join(", ")}`,
    effects: [],
    async run(context) {
      const files = await stagedFiles(named, context);
      const shown = files.map(({ path }) => path);
      if (files.length === 0) {
        const data: UnstageData = { unstaged: [], again: "" };
        return { text: `Nothing is staged at ${paths.join(", ")}.`, isError: false, data };
      }
      const note = `Unstages these files, and leaves them as they are:\n${listed(shown)}`;
      const command = `git --literal-pathspecs restore --staged ${named}`;
      await changeWithGit({ command }, note, "What is staged was not changed.", context);
      const again = againCommand(files);
      return {
        text: `Unstaged ${listed(shown)}; the files are as they were. This stages again what was staged, from the top of the repository: ${again}`,
        isError: false,
        data: { unstaged: shown, again } satisfies UnstageData,
      };
    },
  };
}

const listed = (paths: readonly string[]) =>
  paths.length > maxNamed
    ? `${paths.slice(0, maxNamed).join(", ")} and ${paths.length - maxNamed} more`
    : paths.join(", ");

/** @throws ToolError `command_failed` with git's words. */
async function stagedFiles(named: string, context: RunContext): Promise<StagedFile[]> {
  const command = `git --no-optional-locks --literal-pathspecs diff-index --cached --no-renames HEAD ${named}`;
  const { stdout, isCut } = await askGit(command, "Nothing was unstaged.", context);
  if (isCut) throw new ToolError("too_large", "More is staged than can be unstaged at once: name fewer paths.");
  return stdout.split("\n").flatMap((row) => {
    const [, mode = "", blob = "", status = "", path = ""] = line.exec(row) ?? [];
    return path === "" ? [] : [{ mode, blob, isDeleted: status === "D", path: unquoted(path) }];
  });
}

/** Git keeps what was staged as an object, by whose name it is staged again; a name that is not UTF-8 cannot be given. */
function againCommand(files: readonly StagedFile[]): string {
  const words = files
    .filter(({ path }) => !path.includes("\uFFFD"))
    .flatMap(({ mode, blob, isDeleted, path }) =>
      isDeleted ? ["--force-remove", path] : ["--add", "--cacheinfo", `${mode},${blob},${path}`],
    );
  return `git update-index ${commandLine(words, "bash")}`;
}
