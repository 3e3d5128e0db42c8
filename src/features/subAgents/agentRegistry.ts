/** Every agent that works, the last that ended, and what is told of them (AG-4, AG-6). */

import type { AgentEvent, AgentNews, AgentStep } from "../../core/tools/delegation";
import type { AgentRecord } from "./agentRecord";
import { newsOf } from "./agentReport";

/** Ended agents that are remembered. */
const maxEnded = 100;

/** What an event says beside whom it is about and when. */
type Told = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Omit<E, "subagent_id" | "parent_id" | "call_id" | "time">
    : never
  : never;

/** Whoever waited for an agent knows of its end. */
const isNews = ({ wish, isTold }: AgentRecord) => wish.mode === "background" && !isTold;

/** One for each window or process. */
export class AgentRegistry {
  readonly #records = new Set<AgentRecord>();
  readonly #listeners = new Set<(event: AgentEvent) => void>();

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number) {}

  /** Oldest first. */
  all(): readonly AgentRecord[] {
    return [...this.#records];
  }

  running(): readonly AgentRecord[] {
    return this.all().filter(({ state }) => state === "running");
  }

  find(id: string): AgentRecord | undefined {
    return this.all().find((record) => record.id === id);
  }

  /** The agent whose session has this name. */
  named(agent: string): AgentRecord | undefined {
    return this.all().find((record) => record.agent === agent);
  }

  /** Agents that this one started, and that work still. */
  runningBelow(agent: string): readonly AgentRecord[] {
    return this.running().filter(({ parent }) => parent === agent);
  }

  add(record: AgentRecord): void {
    this.#records.add(record);
    const { description = "", mode } = record.wish;
    this.#tell(record, { type: "subagent_start", description, mode });
  }

  step(record: AgentRecord, event: AgentStep): void {
    this.#tell(record, { type: "subagent_event", event });
  }

  /** To be called once its report is there. */
  ended(record: AgentRecord): void {
    const { report } = record;
    if (report) this.#tell(record, { type: "subagent_end", state: report.state, text: report.text });
    const known = this.all().filter((one) => one.report && !isNews(one));
    for (const old of known.slice(0, -maxEnded)) this.#records.delete(old);
  }

  /** See AgentExecutor.news. */
  news(agent: string): AgentNews[] {
    return this.all().flatMap((record) => {
      const { parent, report } = record;
      if (parent !== agent || !report || !isNews(record)) return [];
      record.isTold = true;
      return [newsOf(record, report)];
    });
  }

  onEvent(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell({ id, parent, facts }: AgentRecord, told: Told): void {
    const event: AgentEvent = {
      ...{ subagent_id: id, parent_id: parent, call_id: facts.callId },
      time: this.now(),
      ...told,
    };
    for (const listener of this.#listeners) listener(event);
  }
}
