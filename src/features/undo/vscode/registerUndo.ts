import type * as vscode from "vscode";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { UndoCommands } from "./undoCommands";

/** The commands that take changes back, bring them back, and keep and restore snapshots. */
export function registerUndo(window: LazyWindow<{ readonly undoing: UndoCommands }>): void {
  window.command("undo", ({ undoing }) => undoing.last());
  window.command("undoFile", ({ undoing }, uri?: vscode.Uri) => undoing.file(uri));
  window.command("undoCall", ({ undoing }) => undoing.call());
  window.command("undoTurn", ({ undoing }, id?: unknown) => undoing.turn(id));
  window.command("redo", ({ undoing }) => undoing.redo());
  window.command("createSnapshot", ({ undoing }) => undoing.createSnapshot());
  window.command("restoreSnapshot", ({ undoing }) => undoing.restoreSnapshot());
}
