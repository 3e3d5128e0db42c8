/** What stands against taking changes back (D-17). */

import { ToolError } from "../../core/vocabulary/toolError";

/** Why a file is better left as it is. */
export interface RestoreConflict {
  readonly error: ToolError;
  /** False where it cannot be restored at all, even if a person wants it. */
  readonly canForce: boolean;
}

const doneTexts = { undo: "undone", redo: "redone" } as const;

/** Why a plan is not carried out, naming all files that are in the way. */
export function restoreRefusal(kind: "undo" | "redo", conflicts: readonly RestoreConflict[]): ToolError {
  const [first] = conflicts;
  if (first && conflicts.length === 1 && first.error.code !== "stale") return first.error;
  const reasons = conflicts.map(({ error }) => error.message.replace(/\.$/, ""));
  const shown = reasons.length > 5 ? [...reasons.slice(0, 4), `${reasons.length - 4} more`] : reasons;
  const way = kind === "undo" ? "restore it by hand or undo the later change first" : "restore it by hand first";
  return new ToolError("stale", `${shown.join("; ")}, so nothing was ${doneTexts[kind]}: ${way}.`);
}
