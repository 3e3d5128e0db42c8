/** What a commit of named files and folders would hold, and what git must learn of before. */
import type { RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, isInside, parentOf, relativeInside, segments } from "../../core/vocabulary/paths";
import type { ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { commandLine } from "../../core/vocabulary/shellQuoting";
import { ToolError } from "../../core/vocabulary/toolError";
import { askGit } from "./gitCommand";
import { unquoted } from "./quotedPath";

/** What would be committed. */
export interface NamedChanges {
  /** A line of `git status --porcelain` for each file. */
  readonly lines: readonly string[];
  /** The named places with files that git does not know yet. */
  readonly added: readonly ResolvedPath[];
}

/** A file, or a folder of new files, that differs from the last commit. */
interface Changed {
  /** Two letters, as git prints them. */
  readonly status: string;
  /** Below the top of the repository, with `/`. */
  readonly path: string;
}

/** The files and folders that a commit names. */
export interface NamedPlaces {
  /** By the names that git finds them under. */
  readonly places: readonly ResolvedPath[];
  /** Those of them where something is. */
  readonly here: ReadonlySet<ResolvedPath>;
  /** Where commands run. */
  readonly cwd: ResolvedPath;
  readonly language: ShellLanguage;
}

/** Paths of one command at most. */
const maxAsked = 200;

const refused = "Nothing was committed.";

/** The places as git's command line names them. */
export const wordsFor = (places: readonly ResolvedPath[], language: ShellLanguage): string =>
  commandLine(["--", ...places.map(({ path }) => path)], language);

/**
 * Asks git what differs at the places.
 * @throws ToolError `not_found` for a place that is neither here nor changed; `invalid_input` for a file that would come back
 * into git; `no_change` when nothing differs.
 */
export async function namedChanges(named: NamedPlaces, context: RunContext): Promise<NamedChanges> {
  const { places, here, cwd, language } = named;
  const status = "git --no-optional-locks status --porcelain --no-renames --untracked-files=normal";
  const command = `git rev-parse --show-prefix && ${status} ${wordsFor(places, language)}`;
  const { stdout, isCut } = await askGit(command, refused, context);
  const [prefix = "", ...printed] = stdout.split("\n");
  const lines = printed.filter((line) => line !== "");
  const changes = lines.map((line): Changed => ({ status: line.slice(0, 2), path: unquoted(line.slice(3)) }));
  const top = segments(prefix).reduce((folder) => parentOf(folder), cwd.real);
  const kept = await keptFiles(changes, language, context);
  const added: ResolvedPath[] = [];
  for (const place of places) {
    // A whole path holds none of those that git listed.
    const at = isInside(top, place.path) ? relativeInside(top, place.path) : place.path;
    const own = changes.filter(({ path }) => at === "" || isInside(at, path) || isInside(path, at));
    if (own.length === 0 && !here.has(place) && !isCut) throw missing(place);
    const back = own.find(({ path }) => kept.has(path));
    if (back)
      throw comingBack(
        back.path === at ? place : childOf(place, at === "" ? back.path : relativeInside(at, back.path)),
      );
    // Of a list that was cut it is not known what is new.
    if (own.some(({ status }) => status === "??") || (isCut && here.has(place))) added.push(place);
  }
  if (lines.length === 0)
    throw new ToolError(
      "no_change",
      "Nothing was committed: the files at these paths do not differ from the last commit, or are ignored by git.",
    );
  return { lines, added };
}

const missing = ({ shown }: ResolvedPath) =>
  new ToolError(
    "not_found",
    `${shown} is not here, and git has no removal of it to commit, so nothing was committed: check the path.`,
  );

/** A commit of named files takes them as they are in the folder. */
const comingBack = ({ shown }: ResolvedPath) =>
  new ToolError(
    "invalid_input",
    `${shown} is staged for removal and still there: call without paths to commit what is staged.`,
  );

/** Paths of the files that were only removed from git. */
async function keptFiles(
  changes: readonly Changed[],
  language: ShellLanguage,
  context: RunContext,
): Promise<ReadonlySet<string>> {
  const removed = changes.filter(({ status }) => status === "D ").map(({ path }) => path);
  const kept = new Set<string>();
  for (let at = 0; at < removed.length; at += maxAsked) {
    const words = removed.slice(at, at + maxAsked).map((path) => `:(top,literal)${path}`);
    const command = `git --no-optional-locks ls-files --others --full-name ${commandLine(["--", ...words], language)}`;
    const { stdout } = await askGit(command, refused, context);
    for (const line of stdout.split("\n")) kept.add(unquoted(line));
  }
  return kept;
}
