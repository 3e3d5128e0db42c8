import type * as vscode from "vscode";
import { AnyKey } from "../../../vscode/ui/anyKey";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { ThrottledRefresh } from "../../../vscode/ui/throttledRefresh";
import { isEnded } from "../tasks";
import { allWork, byAgent, type Work, type WorkGroup, type WorkSources, workInOrder } from "../workList";
import { groupItem, workItem } from "./treeItems";

/** One line of the tree. */
export type TaskNode = ({ readonly kind: "group" } & WorkGroup) | Work;

const keyOf = ({ agent, id }: Work) => `${agent}\n${id}`;

/** Every agent's tasks, and among them what runs: commands, and agents in the background (SH-8, TK-4). */
export class TasksView implements TreeContent<TaskNode>, vscode.Disposable {
  readonly #drawing = new ThrottledRefresh(() => this.#inProgress() > 0);
  readonly onDidChangeTreeData = this.#drawing.onDidChange;
  readonly #endings: (() => void)[];
  readonly #anyEnded = new AnyKey("anyEnded");
  /** What ended and is not to be shown any more. */
  #cleared: ReadonlySet<string> = new Set();

  constructor(private readonly sources: WorkSources) {
    const { tasks, jobs, agents, debugging } = sources;
    const redraw = () => this.#redraw();
    this.#endings = [tasks.onChange(redraw), jobs.onChange(redraw)];
    if (debugging) this.#endings.push(debugging.onChange(redraw));
    if (agents) this.#endings.push(agents.onEvent(({ type }) => type !== "subagent_event" && redraw()));
  }

  setVisible(isVisible: boolean): void {
    this.#drawing.setVisible(isVisible);
  }

  getTreeItem(node: TaskNode): vscode.TreeItem {
    return node.kind === "group" ? groupItem(node) : workItem(node, Date.now());
  }

  getChildren(parent?: TaskNode): TaskNode[] {
    if (parent) return parent.kind === "group" ? workInOrder(parent.work) : [];
    const groups = byAgent(this.#shown());
    if (groups.length > 1) return groups.map((group) => ({ kind: "group", ...group }));
    return groups.flatMap(({ work }) => workInOrder(work));
  }

  /** Shows no more what has ended by now. */
  clearEnded(): void {
    this.#cleared = new Set(
      allWork(this.sources)
        .filter(({ state }) => isEnded(state))
        .map(keyOf),
    );
    this.#redraw();
  }

  #redraw(): void {
    this.#drawing.redraw();
    this.#anyEnded.set(this.#shown().some(({ state }) => isEnded(state)));
  }

  #inProgress(): number {
    return allWork(this.sources).filter(({ state }) => state === "in_progress").length;
  }

  #shown(): Work[] {
    return allWork(this.sources).filter((work) => !this.#cleared.has(keyOf(work)));
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.#drawing.dispose();
  }
}
