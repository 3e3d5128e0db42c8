import * as vscode from "vscode";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { type ChangedTurn, partsOfTurn } from "../../undo/changesByTurn";
import type { AppliedChanges } from "./appliedChanges";
import { appliedItem, turnItem } from "./changeItems";
import type { ChangeNode } from "./changeNode";

/** Turns shown at most; older ones can still be undone by their commands. */
const maxTurns = 30;

/** What was changed, by turn and by file (D-16). */
export class ChangesView implements TreeContent<ChangeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    private readonly applied: AppliedChanges,
    onApplied: vscode.Event<void>,
  ) {
    this.#subscriptions = [this.#changed, onApplied(() => this.redraw())];
  }

  /** Asks for everything anew. */
  redraw(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(parent?: ChangeNode): Promise<ChangeNode[]> {
    switch (parent?.kind) {
      case undefined:
        return (await this.turns()).map((turn): ChangeNode => ({ kind: "turn", turn }));
      case "turn":
        return this.#partsOf(parent.turn);
      case "command":
        return this.#filesOf(parent.turn);
      default:
        return [];
    }
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
