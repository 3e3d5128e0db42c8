/** Starts agents that work for other agents, within limits, and sees to their ends (AG-1 to AG-7). */

import type { AgentExecutor, AgentParent, Crib } from "../../core/calls/crib";
import type { Turn } from "../../core/journal/journalEntry";
import type { AgentEvent, AgentNews, AgentReport, AgentWish, Subagent } from "../../core/tools/delegation";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { Worktree, Worktrees } from "../worktrees/worktrees";
import { AgentQuestions, type AskPerson } from "./agentQuestions";
import { type AgentFacts, type AgentModel, AgentRecord } from "./agentRecord";
import { AgentRegistry } from "./agentRegistry";
import { type AgentSession, type AllowedTools, agentSession, allowedTools } from "./agentSession";
import { type WorkOutcome, work } from "./agentWork";
import { beginWorktree, emptyReport, type Finished, finishWorktree } from "./agentWorktree";

/** What sub-agents need of their host. */
export interface SubagentPorts {
  /**
   * A chat model.
   * @param wish its id, family or name; absent: the one that the chat uses.
   * @throws ToolError `invalid_input` when there is none of this name, `unavailable` when it may not be used or there is none.
   */
  model(wish: string | undefined): Promise<AgentModel>;
  /** See AgentExecutor. */
  hasModel?(): boolean;
  readonly ask: AskPerson;
  readonly worktrees: Worktrees;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What is settled before there is a place to work in. */
type Settled = Omit<AgentFacts, "startedAt" | "worktree">;

/** Where an agent works. */
interface Place {
  readonly crib: Crib;
  readonly worktree?: Worktree;
}

/** An agent that is about to work. */
interface Begun extends AgentSession, Place {
  readonly record: AgentRecord;
  readonly parent: AgentParent;
}

/** Every sub-agent of a window or process. */
export class Subagents implements AgentExecutor {
  readonly #registry: AgentRegistry;
  readonly #questions: AgentQuestions;
  #count = 0;
  /** Agents that are admitted and do not work yet. */
  #starting = 0;

  constructor(private readonly ports: SubagentPorts) {
    this.#registry = new AgentRegistry(ports.now);
    this.#questions = new AgentQuestions(ports.ask);
  }

  hasModel(): boolean {
    return this.ports.hasModel?.() ?? true;
  }

  all(): readonly Subagent[] {
    return this.#registry.all();
  }

  find(id: string): Subagent | undefined {
    return this.#registry.find(id);
  }

  news(agent: string): readonly AgentNews[] {
    return this.#registry.news(agent);
  }

  onEvent(listener: (event: AgentEvent) => void): () => void {
    return this.#registry.onEvent(listener);
  }

  /** Ends every agent, as when the host ends; resolves when all have ended. */
  async stopAll(): Promise<void> {
    const running = this.#registry.running();
    for (const agent of running) agent.cancel();
    await Promise.all(running.map(({ ended }) => ended));
  }

  async start(wish: AgentWish, parent: AgentParent): Promise<Subagent> {
    const above = this.#registry.named(parent.session.agent);
    const depth = (above?.facts.depth ?? 0) + 1;
    this.#admit(depth, parent.crib);
    this.#starting++;
    try {
      const allowed = allowedTools(wish, parent);
      const inherited = wish.model === undefined ? above?.facts.model : undefined;
      const model = inherited ?? (await this.ports.model(wish.model));
      const facts = {
        id: `agent_${++this.#count}`,
        parent: parent.session.agent,
        callId: parent.callId,
        depth,
        wish,
        model,
      };
      const place = await this.#placeOf(facts, parent);
      // Without a wait in between, so that it counts as one that works or as one that starts, and never as both.
      return this.#begin(facts, parent, allowed, place);
    } finally {
      this.#starting--;
    }
  }

  /** @throws ToolError `unavailable` at a limit. */
  #admit(depth: number, { context }: Crib): void {
    const { agentDepth: maxDepth, agentsAtOnce: maxRunning } = context().settings.limits;
    if (depth > maxDepth)
      throw new ToolError(
        "unavailable",
        `Sub-agents can be nested ${maxDepth} levels deep (toolcrib.limits.agentDepth), and this one is at level ${depth - 1}: do the work yourself.`,
      );
    const working = this.#registry.running().length + this.#starting;
    if (working >= maxRunning)
      throw new ToolError(
        "unavailable",
        `${working} sub-agents are running, the maximum (toolcrib.limits.agentsAtOnce): wait until one has ended, or do the work yourself.`,
      );
  }

  /** Its parent's crib, or a worktree of its own with a crib that is bound to it. */
  async #placeOf(facts: Settled, parent: AgentParent): Promise<Place> {
    if (facts.wish.mode !== "worktree") return { crib: parent.crib };
    const worktree = await beginWorktree(this.ports.worktrees, facts.wish, nameOf(facts), parent);
    return { crib: await parent.crib.boundTo(worktree.workFolder), worktree };
  }

  #begin(facts: Settled, parent: AgentParent, allowed: AllowedTools | undefined, place: Place): AgentRecord {
    const { wish } = facts;
    const { crib, worktree } = place;
    const name = nameOf(facts);
    const shown = worktree && { worktree: emptyReport(worktree) };
    const record = new AgentRecord({ ...facts, startedAt: this.ports.now(), ...shown });
    const begun = { ...place, record, parent };
    this.#follow(record, parent);
    this.#registry.add(record);
    void crib.log.note("subagent_start", name, `${wish.mode}, ${record.model}: ${wish.description ?? ""}`);
    void this.#run({ ...begun, ...agentSession(name, crib, parent, allowed) });
    return record;
  }

  /** Its end is the end of everything it has started, and whoever waits for it ends it with the call. */
  #follow(record: AgentRecord, { signal }: AgentParent): void {
    const cancel = () => record.cancel();
    const cancelBelow = () => {
      for (const child of this.#registry.runningBelow(record.agent)) child.cancel();
    };
    record.signal.addEventListener("abort", cancelBelow, { once: true });
    if (signal.aborted) cancel();
    if (record.wish.mode === "background") return;
    signal.addEventListener("abort", cancel, { once: true });
    void record.ended.then(() => signal.removeEventListener("abort", cancel));
  }

  async #run(begun: Begun): Promise<void> {
    const { record, crib } = begun;
    const report = await this.#work(begun).catch(
      (error): AgentReport => ({ state: "failed", text: messageOf(error), lineage: begun.session.taint.lineage }),
    );
    begun.release();
    record.end(report);
    this.#registry.ended(record);
    void crib.log.note("subagent_end", record.agent, report.state);
  }

  async #work(begun: Begun): Promise<AgentReport> {
    const { record, crib, parent, session } = begun;
    const { id, wish, signal } = record;
    const label = wish.description ?? wish.prompt.slice(0, 60);
    const outcome = await work(record, this.#registry, {
      ...{ crib, session },
      turn: turnOf(begun, label),
      confirm: this.#questions.of({ name: `${id} (${label})`, crib, signal }),
      progress: (line) => {
        if (wish.mode !== "background") parent.progress(`${id}: ${line}`);
      },
    });
    return this.#finish(begun, outcome, label);
  }

  /** Everything that the agent has started ends before it does. */
  async #finish({ record, crib, session, worktree }: Begun, outcome: WorkOutcome, label: string): Promise<AgentReport> {
    await Promise.all(this.#registry.runningBelow(record.agent).map(({ ended }) => ended));
    const news = this.#registry.news(record.agent);
    // Nobody but the agent itself could read what it has left running.
    await crib.jobs.endOf(record.agent);
    const finished: Finished | undefined = worktree && (await finishWorktree(this.ports.worktrees, worktree, label));
    const { state } = outcome;
    return {
      state: finished && !finished.worktree ? "failed" : state,
      text: [outcome.text, ...(finished?.notes ?? []), ...news.map(({ text }) => text)].join("\n\n"),
      ...(finished?.worktree && { worktree: finished.worktree }),
      lineage: [...session.taint.lineage, ...news.flatMap(({ lineage }) => lineage)],
    };
  }
}

const nameOf = ({ parent, id }: Settled): string => `${parent}/${id}`;

/** What is done in a worktree is not taken back with what its parent did in the workspace. */
const turnOf = ({ parent: { turn }, worktree }: Begun, label: string): Turn =>
  (worktree ? undefined : turn) ?? { id: crypto.randomUUID(), title: `Sub-agent: ${label}` };
