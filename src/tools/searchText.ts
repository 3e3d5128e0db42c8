import * as z from "zod";
import type { ResolvedPath } from "../core/effect";
import type { FileStat, FoundLine, SearchScope, TextSearchOutcome } from "../core/host";
import { folderName } from "../core/paths";
import { defineTool, type RunContext } from "../core/tool";
import { ToolError } from "../core/toolError";
import { below, includeIgnored } from "./parameters";

/** Characters of one line shown at most (GR-4). */
const mostColumns = 500;
/** More than any person would write; a command line has its limits too. */
const longestPattern = 10_000;
/** Characters of one line kept as data at most. */
const longestLine = 2000;

/** What search_text found, for dialects that word it themselves. */
export interface SearchData {
  /** The searched file or folder, for people. */
  readonly shown: string;
  readonly lines: readonly FoundLine[];
  readonly matches: number;
  readonly truncated: boolean;
}

export const searchText = defineTool({
  name: "search_text",
  displayName: "Search Text",
  summary: "Search file contents with ripgrep",
  description:
    "Searches file contents for a regular expression and returns path:line: text. Narrow it with path (a file or folder) and include (a glob). Binary files, secrets and what .gitignore leaves out are not searched; context adds lines around each match.",
  metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
  touches: ["read", "list"],
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .describe("The regular expression (ripgrep syntax). Escape special characters to find them literally."),
    path: z
      .string()
      .min(1)
      .default(".")
      .describe(
        "File or folder to search, relative to the workspace folder or absolute. Default: the workspace folder.",
      ),
    include: z
      .string()
      .min(1)
      .optional()
      .describe("Glob of the files to search, for example *.ts or src/**/*.{js,ts}."),
    context: z
      .number()
      .int()
      .min(0)
      .max(50)
      .default(0)
      .describe("Lines to show before and after each match. Default: 0."),
    case_sensitive: z.boolean().default(true).describe("Whether upper and lower case differ. Default: true."),
    include_ignored: includeIgnored,
    limit: z.number().int().min(1).max(5000).default(250).describe("Number of matching lines at most. Default: 250."),
  }),
  async plan({ pattern, path, include, context, case_sensitive, include_ignored, limit }, { host }) {
    checkPattern(pattern);
    const target = await host.resolve(path);
    const stat = await host.stat(target);
    if (!stat)
      throw new ToolError("not_found", `${target.shown} does not exist: name a file or folder to search.`, {
        path: target.path,
      });
    return {
      title: `Search ${folderName(target)} for ${pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern}`,
      effects: [{ kind: stat.kind === "directory" ? "list" : "read", target }],
      async run(run) {
        const scope: SearchScope = {
          ...(await place(target, stat)),
          ...(include !== undefined && { include }),
          exclude: run.hiddenGlobs,
          includeIgnored: include_ignored,
          caseSensitive: case_sensitive,
          signal: run.signal,
        };
        const outcome = await run.host.search.searchText(scope, pattern, limit, context);
        const lines = outcome.lines.map((line) => cutLine(line, longestLine));
        const matches = lines.filter((line) => line.matches.length > 0).length;
        const data: SearchData = { shown: target.shown, lines, matches, truncated: outcome.truncated };
        const text = matches > 0 ? foundText(data, stat) : await whyNothing(pattern, target.shown, scope, outcome, run);
        return { text, isError: false, data };
      },
    };
  },
});

function checkPattern(pattern: string): void {
  if (pattern.includes("\0"))
    throw new ToolError(
      "invalid_pattern",
      "The pattern contains a NUL character: leave it out, binary files are not searched.",
    );
  if (pattern.length > longestPattern)
    throw new ToolError(
      "invalid_pattern",
      `The pattern is ${pattern.length} characters long; at most 10,000 are possible: search for a part of it.`,
    );
}

/** A single file is searched from its folder. */
const place = async (target: ResolvedPath, stat: FileStat): Promise<Pick<SearchScope, "directory" | "file">> => {
  if (stat.kind === "directory") return { directory: target };
  const folder = (path: string) => path.replace(/[\\/][^\\/]*$/, "") || "/";
  return { directory: { ...target, path: folder(target.path), real: folder(target.real) }, file: target };
};

function foundText({ shown, lines, matches, truncated }: SearchData, stat: FileStat): string {
  const prefix = stat.kind !== "directory" || shown === "." || shown.startsWith("/") ? "" : `${shown}/`;
  const out: string[] = [];
  let previous: FoundLine | undefined;
  for (const line of lines) {
    const apart = previous && (previous.path !== line.path || line.line > previous.line + 1);
    if (apart && lines.length > matches) out.push("--");
    const mark = line.matches.length > 0 ? ":" : "-";
    out.push(`${prefix}${line.path}${mark}${line.line}${mark} ${cutLine(line, mostColumns).text}`);
    previous = line;
  }
  const files = new Set(lines.map((line) => line.path)).size;
  const head = `${truncated ? "More than " : ""}${matches} matching ${matches === 1 ? "line" : "lines"} in ${files} ${files === 1 ? "file" : "files"}:`;
  return [
    head,
    ...out,
    ...(truncated ? ["[There are more: narrow the pattern, path or include, or raise limit.]"] : []),
  ].join("\n");
}

/** A long line, cut to what is around its first match; the matches move along. */
export function cutLine(line: FoundLine, columns: number): FoundLine {
  const { text, matches } = line;
  if (text.length <= columns) return line;
  const from = Math.max(0, Math.min((matches[0]?.[0] ?? 0) - Math.floor(columns / 4), text.length - columns));
  const end = from + columns;
  const before = from > 0 ? "…" : "";
  const shift = before.length - from;
  const kept = matches.filter(([start]) => start >= from && start <= end);
  return {
    ...line,
    text: `${before}${text.slice(from, end)}${end < text.length ? "…" : ""}`,
    matches: kept.map(([start, stop]) => [start + shift, Math.min(stop, end) + shift] as const),
  };
}

/** An empty answer says why (D-11). */
async function whyNothing(
  pattern: string,
  shown: string,
  scope: SearchScope,
  { filesSearched }: TextSearchOutcome,
  { host }: RunContext,
): Promise<string> {
  const nothing = `No matches for ${JSON.stringify(pattern)}${below(shown)}`;
  if (scope.file) return `${nothing}.`;
  if (!scope.includeIgnored) {
    const ignored = await host.search.searchText({ ...scope, includeIgnored: true }, pattern, 1, 0);
    if (ignored.lines.length > 0)
      return `${nothing} among the files that are not ignored; ignored files do match: set include_ignored to search them.`;
  }
  if (filesSearched === 0)
    return `${nothing}: no file was searched${scope.include ? `, because include ${JSON.stringify(scope.include)} matches none` : ""}.`;
  return `${nothing} (${filesSearched} ${filesSearched === 1 ? "file" : "files"} searched).`;
}
