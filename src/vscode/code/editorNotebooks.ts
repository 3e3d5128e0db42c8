import * as vscode from "vscode";
import type { CellOutput, CellRun, NotebookPort } from "../../core/ports/editor/notebooks";
import { raceAbort } from "../../core/util/raceAbort";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import { ToolError } from "../../core/vocabulary/toolError";
import { fileUri } from "../files/fileUri";

/** Milliseconds in which a kernel begins, once VS Code has handed it the cell. */
const beginning = 3000;

/** The texts that notebooks show of an output, the best first. */
const texts = ["text/markdown", "text/plain", "application/json"];

/** VS Code's own kinds of text. */
const streams = ["application/vnd.code.notebook.stdout", "application/vnd.code.notebook.stderr"];
const failure = "application/vnd.code.notebook.error";

const textOf = ({ data }: vscode.NotebookCellOutputItem) => Buffer.from(data).toString("utf8");

function failureText(item: vscode.NotebookCellOutputItem): string {
  try {
    const { name, message, stack } = JSON.parse(textOf(item)) as Partial<Record<"name" | "message" | "stack", string>>;
    return stack || [name, message].filter(Boolean).join(": ");
  } catch {
    return textOf(item);
  }
}

/** One output may be there in several forms. */
function outputOf({ items }: vscode.NotebookCellOutput): CellOutput[] {
  const failed = items.find(({ mime }) => mime === failure);
  if (failed) return [{ kind: "error", text: failureText(failed) }];
  const picture = items.find(({ mime }) => mime === "image/png" || mime === "image/jpeg");
  if (picture) return [{ kind: "picture", mimeType: picture.mime, bytes: picture.data }];
  const shown = [...streams, ...texts].map((wanted) => items.find(({ mime }) => mime === wanted)).find(Boolean);
  if (shown) return [{ kind: "text", text: textOf(shown) }];
  return items[0] ? [{ kind: "text", text: `[${items[0].mime}, ${items[0].data.length} bytes, not shown]` }] : [];
}

/** Runs cells in VS Code's notebook editor. */
export class EditorNotebooks implements NotebookPort {
  async run(file: ResolvedPath, at: number, source: string, signal: AbortSignal): Promise<CellRun> {
    const document = await vscode.workspace.openNotebookDocument(fileUri(file));
    // A kernel belongs to an editor that is shown. That takes a while, in which the file may change: the cell is looked at after it.
    await vscode.window.showNotebookDocument(document, { preserveFocus: true, preview: false });
    const cell = at < document.cellCount ? document.cellAt(at) : undefined;
    if (cell?.kind !== vscode.NotebookCellKind.Code || plain(cell.document.getText()) !== plain(source))
      throw new ToolError(
        "stale",
        `Cell ${at + 1} of ${file.shown} differs between VS Code and the file: ask the person to save it, then read it again.`,
      );
    const place = { ranges: [{ start: at, end: at + 1 }], document: document.uri, autoReveal: false };
    const stop = () => void vscode.commands.executeCommand("notebook.cell.cancelExecution", place);
    signal.addEventListener("abort", stop, { once: true });
    try {
      const done = await raceAbort(() => ran(document, cell, place), signal);
      if (signal.aborted) throw new ToolError("cancelled", "The cell was stopped because the call was cancelled.");
      if (!done)
        throw new ToolError(
          "unavailable",
          `No kernel ran the cell of ${file.shown}: ask the person to select one in the notebook's editor.`,
        );
    } finally {
      signal.removeEventListener("abort", stop);
    }
    return { outputs: cell.outputs.flatMap(outputOf), succeeded: cell.executionSummary?.success };
  }
}

const plain = (text: string) => text.replaceAll("\r\n", "\n");

/** Resolves when the cell has run. @returns false when nothing ran it. */
async function ran(document: vscode.NotebookDocument, cell: vscode.NotebookCell, place: object): Promise<boolean> {
  const before = cell.executionSummary?.timing?.endTime;
  const hasEnded = () => cell.executionSummary?.timing !== undefined && cell.executionSummary.timing.endTime !== before;
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let hasBegun = false;
  const listening = vscode.workspace.onDidChangeNotebookDocument(({ notebook, cellChanges }) => {
    if (notebook !== document || !cellChanges.some((change) => change.cell === cell)) return;
    hasBegun = true;
    if (hasEnded()) ended();
  });
  try {
    // It resolves when the kernel has taken the cell, or when the person closed the list of kernels.
    await vscode.commands.executeCommand("notebook.cell.execute", place);
    const late = new Promise<void>((resolve) => setTimeout(resolve, beginning));
    await Promise.race([end, late]);
    if (hasBegun && !hasEnded()) await end;
    return hasEnded();
  } finally {
    listening.dispose();
  }
}
