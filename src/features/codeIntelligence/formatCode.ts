import * as z from "zod";
import { defineTool } from "../../core/tools/tool";
import { ToolError } from "../../core/vocabulary/toolError";
import { readLines } from "../../lib/edits/text/textLines";
import { rangeInput, rangeOf } from "./codePlace";
import { codeOf, silentText, waitOf } from "./codeWait";
import { planChange } from "./codeWrites";
import { fileAt } from "./workspaceSymbols";

export const formatCode = defineTool({
  name: "format_code",
  displayName: "Format Code",
  summary: "Format a file or some of its lines, reviewed as a diff",
  description:
    "Formats a file, or some of its lines, with the formatter that the editor has for its language. The person reviews the change.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: true,
    searchHint: "format prettify indent style formatter",
  },
  needs: "code",
  effectKinds: ["read", "write"],
  input: z.object({ path: z.string().min(1).describe("Path of the file."), ...rangeInput }),
  async plan({ path, line, end_line }, context) {
    const code = codeOf(context);
    const file = await fileAt(path, context);
    const lines = await readLines(context.host, file);
    const range = rangeOf({ line, end_line }, file, lines);
    const whole = line === undefined;
    const answer = await code.format(
      file,
      whole ? undefined : { ...range, start: { ...range.start, character: 0 } },
      waitOf(context),
    );
    const { shown } = file;
    if (answer.isSilent) throw new ToolError("unavailable", `${shown} was not formatted. ${silentText(answer)}`);
    const change = {
      title: `Format ${shown}${whole ? "" : `, lines ${line} to ${end_line ?? line}`}`,
      done: "Formatted",
      nothing: `${shown} is formatted already: nothing was changed.`,
    };
    return planChange({ files: [{ target: file, edits: answer.found }] }, change, context);
  },
});
