import * as z from "zod";
import { actionTitle } from "../../core/text/clauses/clause";
import { defineTool } from "../../core/tools/tool";
import type { WriteEffect } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { decode, encode } from "../../lib/edits/text/encoding";
import {
  type CellEdit,
  CellEditProblem,
  cellCount,
  cellKinds,
  cellsText,
  NotebookProblem,
  withCells,
} from "../../lib/notebooks/notebookCells";
import { readBeforeChange } from "../../tools/files/existingFile";
import { path } from "../../tools/parameters";

/** What edit_notebook did. */
export interface EditNotebookData {
  /** Absolute path. */
  readonly path: string;
  /** How many cells the notebook has now. */
  readonly cells: number;
}

const edit = z.object({
  action: z.enum(["insert", "replace", "delete", "move"]).describe("What to do."),
  cell: z
    .number()
    .int()
    .min(1)
    .describe("Number of the cell, from 1 as read_file shows them. For insert: the number that the new cell gets."),
  to: z.number().int().min(1).optional().describe("For move: the number that the cell gets."),
  kind: z
    .enum(cellKinds)
    .optional()
    .describe(
      "For insert: kind of the cell. For replace: its new kind. Default: code for insert, unchanged for replace.",
    ),
  source: z.string().optional().describe("For insert and replace: the whole text of the cell."),
});

export const editNotebook = defineTool({
  name: "edit_notebook",
  displayName: "Edit Notebook",
  summary: "Insert, replace, delete and move cells of a notebook",
  description:
    "Changes cells of a Jupyter notebook that was read before: inserts, replaces, deletes and moves cells, one edit after the other, in one change that the person reviews. Cells that stay keep their bytes and their outputs; a replaced code cell keeps the outputs of its last run until it runs again.",
  metadata: {
    concurrencySafe: false,
    readOnly: false,
    destructive: false,
    idempotent: false,
    searchHint: "jupyter ipynb notebook cells insert",
  },
  effectKinds: ["read", "write"],
  input: z.object({
    path: path.describe("Path of the notebook (.ipynb), relative to the workspace folder or absolute."),
    edits: z
      .array(edit)
      .min(1)
      .max(100)
      .describe("The edits, in order; each numbers the cells as the edit before it left them."),
  }),
  async plan({ path, edits }, context) {
    const { host } = context;
    const target = await host.resolve(path);
    const wanted = edits.map(wholeEdit);
    const before = await readBeforeChange(target, context);
    if (!before)
      throw new ToolError(
        "not_found",
        `${target.shown} does not exist: check the path, or create the notebook with write_file.`,
      );
    if ((await host.unsaved()).has(target.real))
      throw new ToolError(
        "stale",
        `${target.shown} has unsaved changes in an editor: ask the person to save it, then read it again.`,
      );
    const { text, encoding } = decode(before, target.shown);
    const changed = edited(text, wanted, target.shown);
    if (changed === text)
      throw new ToolError("no_change", `The edits leave ${target.shown} as it is, so nothing was written.`);
    const effect: WriteEffect = { kind: "write", target, before, after: encode(changed, encoding) };
    const data: EditNotebookData = { path: target.path, cells: cellCount(changed) };
    const count = edits.length === 1 ? "1 edit" : `${edits.length} edits`;
    return {
      title: actionTitle`Edit cells of ${target.shown}`,
      effects: [effect],
      async run({ host }) {
        await host.write(effect);
        return {
          text: `Made ${count} in ${target.shown}, which now has ${cellsText(data.cells)}.`,
          isError: false,
          data,
        };
      },
    };
  },
});

/** @throws ToolError `invalid_input` for an edit that lacks something. */
function wholeEdit({ action, cell, to, kind, source }: z.infer<typeof edit>, at: number): CellEdit {
  const lacking = (what: string) =>
    new ToolError("invalid_input", `Edit ${at + 1} (${action}) needs ${what}: give it.`);
  if (action === "delete") return { action, cell };
  if (action === "move") {
    if (to === undefined) throw lacking("to");
    return { action, cell, to };
  }
  if (source === undefined) throw lacking("source");
  return action === "insert" ? { action, cell, kind: kind ?? "code", source } : { action, cell, kind, source };
}

const newId = () => crypto.randomUUID().slice(0, 8);

function edited(text: string, edits: readonly CellEdit[], shown: string): string {
  try {
    return withCells(text, edits, newId);
  } catch (error) {
    if (error instanceof CellEditProblem) throw new ToolError("invalid_input", error.message);
    if (!(error instanceof NotebookProblem)) throw error;
    throw new ToolError(
      "invalid_input",
      `${shown} ${error.message}, so nothing was written: read it again with read_file.`,
    );
  }
}
