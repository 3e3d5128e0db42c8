import * as vscode from "vscode";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { type ChangedTurn, partsOfTurn } from "../../undo/changesByTurn";
import type { AppliedChanges } from "./appliedChanges";
import { appliedItem, pendingItem, proposedItem, turnItem, unansweredFileItem, unansweredItem } from "./changeItems";
import type { ChangeNode } from "./changeNode";
import type { Review } from "./review";
import type { UnansweredProposals } from "./unansweredProposals";

/** Turns shown at most; older ones can still be undone by their commands. */
const maxTurns = 30;

/** What waits for an answer, then what was changed, by turn and by file (D-16). */
export class ChangesView implements TreeContent<ChangeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #shown = new vscode.EventEmitter<void>();
  /** Somebody sees it now. */
  readonly onDidShow = this.#shown.event;
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    private readonly review: Review,
    private readonly unanswered: Pick<UnansweredProposals, "left" | "onDidChange">,
    private readonly applied: AppliedChanges,
    onApplied: vscode.Event<void>,
  ) {
    const redraw = () => this.redraw();
    this.#subscriptions = [
      this.#changed,
      this.#shown,
      review.onDidChange(redraw),
      unanswered.onDidChange(redraw),
      onApplied(redraw),
    ];
  }

  /** Asks for everything anew. */
  redraw(): void {
    this.#changed.fire(undefined);
  }

  setVisible(isVisible: boolean): void {
    if (isVisible) this.#shown.fire();
  }

  /** How many calls have no answer. */
  get badge(): vscode.ViewBadge | undefined {
    const pending = this.review.pending.filter(({ verdict }) => verdict === undefined);
    const value = pending.length + this.unanswered.left.length;
    if (value === 0) return undefined;
    const tooltip =
      value === 1
        ? vscode.l10n.t("1 change is waiting for you")
        : vscode.l10n.t("{0} changes are waiting for you", value);
    return { value, tooltip };
  }

  async getChildren(parent?: ChangeNode): Promise<ChangeNode[]> {
    switch (parent?.kind) {
      case undefined:
        return [
          ...this.#pending(),
          ...this.unanswered.left.map((proposal): ChangeNode => ({ kind: "unanswered", proposal })),
          ...(await this.turns()).map((turn): ChangeNode => ({ kind: "turn", turn })),
        ];
      case "pending":
        return parent.review.files.map((file) => ({ kind: "proposed", review: parent.review, file }));
      case "unanswered":
        return parent.proposal.files.map((file) => ({ ...parent, kind: "unansweredFile", file }));
      case "turn":
        return this.#partsOf(parent.turn);
      case "command":
        return this.#filesOf(parent.turn);
      default:
        return [];
    }
  }

  #pending(): ChangeNode[] {
    return this.review.pending.map((review) => ({ kind: "pending", review }));
  }

  /** The turns that are shown, the latest first. */
  async turns(): Promise<ChangedTurn[]> {
    return (await this.applied.turns()).slice(0, maxTurns);
  }

  /** Commands, and then what else was changed. */
  async #partsOf(turn: ChangedTurn): Promise<ChangeNode[]> {
    const { commands, rest } = partsOfTurn(turn);
    return [
      ...commands.map((command): ChangeNode => ({ kind: "command", turn: command })),
      ...(await this.#filesOf(rest)),
    ];
  }

  async #filesOf(turn: ChangedTurn): Promise<ChangeNode[]> {
    return (await this.applied.changesOf(turn)).map((change) => ({ kind: "applied", turn, change }));
  }

  async getTreeItem(node: ChangeNode): Promise<vscode.TreeItem> {
    switch (node.kind) {
      case "pending":
        return pendingItem(node);
      case "proposed":
        return proposedItem(node);
      case "unanswered":
        return unansweredItem(node);
      case "unansweredFile":
        return unansweredFileItem(node);
      case "turn":
      case "command":
        return turnItem(node, await this.applied.changesOf(node.turn));
      case "applied":
        return appliedItem(node);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
