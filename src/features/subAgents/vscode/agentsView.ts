import * as vscode from "vscode";
import type { AgentExecutor } from "../../../core/calls/crib";
import type { Subagent } from "../../../core/tools/delegation";
import { AnyKey } from "../../../vscode/ui/anyKey";
import type { TreeContent } from "../../../vscode/ui/lazyTree";
import { ThrottledRefresh } from "../../../vscode/ui/throttledRefresh";
import type { KnownWorktree, Worktrees } from "../../worktrees/worktrees";
import { abandoned, agentsBelow, topAgents, worktreeOf } from "../agentTree";
import type { Transcripts } from "../transcripts";
import { agentItem, stepItem, worktreeItem } from "./agentItems";
import type { AgentNode } from "./agentNode";

/** Steps that are shown below an agent: the latest. */
const maxSteps = 20;

/** Where the tree's lines come from. */
export interface AgentSources {
  readonly agents: AgentExecutor;
  readonly transcripts: Transcripts;
  readonly worktrees: Pick<Worktrees, "list" | "onChange">;
  /** Real paths of the folders whose repositories are looked at. */
  roots(): readonly string[];
}

/** Agents below those that started them, with what they do, and worktrees that wait for a person (AG-4, AG-6). */
export class AgentsView implements TreeContent<AgentNode>, vscode.Disposable {
  readonly #drawing = new ThrottledRefresh(() => this.#running() > 0);
  readonly onDidChangeTreeData = this.#drawing.onDidChange;
  readonly #endings: (() => void)[];
  readonly #leftChanged = new vscode.EventEmitter<void>();
  /** Another worktree waits for the person, or one no longer does. */
  readonly onDidChangeLeft = this.#leftChanged.event;
  #known: readonly KnownWorktree[] = [];
  #reads = 0;
  /** The view is there while there are any agents or worktrees. */
  readonly #anyAgents = new AnyKey("anyAgents");

  constructor(private readonly sources: AgentSources) {
    const { agents, worktrees } = sources;
    this.#endings = [
      // While somebody looks, steps are drawn with the next second.
      agents.onEvent(({ type }) => type !== "subagent_event" && this.#redraw()),
      worktrees.onChange(() => void this.readWorktrees()),
    ];
  }

  /** Worktrees that nobody works in any more. */
  get left(): readonly KnownWorktree[] {
    return this.#known.filter(({ state }) => state !== "working");
  }

  /** Looks for worktrees anew. */
  async readWorktrees(): Promise<void> {
    const read = ++this.#reads;
    const known = await this.sources.worktrees.list(this.sources.roots());
    // Of several at once the one that was begun last knows most.
    if (read !== this.#reads) return;
    this.#known = known;
    this.#redraw();
    this.#leftChanged.fire();
  }

  #redraw(): void {
    this.#anyAgents.set(this.sources.agents.all().length > 0 || this.#known.length > 0);
    this.#drawing.redraw();
  }

  setVisible(isVisible: boolean): void {
    this.#drawing.setVisible(isVisible);
    // Other windows leave worktrees as well, and folders are added to the workspace.
    if (isVisible) void this.readWorktrees();
  }

  getTreeItem(node: AgentNode): vscode.TreeItem {
    if (node.kind === "agent") return agentItem(node, Date.now());
    return node.kind === "step" ? stepItem(node) : worktreeItem(node);
  }

  getChildren(parent?: AgentNode): AgentNode[] {
    const all = this.sources.agents.all();
    if (!parent) {
      const left = abandoned(this.#known, all).map((known): AgentNode => ({ kind: "worktree", known }));
      return [...topAgents(all).map((agent) => this.#agentNode(agent)), ...left];
    }
    if (parent.kind !== "agent") return [];
    const { subagent } = parent;
    return [...agentsBelow(all, subagent).map((agent) => this.#agentNode(agent)), ...this.#stepsOf(subagent)];
  }

  #agentNode(subagent: Subagent): AgentNode {
    const known = worktreeOf(subagent, this.#known);
    const { endedAt } = this.sources.transcripts.of(subagent.id);
    return { kind: "agent", subagent, ...(known && { known }), ...(endedAt !== undefined && { endedAt }) };
  }

  /** The latest first, without what only says that a call was answered. */
  #stepsOf(subagent: Subagent): AgentNode[] {
    const { steps, left } = this.sources.transcripts.of(subagent.id);
    return steps
      .map((step, index): AgentNode => ({ kind: "step", subagent, step, at: left + index }))
      .filter((node) => node.kind === "step" && (node.step.step.kind !== "result" || node.step.step.isError))
      .slice(-maxSteps)
      .reverse();
  }

  #running(): number {
    return this.sources.agents.all().filter(({ state }) => state === "running").length;
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.#drawing.dispose();
    this.#leftChanged.dispose();
  }
}
