import * as z from "zod";
import type { CellOutput } from "../../core/ports/editor/notebooks";
import { actionTitle } from "../../core/text/clauses/clause";
import { cutMiddle } from "../../core/text/cutMiddle";
import { defineTool, type ResultPart } from "../../core/tools/tool";
import type { DelegateEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { plainOutput } from "../../lib/edits/terminal/terminalText";
import { decode } from "../../lib/edits/text/encoding";
import { cellAt, NotebookProblem } from "../../lib/notebooks/notebookCells";
import { path } from "../../tools/parameters";

/** Characters of all outputs together. */
const maxText = 30_000;

/** What run_cell did. */
export interface RunCellData {
  /** False when the kernel says that the cell failed; absent when it does not say. */
  readonly succeeded?: boolean;
  readonly outputs: number;
}

export const runCell = defineTool({
  name: "run_cell",
  displayName: "Run Cell",
  summary: "Run a code cell of a notebook in its kernel",
  description:
    "Runs one code cell of a Jupyter notebook in the kernel that the person chose for it in the editor, and returns what it prints and shows, pictures included. The person sees it run, and is asked each time, because no sandbox confines a kernel. The outputs stay in the editor, unsaved.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: true,
    idempotent: false,
    searchHint: "jupyter ipynb notebook cell execute kernel run output",
  },
  needs: "notebooks",
  effectKinds: ["read", "delegate"],
  input: z.object({
    path: path.describe("Path of the notebook (.ipynb), relative to the workspace folder or absolute."),
    cell: z.number().int().min(1).describe("Number of the cell, from 1 as read_file shows them."),
  }),
  async plan({ path, cell }, { host }) {
    if (!host.runsNotebooks)
      throw new ToolError("unavailable", "No editor runs notebooks here: run the code with run_command instead.");
    const target = await host.resolve(path);
    const { text } = decode(await host.read(target), target.shown);
    const source = sourceOf(text, cell, target.shown);
    const effect: DelegateEffect = { kind: "delegate", to: `kernel of ${target.shown}`, prompt: source };
    return {
      title: actionTitle`Run cell ${cell} of ${target.shown}`,
      effects: [{ kind: "read", target }, effect],
      async run({ host, signal, settings }) {
        const limit = settings.limits.commandTimeoutMs;
        const ending = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
        const { outputs, succeeded } = await host.runCell(effect, target, cell - 1, ending);
        const parts = outputs.flatMap((output): ResultPart[] =>
          output.kind === "picture" ? [{ kind: "image", mimeType: output.mimeType, bytes: output.bytes }] : [],
        );
        const data: RunCellData = { outputs: outputs.length, ...(succeeded !== undefined && { succeeded }) };
        return {
          text: outputText(outputs, cell),
          isError: succeeded === false,
          data,
          ...(parts.length > 0 && { parts }),
        };
      },
    };
  },
});

/** @throws ToolError for a cell that cannot be run. */
function sourceOf(text: string, cell: number, shown: string): string {
  try {
    const { kind, source } = cellAt(text, cell);
    if (kind === "code") return source;
    throw new ToolError("invalid_input", `Cell ${cell} of ${shown} is a ${kind} cell: only code cells run.`);
  } catch (error) {
    if (!(error instanceof NotebookProblem)) throw error;
    throw new ToolError("invalid_input", `${shown} ${error.message}: read it again with read_file.`);
  }
}

function outputText(outputs: readonly CellOutput[], cell: number): string {
  const shown = outputs.map((output) =>
    output.kind === "picture"
      ? `[${output.mimeType}, ${output.bytes.length} bytes]`
      : plainOutput(output.text).trimEnd(),
  );
  const text = shown.join("\n");
  if (text === "") return `Cell ${cell} ran and printed nothing.`;
  return cutMiddle(text, maxText);
}
