import * as z from "zod";
import type { DirectoryEntry, EntryFacts } from "../core/host";
import { folderName } from "../core/paths";
import { defineTool } from "../core/tool";
import { ToolError } from "../core/toolError";
import { pathMatcher } from "../globs/pathMatcher";
import { folder, includeIgnored } from "./parameters";

/** Entries shown at most; a larger folder is better searched. */
const mostEntries = 2000;

/** What list_directory found, for dialects that word it themselves. */
export interface ListData {
  /** Absolute path as named. */
  readonly path: string;
  /** Folders first, then by name. */
  readonly entries: readonly DirectoryEntry[];
  /** Of the first entries, as many as are shown. */
  readonly facts: readonly EntryFacts[];
  /** Entries left out by ignore rules. */
  readonly ignored: number;
}

const byKindAndName = (a: DirectoryEntry, b: DirectoryEntry) =>
  Number(b.kind === "directory") - Number(a.kind === "directory") || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

export const listDirectory = defineTool({
  name: "list_directory",
  displayName: "List Directory",
  summary: "List the names in a folder",
  description:
    "Lists the names directly inside a folder, folders first (with a closing slash), files with their size in bytes. Leaves out what .gitignore leaves out unless include_ignored is set. To find files below a folder use find_files.",
  metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
  touches: ["list"],
  input: z.object({
    path: folder,
    ignore: z.array(z.string().min(1)).default([]).describe('Globs of names to leave out, for example ["*.log"].'),
    include_ignored: includeIgnored,
  }),
  async plan({ path, ignore, include_ignored }, { host }) {
    const target = await host.resolve(path);
    const { shown } = target;
    const leftOut = ignore.map((glob) => pathMatcher(glob, true));
    return {
      title: `List ${folderName(target)}`,
      effects: [{ kind: "list", target }],
      async run({ host }) {
        const stat = await host.stat(target);
        if (!stat)
          throw new ToolError("not_found", `${shown} does not exist: check the name, or find it with find_files.`, {
            path: target.path,
          });
        const all = (await host.list(target)).filter(({ name }) => !leftOut.some((matches) => matches(name)));
        const named = all.map((entry) => (entry.kind === "directory" ? `${entry.name}/` : entry.name));
        const ignored = include_ignored ? new Set<string>() : await host.search.ignoredNames(target, named);
        const entries = all.filter((_, index) => !ignored.has(named[index] as string)).sort(byKindAndName);
        const shownNames = entries.slice(0, mostEntries).map(({ name }) => name);
        const facts = await host.examine(target, shownNames);
        const data: ListData = { path: target.path, entries, facts, ignored: ignored.size };
        return { text: listText(shown, data), isError: false, data };
      },
    };
  },
});

function listText(shown: string, { entries, facts, ignored }: ListData): string {
  const lines = facts.map(({ size }, index) => {
    const { name, kind, link } = entries[index] as DirectoryEntry;
    if (kind === "directory") return `${name}/${link ? " (link)" : ""}`;
    return kind === "file"
      ? `${name} (${size} bytes${link ? ", link" : ""})`
      : `${name} (${link ? "broken link" : "not a file"})`;
  });
  const notes = [
    ...(entries.length > mostEntries
      ? [`[${entries.length - mostEntries} more entries: use find_files with a pattern.]`]
      : []),
    ...(ignored > 0 ? [`[${ignored} ignored; set include_ignored to see them.]`] : []),
  ];
  if (entries.length === 0) return [`${shown} is empty.`, ...notes].join("\n");
  return [...lines, ...notes].join("\n");
}
