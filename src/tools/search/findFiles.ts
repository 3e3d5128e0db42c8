import * as z from "zod";
import type { FileStat } from "../../core/ports/files";
import type { FoundFile, SearchScope } from "../../core/ports/search";
import { actionTitle } from "../../core/text/clauses/clause";
import { fittingLines } from "../../core/text/fittingLines";
import { defineTool, looking, type PlanContext, type RunContext } from "../../core/tools/tool";
import type { Traits } from "../../core/tools/traits";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { folderName } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { includeIgnored, searchFolder } from "../parameters";
import { isGlob, patternHints } from "./patternHints";
import {
  goneNotes,
  keptOut,
  type Located,
  locate,
  nothingToSearch,
  type SearchedPlace,
  targetsOf,
  within,
} from "./searchedPlaces";
import { type SystemIgnore, systemIgnore } from "./systemIgnore";

/** Files returned at most (GL-2). */
const maxFiles = 10_000;

/** What find_files found, for dialects that word it themselves. */
export interface FindData {
  /** Absolute path of the first searched folder, as named. */
  readonly directory: string;
  /** The first searched folder, for people. */
  readonly shown: string;
  /** Every folder that was searched: several when the call names none and the workspace has several. */
  readonly searched: readonly SearchedPlace[];
  /** Newest first over all folders. */
  readonly files: readonly Located<FoundFile>[];
  readonly truncated: boolean;
  /** What was not searched, and why: one line each. */
  readonly notSearched: readonly string[];
  /** The room of a result ended the list before the limit did. */
  readonly isFull?: true;
  /** How many more match and are ignored, up to 10,000; known when nothing was found or Traits.countIgnored. */
  readonly ignored?: number;
}

export const findFiles = defineTool({
  name: "find_files",
  displayName: "Find Files",
  summary: "Find files by a glob, newest first",
  description:
    "Finds files by a glob, newest first. A pattern without a slash (*.ts) matches names at any depth; one with a slash (src/**/*.ts) is relative to the folder. Omits files ignored by .gitignore unless include_ignored is set.",
  metadata: { ...looking, searchHint: "glob find locate names paths" },
  effectKinds: ["list"],
  input: z.object({
    pattern: z.string().min(1).describe("The glob, for example *.ts or src/**/*.{js,ts}."),
    path: searchFolder,
    include_ignored: includeIgnored,
    case_sensitive: z.boolean().default(true).describe("Whether the match is case-sensitive. Default: true."),
    limit: z.number().int().min(1).max(maxFiles).default(1000).describe("Maximum number of files. Default: 1000."),
  }),
  async plan({ pattern, path, include_ignored, case_sensitive, limit }, context) {
    const { targets, wanted } = fromAbsolute(pattern, await targetsOf(path, context));
    // A pattern that names a file as it stands means that file, brackets and all (GL-4).
    const isFile = isGlob(wanted) && (await names("file", wanted, targets, context));
    const glob = isFile ? escapedGlob(wanted) : wanted;
    const leftOut = new Map<string, SystemIgnore>();
    for (const target of targets) leftOut.set(target.real, await systemIgnore(target, context));
    return {
      title: actionTitle`Find ${pattern} in ${targets.map(folderName).join(", ")}`,
      effects: targets.map((target) => ({ kind: "list", target })),
      async run(run) {
        const folders = await existingFolders(targets, run);
        const search: Find = { folders, glob, include_ignored, case_sensitive, limit, exclude: [], leftOut };
        const found = await findIn(search, run);
        const room = fittingLines(found.files.map(fileLine), run.traits.listCharacters);
        const isFull = room < found.files.length;
        const files = found.files.slice(0, room);
        const truncated = found.truncated || isFull;
        const isCounted = !include_ignored && (files.length === 0 || run.traits.countIgnored === true);
        const all = isCounted
          ? await findIn({ ...search, include_ignored: true, limit: maxFiles, exclude: uncounted(run.traits) }, run)
          : found;
        const ignored = all.files.length - found.files.length;
        const [first] = folders as [ResolvedPath];
        const data: FindData = {
          directory: shownPath(first.path),
          shown: first.shown,
          searched: folders.map(({ path, shown }) => ({ directory: shownPath(path), shown })),
          files,
          truncated,
          notSearched: goneNotes(targets, folders),
          ...(isFull && { isFull }),
          ...(isCounted && { ignored: Math.max(0, ignored) }),
        };
        const where = within(folders);
        const text =
          files.length > 0
            ? foundText(pattern, data, where)
            : whyNothing(pattern, where, include_ignored ? undefined : { ignored, isMore: all.truncated });
        const isFolder = files.length === 0 && !isGlob(wanted) && (await names("directory", wanted, targets, context));
        const ofFolder = isFolder
          ? [`${wanted} is a folder: ${wanted.replace(/\/+$/, "")}/** finds what is in it.`]
          : [];
        const hints = files.length === 0 ? [...patternHints(wanted), ...(await nameHints(search, wanted, run))] : [];
        return { text: [text, ...ofFolder, ...hints, ...data.notSearched].join("\n"), isError: false, data };
      },
    };
  },
});

interface Find {
  readonly folders: readonly ResolvedPath[];
  readonly glob: string;
  readonly include_ignored: boolean;
  readonly case_sensitive: boolean;
  readonly limit: number;
  readonly exclude: readonly string[];
  /** By the real path of the folder. */
  readonly leftOut: ReadonlyMap<string, SystemIgnore>;
}

/** Where the number is told always it is that of files which git ignores, not of those that are never looked for. */
const uncounted = ({ countIgnored, excluded }: Traits) => (countIgnored ? excluded : []);

/** A pattern that begins with the path of a folder to search means what follows in that folder. */
function fromAbsolute(
  pattern: string,
  targets: readonly ResolvedPath[],
): { readonly targets: readonly ResolvedPath[]; readonly wanted: string } {
  for (const target of targets)
    for (const folder of [target.path, target.real]) {
      const start = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`;
      if (start !== "/" && pattern.startsWith(start) && pattern !== start)
        return { targets: [target], wanted: pattern.slice(start.length) };
    }
  return { targets, wanted: pattern };
}

/** Whether there is something of a kind that the pattern names as it stands. */
async function names(
  kind: FileStat["kind"],
  pattern: string,
  targets: readonly ResolvedPath[],
  { host }: PlanContext,
): Promise<boolean> {
  for (const target of targets) {
    // What cannot be resolved or looked at is nothing that the pattern could mean.
    const stat = await host
      .resolve(pattern.replace(/^\.?\//, ""), target.path)
      .then((file) => host.stat(file))
      .catch(() => undefined);
    if (stat?.kind === kind) return true;
  }
  return false;
}

const escapedGlob = (text: string): string => text.replace(/[*?[\]{}\\!]/g, "\\$&");

/** What another way of writing a pattern that matches nothing finds: relative to the folder, without case, or as part of a name. */
async function nameHints(search: Find, wanted: string, run: RunContext): Promise<string[]> {
  const finds = async (other: Partial<Find>) => (await findIn({ ...search, ...other, limit: 1 }, run)).files[0]?.shown;
  const [folder] = search.folders;
  const below = folder && wanted.startsWith(`${folder.shown}/`) ? wanted.slice(folder.shown.length + 1) : "";
  if (below !== "" && (await finds({ glob: below })) !== undefined)
    return [`[The pattern is relative to path: "${below}" finds files in ${folder?.shown}.]`];
  const otherCase = search.case_sensitive ? await finds({ case_sensitive: false }) : undefined;
  if (otherCase !== undefined) return [`[Without regard to case it matches ${otherCase}.]`];
  if (isGlob(wanted) || wanted.includes("/") || wanted.includes("\\")) return [];
  const part = await finds({ glob: `*${wanted}*`, case_sensitive: false });
  return part === undefined ? [] : [`[A pattern stands for whole names: "*${wanted}*" matches names such as ${part}.]`];
}

const globAsPath = "path is a folder, and a glob goes into pattern";

/** A workspace folder that is gone does not fail a search of the others. */
async function existingFolders(targets: readonly ResolvedPath[], { host }: RunContext): Promise<ResolvedPath[]> {
  const folders: ResolvedPath[] = [];
  for (const target of targets) {
    const { shown, path } = target;
    const stat = await host.stat(target);
    if (stat && stat.kind !== "directory")
      throw new ToolError("not_directory", `${shown} is a file, not a folder: give the folder to search.`, { path });
    if (stat) folders.push(target);
  }
  const [missing] = targets;
  if (folders.length === 0 && missing)
    throw nothingToSearch(missing, isGlob(missing.shown) ? globAsPath : "give a folder to search");
  return folders;
}

async function findIn(
  { folders, glob, include_ignored, case_sensitive, limit, exclude, leftOut }: Find,
  { host, traits, signal }: RunContext,
): Promise<{ files: Located<FoundFile>[]; truncated: boolean }> {
  const found = await Promise.all(
    folders.map(async (directory) => {
      const scope: SearchScope = {
        directory,
        exclude,
        excludeAlways: keptOut(directory, traits),
        isLeftOut: (real) => leftOut.get(directory.real)?.(real, false) ?? false,
        excludeByDefault: traits.excluded,
        includeIgnored: include_ignored,
        caseSensitive: case_sensitive,
        signal,
      };
      const { files, truncated } = await host.search.findFiles(scope, glob, limit);
      return { files: locate(scope, files, folders.length > 1), truncated };
    }),
  );
  const files = found.flatMap((one) => one.files);
  if (found.length > 1) files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.shown < b.shown ? -1 : 1));
  return {
    files: files.slice(0, limit),
    truncated: files.length > limit || found.some(({ truncated }) => truncated),
  };
}

const fileLine = ({ shown, size }: Located<FoundFile>): string => `${shown} (${size} bytes)`;

function foundText(pattern: string, { files, truncated, isFull }: FindData, where: string): string {
  const head = `Found ${truncated ? "more than " : ""}${files.length} ${files.length === 1 ? "file" : "files"} matching "${pattern}"${where}, newest first:`;
  const more = `[There are more: narrow the pattern ${isFull ? "or give a subfolder" : "or raise limit"}.]`;
  return [head, ...files.map(fileLine), ...(truncated ? [more] : [])].join("\n");
}

/** An empty answer says why (D-11). @param left what ignore rules left out; undefined when they were not asked. */
function whyNothing(pattern: string, where: string, left: { ignored: number; isMore: boolean } | undefined): string {
  const nothing = `No files match "${pattern}"${where}`;
  if (!left) return `${nothing}, including ignored files.`;
  if (left.ignored === 0) return `${nothing}, including ignored files: check the pattern and the folder.`;
  const count = left.isMore ? `More than ${left.ignored}` : String(left.ignored);
  return `${nothing} among the files that are not ignored. ${count} ignored ${left.ignored === 1 ? "file does" : "files do"}: set include_ignored to see them.`;
}
