/** Hears when work of an agent has ended, for schedules that wait for that (EX-9). */

import { isEnded } from "../tasks/tasks";
import { allWork, type Work, type WorkSources } from "../tasks/workList";
import type { WorkEnding } from "./scheduleDefinition";

const keyOf = ({ kind, agent, id }: Work) => `${kind}\n${agent}\n${id}`;

/** From its making on; what had ended by then is not told. */
export class ScheduleEndings {
  #known: ReadonlySet<string>;
  readonly #ends: (() => void)[];

  constructor(
    private readonly sources: WorkSources,
    private readonly ended: (agent: string, kind: WorkEnding) => void,
  ) {
    this.#known = new Set(this.#endedNow().map(keyOf));
    const look = () => this.#look();
    const { tasks, jobs, agents } = sources;
    this.#ends = [tasks.onChange(look), jobs.onChange(look)];
    if (agents) this.#ends.push(agents.onEvent(look));
  }

  #endedNow(): Work[] {
    return allWork(this.sources).filter(({ state }) => isEnded(state));
  }

  #look(): void {
    const now = this.#endedNow();
    const fresh = now.filter((work) => !this.#known.has(keyOf(work)));
    this.#known = new Set(now.map(keyOf));
    for (const { agent, kind } of fresh) if (kind !== "debug") this.ended(agent, kind);
  }

  dispose(): void {
    for (const end of this.#ends) end();
  }
}
