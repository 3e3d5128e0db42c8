import * as vscode from "vscode";
import { messageOf } from "../../../core/vocabulary/toolError";
import { fileUri } from "../../../vscode/files/fileUri";
import { type DiffRow, openMultiDiff } from "../../../vscode/ui/multiDiff";
import { showWarning } from "../../../vscode/ui/notifications";
import { filesText } from "../../../vscode/ui/treeTexts";
import type { ChangedTurn } from "../../undo/changesByTurn";
import { imageUri, leftUri, nothingUri } from "../../undo/vscode/journalImages";
import { turnTitle } from "../../undo/vscode/turnTitle";
import type { AppliedChange, AppliedChanges } from "./appliedChanges";
import type { ChangeNode } from "./changeNode";
import type { ChangesView } from "./changesView";

/**
 * Takes back what agents have written, see the journal, and tells what came of it; where files have changed since, the
 * person decides. Rejects with a ToolError that says why nothing was undone.
 */
export interface Undoing {
  /** Everything that these turns wrote, the latest first. */
  turns(turns: readonly ChangedTurn[]): Promise<unknown>;
  /** What one turn made of one file. */
  file(turn: ChangedTurn, change: AppliedChange): Promise<unknown>;
}

/** What the actions work on. */
export interface ChangeParts {
  readonly view: ChangesView;
  readonly applied: AppliedChanges;
  readonly undoing: Undoing;
}

const exists = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );

/** From what the file held before the turn to what it holds now. */
async function appliedRow({ effect, first, was }: AppliedChange): Promise<DiffRow> {
  const now = effect.kinds?.after === "folder" ? leftUri(first, effect.target.path) : fileUri(effect.target);
  return {
    resource: now,
    before: was ? imageUri(first, effect.target.path) : undefined,
    after: (await exists(now)) ? now : undefined,
  };
}

/** What can be done in the tree. */
export class ChangeActions {
  constructor(private readonly parts: ChangeParts) {}

  /** Opens the diff of a file, or of all files of a turn. */
  async open(node: ChangeNode): Promise<void> {
    if (node.kind === "applied") return this.#openApplied(node.change);
    await this.openAll(node);
  }

  async #openApplied(change: AppliedChange): Promise<void> {
    const { effect, from } = change;
    const { before, after } = await appliedRow(change);
    const { shown, path } = effect.target;
    const title = vscode.l10n.t("{0} (before ↔ now)", from ? `${from.shown} → ${shown}` : shown);
    const options = { preserveFocus: true, preview: true };
    const sides = [before ?? nothingUri(path), after ?? nothingUri(path)];
    await vscode.commands.executeCommand("vscode.diff", ...sides, title, options);
  }

  /** Opens the changes of a turn in one editor. */
  async openAll(node: ChangeNode): Promise<void> {
    const { turn } = node;
    const rows = await Promise.all((await this.parts.applied.changesOf(turn)).map(appliedRow));
    await openMultiDiff(vscode.l10n.t("{0}: before ↔ now", turnTitle(turn)), rows);
  }

  /** Takes a turn, one of its commands, or what it made of one file, back. */
  async undo(node: ChangeNode): Promise<void> {
    if (node.kind === "turn" || node.kind === "command") await this.#redrawn(this.parts.undoing.turns([node.turn]));
    if (node.kind === "applied") await this.#redrawn(this.parts.undoing.file(node.turn, node.change));
  }

  async #redrawn(undone: Promise<unknown>): Promise<void> {
    await undone.catch((error) => void showWarning(`Toolcrib: ${messageOf(error)}`));
    this.parts.view.redraw();
  }

  /** Marks a turn as seen: it leaves the tree, and nothing else changes. */
  async keep(node: ChangeNode): Promise<void> {
    if (node.kind === "turn" || node.kind === "applied") await this.parts.applied.keep([node.turn]);
    this.parts.view.redraw();
  }

  /** Marks everything as seen. */
  async keepAll(): Promise<void> {
    await this.parts.applied.keep(await this.parts.applied.turns());
    this.parts.view.redraw();
  }

  /** Takes everything back that the tree shows as applied, after a question. */
  async undoAll(): Promise<void> {
    const turns = await this.parts.view.turns();
    if (turns.length === 0) return;
    const files = new Set(turns.flatMap(({ entries }) => entries.flatMap((entry) => entry.files)));
    const count = turns.length === 1 ? vscode.l10n.t("1 turn") : vscode.l10n.t("{0} turns", turns.length);
    const more = files.size > 20 ? [vscode.l10n.t("and {0} more", files.size - 20)] : [];
    const detail = [...[...files].slice(0, 20), ...more].join("\n");
    const message = vscode.l10n.t("Undo the changes of {0} in {1}?", count, filesText(files.size));
    const answer = await showWarning(message, { modal: true, detail }, vscode.l10n.t("Undo All"));
    if (answer) await this.#redrawn(this.parts.undoing.turns(turns));
  }
}
