import * as z from "zod";
import type { FoundFile, SearchScope } from "../core/host";
import { folderName } from "../core/paths";
import { defineTool, type RunContext } from "../core/tool";
import { ToolError } from "../core/toolError";
import { below, folder, includeIgnored } from "./parameters";

/** Files returned at most (GL-2). */
const mostFiles = 10_000;

/** What find_files found, for dialects that word it themselves. */
export interface FindData {
  /** Absolute path of the searched folder, as named. */
  readonly directory: string;
  /** The searched folder, for people. */
  readonly shown: string;
  /** Newest first; paths are relative to the folder. */
  readonly files: readonly FoundFile[];
  readonly truncated: boolean;
}

export const findFiles = defineTool({
  name: "find_files",
  displayName: "Find Files",
  summary: "Find files by a glob, newest first",
  description:
    "Finds files by a glob, newest first. A pattern without a slash (*.ts) matches names at any depth, one with a slash (src/**/*.ts) is relative to the folder. Leaves out what .gitignore leaves out unless include_ignored is set.",
  metadata: { concurrencySafe: true, readOnly: true, destructive: false, idempotent: true },
  touches: ["list"],
  input: z.object({
    pattern: z.string().min(1).describe("The glob, for example *.ts or src/**/*.{js,ts}."),
    path: folder,
    include_ignored: includeIgnored,
    case_sensitive: z.boolean().default(true).describe("Whether upper and lower case differ. Default: true."),
    limit: z.number().int().min(1).max(mostFiles).default(1000).describe("Number of files at most. Default: 1000."),
  }),
  async plan({ pattern, path, include_ignored, case_sensitive, limit }, { host }) {
    const directory = await host.resolve(path);
    const { shown } = directory;
    return {
      title: `Find ${pattern} in ${folderName(directory)}`,
      effects: [{ kind: "list", target: directory }],
      async run(context) {
        const stat = await context.host.stat(directory);
        if (!stat)
          throw new ToolError("not_found", `${shown} does not exist: name a folder to search in.`, {
            path: directory.path,
          });
        if (stat.kind !== "directory")
          throw new ToolError("not_directory", `${shown} is a file, not a folder: name the folder to search in.`, {
            path: directory.path,
          });
        const scope: SearchScope = {
          directory,
          exclude: [],
          includeIgnored: include_ignored,
          caseSensitive: case_sensitive,
          signal: context.signal,
        };
        const { files, truncated } = await context.host.search.findFiles(scope, pattern, limit);
        const data: FindData = { directory: directory.path, shown, files, truncated };
        const text = files.length > 0 ? foundText(pattern, data) : await whyNothing(pattern, shown, scope, context);
        return { text, isError: false, data };
      },
    };
  },
});

function foundText(pattern: string, { files, truncated, shown }: FindData): string {
  const head = `Found ${truncated ? "more than " : ""}${files.length} ${files.length === 1 ? "file" : "files"} matching "${pattern}"${below(shown)}, newest first:`;
  const prefix = shown === "." || shown.startsWith("/") ? "" : `${shown}/`;
  const lines = files.map(({ path, size }) => `${prefix}${path} (${size} bytes)`);
  return [head, ...lines, ...(truncated ? ["[There are more: narrow the pattern or raise limit.]"] : [])].join("\n");
}

/** An empty answer says why (D-11). */
async function whyNothing(pattern: string, shown: string, scope: SearchScope, { host }: RunContext): Promise<string> {
  const nothing = `No files match "${pattern}"${below(shown)}`;
  if (scope.includeIgnored) return `${nothing}, ignored files included.`;
  const ignored = await host.search.findFiles({ ...scope, includeIgnored: true }, pattern, 100);
  if (ignored.files.length === 0) return `${nothing}, ignored ones neither: check the pattern and the folder.`;
  const count = ignored.truncated ? "More than 100" : String(ignored.files.length);
  return `${nothing} among the files that are not ignored. ${count} ignored ${ignored.files.length === 1 ? "file does" : "files do"}: set include_ignored to see them.`;
}
