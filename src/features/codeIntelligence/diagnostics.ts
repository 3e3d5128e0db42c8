import * as z from "zod";
import { severities } from "../../core/ports/editor/codeIntelligence";
import { actionTitle } from "../../core/text/clauses/clause";
import type { FoundCode, FoundProblem, UnreadPlace } from "../../core/tools/knownCode";
import { defineTool, looking, type PlanContext, type RunContext, type ToolResult } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { isInside } from "../../core/vocabulary/paths";
import { ToolError } from "../../core/vocabulary/toolError";
import { targetsOf, within } from "../../tools/search/searchedPlaces";
import { codeOf, waitOf } from "./codeWait";
import { problemsResult } from "./problems/problemText";
import { SeenProblems } from "./problems/seenProblems";

/** What a call is about. */
interface Scope {
  readonly targets: readonly ResolvedPath[];
  /** Set when it is one file, which its language is to look at. */
  readonly file?: ResolvedPath;
}

async function scopeOf(path: string | undefined, context: PlanContext): Promise<Scope> {
  const targets = await targetsOf(path, context);
  const [first] = targets;
  const stat = first && (await context.host.stat(first));
  if (first && !stat)
    throw new ToolError("not_found", `${first.shown} does not exist: give a file or folder, or leave path out.`);
  return { targets, ...(first && stat?.kind !== "directory" && { file: first }) };
}

const leastSevere = z
  .enum(severities)
  .default("warning")
  .describe("The least severe problems to return; worse ones are included. Default: warning.");

const input = z.object({
  path: z.string().min(1).optional().describe("File or folder. Default: every workspace folder."),
  severity: leastSevere,
  source: z.string().min(1).optional().describe("Only problems of this source, such as ts or eslint. Default: all."),
  since: z
    .enum(["all", "session", "last_call"])
    .default("all")
    .describe(
      "Whether to return all problems, or only those that are new since the first or the last time that this session looked at their file with this tool. Default: all.",
    ),
  quick_fixes: z
    .boolean()
    .default(false)
    .describe("Whether to list the titles of quick fixes, which code_action applies. Default: false."),
  limit: z.number().int().min(1).max(1000).default(100).describe("Maximum number of problems. Default: 100."),
  offset: z.number().int().min(0).default(0).describe("Number of problems to skip. Default: 0."),
});

type Wish = z.infer<typeof input>;

async function run({ targets, file }: Scope, wish: Wish, seen: SeenProblems, context: RunContext): Promise<ToolResult> {
  const code = codeOf(context);
  const settled = file && (await code.problems(file, waitOf(context)));
  const others = await code.problems(undefined, waitOf(context));
  // A language may forget a file as soon as it was looked at.
  const isOther = ({ place }: FoundProblem) => place.target.real !== file?.real;
  const isInScope = ({ place }: FoundProblem) => targets.some(({ real }) => isInside(real, place.target.real));
  const { found: all, unsure } = seen.look(context.session, {
    problems: [...others.found.filter(isOther), ...(settled?.found ?? [])].filter(isInScope),
    checked: settled?.isSilent ? undefined : file?.real,
    since: wish.since,
    isNextPage: wish.offset > 0,
  });
  const isSevere = ({ severity }: FoundProblem) => severities.indexOf(severity) <= severities.indexOf(wish.severity);
  const isFromWanted = ({ source }: FoundProblem) => wish.source === undefined || isSource(source, wish.source);
  const ofSource = all.filter(isFromWanted);
  const found = ofSource.filter(isSevere);
  const isNamed = ({ shown, line }: UnreadPlace) =>
    line === undefined && targets.some((target) => target.shown === "." || shown.startsWith(`${target.shown}/`));
  const unread = settled?.unread.filter(({ line }) => line === undefined) ?? others.unread.filter(isNamed);
  const answer: FoundCode<FoundProblem> = {
    found,
    waitedMs: settled?.waitedMs ?? 0,
    isSilent: settled?.isSilent ?? false,
    unread,
  };
  const besides = {
    milder: ofSource.length - found.length,
    otherSources: all.filter((one) => isSevere(one) && !isFromWanted(one)).map(({ source }) => source),
  };
  const list = { ...wish, where: within(targets), isFile: file !== undefined, unsure, besides };
  return problemsResult(answer, list, context);
}

/** What VS Code's own TypeScript support calls itself, and its language servers. */
const sameSources = ["ts", "tsc", "typescript"];

const isSource = (source: string, wanted: string): boolean => {
  const [one, other] = [source.toLowerCase(), wanted.toLowerCase()];
  return one === other || [one, other].every((name) => sameSources.includes(name));
};

/** The tool, with what each session saw last. */
export const diagnostics = () => {
  const seen = new SeenProblems();
  return defineTool({
    name: "diagnostics",
    displayName: "Diagnostics",
    summary: "List errors and warnings of the Problems view",
    description:
      "Returns the errors and warnings that the editor's languages and linters report for a file, a folder or the workspace, with source, code, related places and, if asked for, the titles of quick fixes. A named file is checked first; in folders many languages report open files only.",
    metadata: { ...looking, searchHint: "errors warnings problems lint type check quick fix lsp" },
    needs: "code",
    effectKinds: ["read", "list"],
    input,
    async plan(wish, context) {
      codeOf(context);
      const scope = await scopeOf(wish.path, context);
      const { targets, file } = scope;
      return {
        title: titleOf(targets),
        effects: targets.map((target) => ({ kind: file ? "read" : "list", target })),
        run: (context) => run(scope, wish, seen, context),
      };
    },
  });
};

const titleOf = (targets: readonly ResolvedPath[]) =>
  within(targets) === ""
    ? actionTitle`List problems in the workspace`
    : actionTitle`List problems in ${targets.map(({ shown }) => shown).join(", ")}`;
