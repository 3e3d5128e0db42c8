/** The kernels of an editor's notebooks. */
import type { ResolvedPath } from "../../vocabulary/effect";

/** Something that a cell printed, showed or failed with. */
export type CellOutput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "picture"; readonly mimeType: string; readonly bytes: Uint8Array };

/** What came of running a cell. */
export interface CellRun {
  readonly outputs: readonly CellOutput[];
  /** False when the kernel says that it failed; undefined when it does not say. */
  readonly succeeded: boolean | undefined;
}

/** Runs cells where a person sees them run. */
export interface NotebookPort {
  /**
   * Runs one cell in the kernel that the person chose, and waits for its end.
   * @param cell counted from 0. @param source what the cell must hold.
   * @throws ToolError `stale` where the editor has another text there, `unavailable` where no kernel runs it, `cancelled`.
   */
  run(file: ResolvedPath, cell: number, source: string, signal: AbortSignal): Promise<CellRun>;
}
