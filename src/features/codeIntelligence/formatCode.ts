import * as z from "zod";
import type { CodeTextEdit } from "../../core/ports/editor/codeIntelligence";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool, type Plan, type PlanContext } from "../../core/tools/tool";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { readLines } from "../../lib/edits/text/textLines";
import { ChangedLines, changedLines, type LineRange } from "../git/changedLines";
import { rangeInput, rangeOf } from "./codePlace";
import { codeOf, silentText, waitOf } from "./codeWait";
import { planChange } from "./codeWrites";
import { fileAt } from "./workspaceSymbols";

export const formatCode = defineTool({
  name: "format_code",
  displayName: "Format Code",
  summary: "Format a file or some of its lines, reviewed as a diff",
  description:
    "Formats a file, some of its lines, or those that differ from the last commit, with the formatter that the editor has for its language. The person reviews the change.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "format prettify indent style formatter",
  },
  needs: "code",
  effectKinds: ["read", "write"],
  input: z.object({
    path: z.string().min(1).describe("Path of the file."),
    ...rangeInput,
    changed: z
      .boolean()
      .default(false)
      .describe("Whether to format only the lines that differ from the last commit. Default: false."),
  }),
  async plan(input, context) {
    const { path, line, changed } = input;
    const { privateInput, host } = context;
    codeOf(context);
    const file = await fileAt(path, context);
    if (privateInput instanceof ChangedLines)
      return planFormat(file, privateInput.ranges, actionTitle`Format the changed lines of ${file.shown}`, context);
    if (changed && line !== undefined)
      throw new ToolError("invalid_input", "changed and line exclude each other: leave one of them out.");
    if (changed) return planChanged(file, input, context);
    if (line === undefined && input.end_line === undefined)
      return planFormat(file, undefined, actionTitle`Format ${file.shown}`, context);
    const { start, end } = rangeOf(input, file, await readLines(host, file));
    const range = { first: start.line + 1, last: end.line + 1 };
    const title = actionTitle`Format lines ${range.first} to ${range.last} of ${file.shown}`;
    return planFormat(file, [range], title, context);
  },
});

/** Asks git first, and formats in a call of its own. */
async function planChanged(
  file: ResolvedPath,
  input: { readonly changed: boolean },
  { host }: PlanContext,
): Promise<Plan> {
  const { shown } = file;
  if ((await host.unsaved()).has(file.real))
    throw new ToolError("unavailable", `${shown} has unsaved changes, which git does not see: have it saved first.`);
  const language = host.shellLanguage();
  return {
    title: actionTitle`Format the changed lines of ${shown}`,
    effects: [],
    async run(context) {
      const ranges = await changedLines(file, context, language);
      if (ranges?.length === 0)
        return { text: `No line of ${shown} differs from the last commit.`, isError: false, data: { files: [] } };
      if (ranges) return context.call("format_code", input, new ChangedLines(ranges));
      const { changed: _, ...whole } = input;
      return context.call("format_code", whole);
    },
  };
}

/** @param ranges absent: the whole file. @param title of the call. */
async function planFormat(
  file: ResolvedPath,
  ranges: readonly LineRange[] | undefined,
  title: string,
  context: PlanContext,
): Promise<Plan> {
  const code = codeOf(context);
  const { shown } = file;
  const lines = await readLines(context.host, file);
  const edits = new Map<string, CodeTextEdit>();
  for (const { first, last } of ranges ?? [{ first: 0, last: 0 }]) {
    const end = lines.line(last - 1)?.length ?? 0;
    const range = { start: { line: first - 1, character: 0 }, end: { line: last - 1, character: end } };
    const answer = await code.format(file, ranges && range, waitOf(context));
    if (answer.isSilent) throw new ToolError("unavailable", `${shown} was not formatted. ${silentText(answer)}`);
    // Formatters may answer for more than they were asked, and so twice for the same place.
    for (const edit of answer.found) edits.set(JSON.stringify(edit.range), edit);
  }
  const change = {
    title,
    titleOfMany: () => title,
    done: "Formatted",
    nothing: `${shown} is already formatted: nothing was changed.`,
  };
  return planChange({ files: [{ target: file, edits: [...edits.values()] }] }, change, context);
}
