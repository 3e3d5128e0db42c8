import * as z from "zod";
import type { IgnoreReason } from "../../core/ports/search";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type Plan, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath, WriteEffect } from "../../core/vocabulary/effect";
import { childOf, segments } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { decode, encode } from "../../lib/edits/text/encoding";
import { IgnoreFile } from "../../lib/globs/ignoreFile";
import { folder } from "../parameters";
import { shownInOpened } from "../search/searchedPlaces";

/** What adding patterns did, for dialects that word it themselves (GI-1). */
export interface GitignoreAdded {
  readonly action: "add";
  /** Absolute path of the ignore file, as named. */
  readonly path: string;
  readonly shown: string;
  readonly created: boolean;
  readonly added: readonly string[];
  /** Those that were there already. */
  readonly present: readonly string[];
}

/** What a check found, for dialects that word it themselves (GI-2). */
export interface GitignoreChecked {
  readonly action: "check";
  /** Absolute path of what was checked, as named. */
  readonly path: string;
  readonly shown: string;
  readonly ignored: boolean;
  /** The line that decides; absent when none speaks of the path. */
  readonly reason?: IgnoreReason;
}

export const gitignore = defineTool({
  name: "gitignore",
  displayName: "Gitignore",
  summary: "Add patterns to a .gitignore, or check what it ignores",
  description:
    'Works with .gitignore files. "add" appends patterns to the .gitignore of a folder, creating it if needed and skipping patterns it already contains. "check" reports whether a path matches an ignore pattern, and the file and line of that pattern, even for files that git already tracks.',
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "git ignore exclude untracked patterns",
  },
  effectKinds: ["read", "list", "write"],
  input: z.object({
    action: z.enum(["add", "check"]).describe('Whether to "add" patterns or "check" a path.'),
    dir: folder,
    patterns: z.array(z.string()).default([]).describe('For "add": lines to add, for example ["*.log", "dist/"].'),
    path: z.string().min(1).optional().describe('For "check": path to check, relative to dir or absolute.'),
  }),
  async plan({ action, dir, patterns, path }, context) {
    const directory = await context.host.resolve(dir);
    if (action === "add") return planAdding(directory, patterns, context);
    if (path === undefined)
      throw new ToolError("invalid_input", 'The action "check" needs "path": give the path to check.');
    return planCheck(await context.host.resolve(path, directory.path), path.endsWith("/"), context);
  },
});

/** @throws ToolError `invalid_input` for what git would not read as the line that was meant. */
function wantedLines(patterns: readonly string[]): string[] {
  if (patterns.length === 0)
    throw new ToolError("invalid_input", 'The action "add" needs "patterns": give at least one pattern.');
  for (const pattern of patterns) {
    const isComment = pattern.startsWith("#");
    if (/[\r\n\0]/.test(pattern) || (!isComment && new IgnoreFile(pattern, false).isEmpty))
      throw new ToolError(
        "invalid_input",
        `${JSON.stringify(pattern)} is not a valid pattern: give each pattern as one non-empty line.`,
      );
  }
  return [...new Set(patterns)];
}

/** The bytes of the ignore file that is added to; undefined where there is none yet. */
async function ignoreFileBytes(
  directory: ResolvedPath,
  target: ResolvedPath,
  { host }: PlanContext,
): Promise<Uint8Array | undefined> {
  await host.mayWrite(target);
  const folderStat = await host.stat(directory);
  if (!folderStat)
    throw new ToolError("not_found", `${directory.shown} does not exist: give the folder of the .gitignore.`);
  if (folderStat.kind !== "directory")
    throw new ToolError("not_directory", `${directory.shown} is a file: give the folder of the .gitignore.`);
  const named = childOf(directory, ".gitignore");
  if (target.real !== named.real)
    throw new ToolError(
      "unwritable",
      `${named.shown} is a symbolic link to ${target.shown}, and git does not follow a symbolic link to an ignore file: replace it with a file first.`,
    );
  const stat = await host.stat(target);
  if (stat && stat.kind !== "file")
    throw new ToolError("unwritable", `${target.shown} is not a file, so nothing can be added to it: remove it first.`);
  return stat && host.read(target);
}

function withLines(text: string, lines: readonly string[]): string {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  const ending = crlf * 2 > all ? "\r\n" : "\n";
  const open = text === "" || text.endsWith("\n") ? "" : ending;
  return text + open + lines.map((line) => line + ending).join("");
}

async function planAdding(directory: ResolvedPath, patterns: readonly string[], context: PlanContext): Promise<Plan> {
  const wanted = wantedLines(patterns);
  const target = await context.host.resolve(".gitignore", directory.path);
  const before = await ignoreFileBytes(directory, target, context);
  const { text, encoding } = decode(before ?? new Uint8Array(), target.shown);
  const lines = new Set(text.split(/\r?\n/));
  const added = wanted.filter((pattern) => !lines.has(pattern));
  const present = wanted.filter((pattern) => lines.has(pattern));
  const data: GitignoreAdded = {
    action: "add",
    path: shownPath(target.path),
    shown: target.shown,
    created: !before,
    added,
    present,
  };
  const effect: WriteEffect = { kind: "write", target, before, after: encode(withLines(text, added), encoding) };
  return {
    title:
      added.length === 1
        ? actionTitle`Add 1 pattern to ${target.shown}`
        : actionTitle`Add ${added.length} patterns to ${target.shown}`,
    effects: added.length > 0 ? [effect] : [],
    async run({ host }) {
      if (added.length > 0) await host.write(effect);
      return { text: addedText(data), isError: false, data };
    },
  };
}

const count = (patterns: readonly string[]) => `${patterns.length} ${patterns.length === 1 ? "pattern" : "patterns"}`;

function addedText({ shown, created, added, present }: GitignoreAdded): string {
  if (added.length === 0) return `${shown} already contains ${present.join(", ")}; nothing was written.`;
  const what = created ? `Created ${shown} with ${count(added)}` : `Added ${count(added)} to ${shown}`;
  const rest = present.length > 0 ? ` Already present: ${present.join(", ")}.` : "";
  return `${what}: ${added.join(", ")}.${rest}`;
}

/** @param namesFolder the path was given with a slash at its end. */
async function planCheck(target: ResolvedPath, namesFolder: boolean, context: PlanContext): Promise<Plan> {
  const { host, roots } = context;
  const { path } = target;
  if (roots.includes(target.real))
    throw new ToolError("invalid_input", `${shownPath(path)} is a workspace folder itself: give a path inside it.`);
  const name = segments(path).at(-1) ?? "";
  const parent = await host.resolve("..", path);
  const named = childOf(parent, name);
  const { shown } = named;
  return {
    title: actionTitle`Check whether ${shown} is ignored`,
    effects: [{ kind: "list", target: parent }],
    async run({ host }) {
      // To git a link is a file, wherever it leads.
      const stat = target.real === named.real ? await host.stat(named) : undefined;
      const isFolder = stat ? stat.kind === "directory" : namesFolder;
      const reason = await host.search.whyIgnored(parent, isFolder ? `${name}/` : name);
      const ignored = reason?.ignored ?? false;
      const data: GitignoreChecked = {
        action: "check",
        path: shownPath(path),
        shown,
        ignored,
        ...(reason && { reason }),
      };
      return { text: checkedText(data, context), isError: false, data };
    },
  };
}

function checkedText({ shown, reason }: GitignoreChecked, context: PlanContext): string {
  if (!reason) return `${shown} is not ignored: no pattern matches it.`;
  const source = `${shownInOpened(reason.file, context)} line ${reason.line}: ${reason.pattern}`;
  return reason.ignored ? `${shown} is ignored by ${source}` : `${shown} is not ignored, because of ${source}`;
}
