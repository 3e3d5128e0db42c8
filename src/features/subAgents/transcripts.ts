/** What agents did, step by step, for people to read while they work and afterwards (AG-4). */

import type { AgentExecutor } from "../../core/calls/crib";
import type { AgentEvent, AgentStep } from "../../core/tools/delegation";

/** Steps of one agent that are kept; the oldest go first. */
const maxSteps = 1000;
/** Characters of one agent's texts that are kept; the oldest go first. */
const maxCharacters = 200_000;

/** One step and when it was made. */
export interface TimedStep {
  readonly step: AgentStep;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What is kept of one agent. */
export interface Transcript {
  /** Oldest first. */
  readonly steps: readonly TimedStep[];
  /** How many steps before them are no longer kept. */
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly endedAt?: number;
}

const nothing: Transcript = { steps: [], left: 0 };

const sizeOf = ({ step }: TimedStep): number => {
  if (step.kind === "text") return step.text.length;
  return step.kind === "call" ? step.title.length : 0;
};

/** Keeps what is told of the agents that the executor remembers. */
export class Transcripts {
  readonly #kept = new Map<string, Transcript>();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #stop: () => void;

  constructor(private readonly agents: AgentExecutor) {
    this.#stop = agents.onEvent((event) => this.#hear(event));
  }

  /** Of an agent by its id; empty for one of which nothing is known. */
  of(id: string): Transcript {
    return this.#kept.get(id) ?? nothing;
  }

  /** @param listener hears the id of an agent whenever something was added to its transcript. @returns ends the listening. */
  onChange(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends the listening to the agents. */
  stop(): void {
    this.#stop();
  }

  #hear(event: AgentEvent): void {
    const { subagent_id: id, time } = event;
    const known = this.of(id);
    if (event.type === "subagent_start") this.#forgetOthers();
    if (event.type === "subagent_event") this.#kept.set(id, bounded(known, { step: event.event, time }));
    if (event.type === "subagent_end") this.#kept.set(id, { ...known, endedAt: time });
    for (const listener of this.#listeners) listener(id);
  }

  #forgetOthers(): void {
    const remembered = new Set(this.agents.all().map(({ id }) => id));
    for (const id of this.#kept.keys()) if (!remembered.has(id)) this.#kept.delete(id);
  }
}

function bounded({ steps, left }: Transcript, added: TimedStep): Transcript {
  const all = [...steps, added];
  let size = all.reduce((sum, step) => sum + sizeOf(step), 0);
  let from = 0;
  while (all.length - from > maxSteps || (size > maxCharacters && from < all.length - 1))
    size -= sizeOf(all[from++] as TimedStep);
  return { steps: all.slice(from), left: left + from };
}
