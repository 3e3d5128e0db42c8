import type {
  AgentActivity,
  AgentReport,
  AgentState,
  AgentWish,
  Subagent,
  WorktreeReport,
} from "../../core/tools/delegation";
import type { Model } from "../../lib/modelLoop/conversation";

/** A chat model with the name that people know it by. */
export interface AgentModel {
  readonly name: string;
  readonly model: Model;
  /** Why it gave no answer, as a sentence for the person. */
  problem(error: unknown): string;
}

/** What is settled before an agent begins. */
export interface AgentFacts {
  readonly id: string;
  readonly parent: string;
  /** The call that asked for it. */
  readonly callId: string;
  /** How many agents are above it, the one in the chat included. */
  readonly depth: number;
  readonly wish: AgentWish;
  readonly model: AgentModel;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly worktree?: WorktreeReport;
}

/** One agent as the registry holds it. */
export class AgentRecord implements Subagent {
  readonly id: string;
  readonly agent: string;
  readonly parent: string;
  readonly wish: AgentWish;
  readonly startedAt: number;
  readonly ended: Promise<AgentReport>;
  readonly #stop = new AbortController();
  #end: (report: AgentReport) => void = () => {};
  #activity: AgentActivity = { calls: 0, tokens: 0, last: "" };
  #report: AgentReport | undefined;
  /** Whoever handed the work over was told of its end. */
  isTold = false;

  constructor(readonly facts: AgentFacts) {
    this.id = facts.id;
    this.agent = `${facts.parent}/${facts.id}`;
    this.parent = facts.parent;
    this.wish = facts.wish;
    this.startedAt = facts.startedAt;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get model(): string {
    return this.facts.model.name;
  }

  get state(): AgentState {
    return this.#report?.state ?? "running";
  }

  get activity(): AgentActivity {
    return this.#activity;
  }

  get worktree(): WorktreeReport | undefined {
    return this.#report?.worktree ?? this.facts.worktree;
  }

  get report(): AgentReport | undefined {
    return this.#report;
  }

  /** Aborted when it is to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cancel(): void {
    this.#stop.abort();
  }

  note(change: Partial<AgentActivity>): void {
    this.#activity = { ...this.#activity, ...change };
  }

  end(report: AgentReport): void {
    this.#report = report;
    this.#end(report);
  }
}
