import type * as vscode from "vscode";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import type { LazyWindow } from "../../../vscode/ui/lazyWindow";
import type { ChangeNode } from "./changeNode";
import { proposalScheme } from "./proposals";
/** The commands of review, without the part of their names that all commands share; known before what they do is loaded. */
export const reviewCommandNames = [
  ...(["review.accept", "review.reject", "review.rejectWithComment"] as const),
  ...(["review.keepOnlyThisChange", "review.rejectThisChange"] as const),
  ...(["changes.open", "changes.openAll"] as const),
  ...(["changes.undo", "changes.keep", "changes.keepAll", "changes.undoAll"] as const),
] as const;

/** One of them. */
export type ReviewCommandName = (typeof reviewCommandNames)[number];

/** What each does. */
export type ReviewCommands = Readonly<Record<ReviewCommandName, (...args: never[]) => unknown>>;

/** Proposals as files, the Changes view, and the commands of both. */
export function registerReview(
  window: LazyWindow<{
    readonly proposals: vscode.FileSystemProvider;
    readonly changesView: TreeContent<ChangeNode>;
    readonly reviewCommands: ReviewCommands;
  }>,
): void {
  window.files(proposalScheme, ({ proposals }) => proposals);
  window.tree("toolcrib.changes", ({ changesView }) => changesView);
  window.commands(reviewCommandNames, ({ reviewCommands }) => reviewCommands);
}
