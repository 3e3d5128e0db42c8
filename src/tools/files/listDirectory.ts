import * as z from "zod";
import type { DirectoryEntry, EntryFacts } from "../../core/ports/files";
import { actionTitle } from "../../core/text/clauses/clause";
import { fittingLines } from "../../core/text/fittingLines";
import { defineTool, looking, type PlanContext, type RunContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { childOf, folderName } from "../../core/vocabulary/paths";
import { shownPath } from "../../core/vocabulary/shownPath";
import { ToolError } from "../../core/vocabulary/toolError";
import { pathMatcher } from "../../lib/globs/pathMatcher";
import { closedGlobs } from "../../lib/globs/searchGlobs";
import { folder, includeIgnored } from "../parameters";
import { keptOut, openedRoots } from "../search/searchedPlaces";
import { ignoresNothing, type SystemIgnore, systemIgnore } from "../search/systemIgnore";

/** Entries shown at most; a larger folder is better searched. */
const maxEntries = 2000;

/** One entry; below a folder of the listed one its name is the path from there, with `/`. */
export interface ListedEntry extends DirectoryEntry {
  /** Set for a folder whose names could not be read. */
  readonly unreadable?: true;
}

/** What list_directory found, for dialects that word it themselves. */
export interface ListData {
  /** Absolute path as named, as shownPath writes it. */
  readonly path: string;
  readonly shown: string;
  /** With their names as shownPath writes them. Folders first, then by name; a folder's own entries follow it. */
  readonly entries: readonly ListedEntry[];
  /** Put before each name it makes a path that other tools take; empty where a list has the names of one folder. */
  readonly prefix: string;
  /** How many more entries there are than a result has room for. */
  readonly left: number;
  /** Of the first entries, as many as are shown. */
  readonly facts: readonly EntryFacts[];
  /** Entries left out by ignore rules. */
  readonly ignored: number;
  /** Entries left out by the tool system's own ignore file. */
  readonly leftOut: number;
  /** Entries left out by the call's own globs. */
  readonly omitted: number;
  /** True when folders further down were not looked into, as there are too many entries already. */
  readonly truncated: boolean;
  /** The workspace's other folders, when the first was listed without being named. */
  readonly otherRoots: readonly string[];
  /** Set for a call that works in the agent's own workspace. */
  readonly isOwn?: true;
}

interface Wishes {
  readonly leftOut: readonly ((name: string) => boolean)[];
  readonly systemLeftOut: SystemIgnore;
  readonly includeIgnored: boolean;
  readonly recursive: boolean;
}

export const listDirectory = defineTool({
  name: "list_directory",
  displayName: "List Directory",
  summary: "List the contents of a folder",
  description:
    "Lists the entries of a folder: folders first (with a trailing slash), then files with their size in bytes. Set recursive to include subfolders; entries are then paths that other tools take. Omits files ignored by .gitignore unless include_ignored is set. To find files by name use find_files.",
  metadata: { ...looking, searchHint: "list ls dir folder entries tree sizes" },
  effectKinds: ["list"],
  input: z.object({
    path: folder,
    ignore: z.array(z.string().min(1)).default([]).describe('Globs of names to omit, for example ["*.log"].'),
    include_ignored: includeIgnored,
    recursive: z
      .boolean()
      .default(false)
      .describe(`Whether to list subfolders too, up to ${maxEntries} entries. Default: false.`),
  }),
  async plan({ path, ignore, include_ignored, recursive }, context) {
    const target = await context.host.resolve(path);
    const leftOut = ignore.map((glob) => pathMatcher(glob, true));
    const systemLeftOut = await systemIgnore(target, context);
    const wishes: Wishes = { leftOut, systemLeftOut, includeIgnored: include_ignored, recursive };
    const own = context.workspace === undefined ? {} : ({ isOwn: true } as const);
    const prefix = recursive ? below(target) : "";
    const otherRoots = path === "." ? await shownRoots(openedRoots(context).slice(1), context) : [];
    return {
      title: actionTitle`List ${folderName(target)}`,
      effects: [{ kind: "list", target }],
      async run(context) {
        const { shown, path } = target;
        if (!(await context.host.stat(target)))
          throw new ToolError("not_found", `${shown} does not exist: check the path, or find it with find_files.`, {
            path,
          });
        const { entries: found, ...rest } = await listed(target, wishes, context);
        const names = found.slice(0, maxEntries).map(({ name }) => name);
        const examined = await context.host.examine(target, names);
        const all = found.map(shownEntry);
        const lines = examined.map((fact, index) => prefix + entryText(all[index] as ListedEntry, fact));
        const { listCharacters } = context.traits;
        const facts = examined.slice(0, fittingLines(lines, listCharacters));
        const entries = listCharacters === undefined ? all : all.slice(0, facts.length);
        const counts = { left: all.length - entries.length, ...rest };
        const data: ListData = { path: shownPath(path), shown, entries, prefix, facts, ...counts, otherRoots, ...own };
        return { text: listText(data), isError: false, data };
      },
    };
  },
});

const shownEntry = (entry: ListedEntry): ListedEntry => {
  const name = shownPath(entry.name);
  return name === entry.name ? entry : { ...entry, name };
};

/** What the paths of all that lies in a folder begin with. */
const below = ({ shown }: ResolvedPath): string => (shown === "." ? "" : `${shown.replace(/\/$/, "")}/`);

const shownRoots = (roots: readonly string[], { host }: PlanContext): Promise<string[]> =>
  Promise.all(roots.map(async (root) => (await host.resolve(shownPath(root))).shown));

interface Listed {
  readonly entries: ListedEntry[];
  readonly ignored: number;
  readonly leftOut: number;
  readonly omitted: number;
  readonly truncated: boolean;
}

/** Level by level, so that what does not fit is what lies deepest. */
async function listed(top: ResolvedPath, wishes: Wishes, context: RunContext): Promise<Listed> {
  const inside = new Map<string, ListedEntry[]>();
  const mayEnter = wishes.recursive ? enterable(top, wishes, context) : () => false;
  let count = 0;
  let ignored = 0;
  let leftOut = 0;
  let omitted = 0;
  let folders = [""];
  while (folders.length > 0 && count <= maxEntries) {
    const all = await entriesIn(top, folders, inside, context);
    const found = withoutSystems(all, top, wishes);
    leftOut += all.length - found.length;
    const isWanted = ({ name }: ListedEntry) => !wishes.leftOut.some((matches) => matches(lastName(name)));
    const wanted = wishes.leftOut.length > 0 ? found.filter(isWanted) : found;
    omitted += found.length - wanted.length;
    const named = wanted.map(({ kind, name }) => (kind === "directory" ? `${name}/` : name));
    const left = wishes.includeIgnored ? new Set<string>() : await context.host.search.ignoredNames(top, named);
    const kept = left.size > 0 ? wanted.filter((_, index) => !left.has(named[index] as string)) : wanted;
    if (inside.size === 0) inside.set("", [...kept]);
    else for (const entry of kept) inside.get(parentOf(entry.name))?.push(entry);
    count += kept.length;
    ignored += left.size;
    folders = kept.filter(mayEnter).map(({ name }) => name);
    for (const folder of folders) inside.set(folder, []);
  }
  const entries: ListedEntry[] = [];
  putInOrder(entries, inside, "");
  return { entries, ignored, leftOut, omitted, truncated: folders.length > 0 };
}

/** The entries that the tool system's own ignore file leaves. */
const withoutSystems = (
  entries: readonly ListedEntry[],
  top: ResolvedPath,
  { systemLeftOut }: Wishes,
): readonly ListedEntry[] =>
  systemLeftOut === ignoresNothing
    ? entries
    : entries.filter(({ name, kind }) => !systemLeftOut(childOf(top, name).real, kind === "directory"));

/** Every entry of some folders, by its path from the top. A folder that cannot be read is marked where it is listed. */
async function entriesIn(
  top: ResolvedPath,
  folders: readonly string[],
  inside: ReadonlyMap<string, ListedEntry[]>,
  { host }: RunContext,
): Promise<ListedEntry[]> {
  if (folders[0] === "") return host.list(top);
  const found: ListedEntry[] = [];
  for (const folder of folders) {
    try {
      for (const entry of await host.list(childOf(top, folder)))
        found.push({ ...entry, name: `${folder}/${entry.name}` });
    } catch {
      const beside = inside.get(parentOf(folder)) ?? [];
      const at = beside.findIndex(({ name }) => name === folder);
      beside[at] = { ...(beside[at] as ListedEntry), unreadable: true };
    }
  }
  return found;
}

/** Folders that are worth a look: no links, as they may go round, and none whose content searches leave out. */
function enterable(
  top: ResolvedPath,
  { includeIgnored }: Wishes,
  { traits }: RunContext,
): (entry: ListedEntry) => boolean {
  const globs = [...closedGlobs, ...(includeIgnored ? keptOut(top, traits) : traits.excluded)];
  const leftOut = globs.map((glob) => pathMatcher(glob, true));
  return ({ name, kind, link }) => kind === "directory" && !link && !leftOut.some((matches) => matches(`${name}/any`));
}

const lastName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const byKindAndName = (a: DirectoryEntry, b: DirectoryEntry) =>
  Number(b.kind === "directory") - Number(a.kind === "directory") || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Each folder's entries after it. */
function putInOrder(entries: ListedEntry[], inside: ReadonlyMap<string, ListedEntry[]>, folder: string): void {
  for (const entry of inside.get(folder)?.sort(byKindAndName) ?? []) {
    entries.push(entry);
    if (entry.kind === "directory") putInOrder(entries, inside, entry.name);
  }
}

function entryText({ name, kind, link, unreadable }: ListedEntry, { size }: EntryFacts): string {
  if (kind === "directory") return `${name}/${link ? " (link)" : unreadable ? " (cannot be read)" : ""}`;
  if (kind === "file") return `${name} (${link ? "link" : `${size} bytes`})`;
  return `${name} (${link ? "broken link" : "not a file"})`;
}

function listText(data: ListData): string {
  const { shown, entries, prefix, left, facts, ignored, omitted, truncated, otherRoots } = data;
  const lines = facts.map((fact, index) => prefix + entryText(entries[index] as ListedEntry, fact));
  const notes = [
    ...(left > 0 ? [`[${left} more entries: use find_files with a pattern, or list a subfolder.]`] : []),
    ...(truncated ? ["[Deeper folders were not listed: list them by path.]"] : []),
    ...(entries.length === 0 && omitted > 0 ? [`[${omitted} omitted by ignore.]`] : []),
    ...(ignored > 0 ? [`[${ignored} ignored; set include_ignored to see them.]`] : []),
    ...(otherRoots.length > 0
      ? [`[The workspace has more folders; list them by name: ${otherRoots.join(", ")}.]`]
      : []),
  ];
  const nothing = omitted === 0 ? `${shown} is empty.` : `Nothing that is in ${shown} is listed.`;
  return [...(entries.length === 0 ? [nothing] : lines), ...notes].join("\n");
}
