import * as vscode from "vscode";

/** What a tree shows, and the number on its icon. */
export interface TreeContent<T> extends vscode.TreeDataProvider<T> {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
  readonly badge?: vscode.ViewBadge | undefined;
  /** Hears whether somebody sees the tree, at first and whenever that changes. */
  setVisible?(isVisible: boolean): void;
  /** Hears which lines are selected, whenever that changes. */
  setSelected?(lines: readonly T[]): void;
}

/** A tree view that is there from the start, while what fills it is loaded when somebody looks or it has something. */
export class LazyTree<T> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<T>;
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];

  /** @param id as package.json has it. */
  constructor(id: string, content: () => Promise<TreeContent<T>>) {
    const treeDataProvider: vscode.TreeDataProvider<T> = {
      onDidChangeTreeData: this.#changed.event,
      getChildren: async (parent) => (await content()).getChildren(parent),
      getTreeItem: async (element) => (await content()).getTreeItem(element),
    };
    this.#view = vscode.window.createTreeView(id, { treeDataProvider });
    this.#subscriptions.push(this.#view);
  }

  /** Follows the content from now on. */
  follow(content: TreeContent<T>): void {
    const redraw = () => {
      this.#view.badge = content.badge;
      this.#changed.fire(undefined);
    };
    this.#view.badge = content.badge;
    content.setVisible?.(this.#view.visible);
    this.#subscriptions.push(
      content.onDidChangeTreeData(redraw),
      this.#view.onDidChangeVisibility(({ visible }) => content.setVisible?.(visible)),
      this.#view.onDidChangeSelection(({ selection }) => content.setSelected?.(selection)),
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
