/** Triggerfish's one search, for names or for contents, over the crib's two (C-30). */
import * as z from "zod";
import { type AnyTool, defineTool } from "../../core/tools/tool";
import type { ToolsByKey } from "../shared/over";

/** Matching lines at most; the words cut earlier, by characters (C-28). */
const maxMatches = 5000;
const maxFiles = 10_000;

/** @param tools the crib's tools by key. */
export function searchFiles({ findFiles, searchText }: ToolsByKey): AnyTool {
  if (!findFiles || !searchText) throw new Error("search_files stands for two tools that do not both exist.");
  return defineTool({
    name: "search_files",
    displayName: "Search Files",
    summary: "Find files by name, or search their contents",
    description:
      "Finds files by a glob, newest first, or with content_search finds the lines that a regular expression matches. A pattern without a slash matches names at any depth.",
    metadata: searchText.metadata,
    effectKinds: [...new Set([...findFiles.effectKinds, ...searchText.effectKinds])],
    input: z.object({
      path: z.string().min(1).describe("The folder to search in."),
      pattern: z
        .string()
        .min(1)
        .describe("Glob of file names (*.ts, src/**/*.ts), or the text or regular expression to find in files."),
      content_search: z
        .boolean()
        .optional()
        .describe(
          "Search the contents of files instead of their names. Default: false; true where this tool works in your own workspace.",
        ),
    }),
    plan({ path, pattern, content_search: ofContents }, context) {
      const content_search = ofContents ?? context.workspace !== undefined;
      const chosen = content_search ? searchText : findFiles;
      const limit = content_search ? maxMatches : maxFiles;
      return chosen.plan(chosen.input.parse({ path, pattern, limit }) as never, context);
    },
  });
}
