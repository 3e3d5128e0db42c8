/** Commands that run, or ran, in this process: whose they are, what became of them, and how to end them (SH-8). */

import type { OutputLogPort, OutputRange, OutputView } from "../ports/outputLog";
import type { CommandOutcome } from "../ports/shell";
import { ToolError } from "../vocabulary/toolError";
import { durationText, endingText } from "./commandEnding";
import { Job, type JobFacts, type JobWork } from "./job";

/** Background commands that run at once at most, of all agents together. */
const maxBackground = 50;
/** Ended commands that are remembered; what they printed is kept by the log's own bounds. */
const maxEnded = 100;

/** How a job is named: by what kind of command it is. */
const kindOf = ({ background }: Pick<JobFacts, "background">) => (background ? "bg_task" : "command");

/** One agent's commands; those of others are out of reach. */
export interface AgentJobs {
  /**
   * Runs a command as a job. Resolves when it has been begun.
   * @throws ToolError `unavailable` when too many run in the background already.
   */
  start(facts: Omit<JobFacts, "agent">, work: JobWork): Promise<Job>;
  /** Undefined when the agent has none of this id in this process. */
  find(id: string): Job | undefined;
  /** See OutputLogPort.read. */
  output(id: string, view: OutputView, from: number, most: number): Promise<OutputRange | undefined>;
  /** Ids of the agent's background jobs, newest first. */
  ids(): string[];
  /** A line for each background job that ended and was not told about yet. */
  news(): string[];
}

/** Every agent's commands; one for each window or process. */
export class Jobs {
  readonly #jobs = new Set<Job>();
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly logs: OutputLogPort,
    private readonly now: () => number,
  ) {}

  /** All that run, and the last that ended, oldest first. */
  all(): Job[] {
    return [...this.#jobs];
  }

  /** @param listener called whenever a job began or ended. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lets a job run on when its agent ends, until it is stopped or the host ends. */
  keep(job: Job): void {
    job.isKept = true;
    this.#changed();
  }

  /** Ends what an agent has left running and nobody keeps; resolves when it has ended. */
  async endOf(agent: string): Promise<void> {
    const left = this.all().filter((job) => job.facts.agent === agent && !job.hasEnded && !job.isKept);
    for (const job of left) job.stop();
    await Promise.all(left.map((job) => job.ended));
  }

  /** Ends everything, as when the host ends; resolves when all has ended. */
  async stopAll(): Promise<void> {
    for (const job of this.#jobs) job.stop();
    await Promise.all([...this.#jobs].map((job) => job.ended));
  }

  of(agent: string): AgentJobs {
    const own = () => this.all().filter((job) => job.facts.agent === agent);
    return {
      start: (facts, work) => this.#start({ ...facts, agent }, work),
      find: (id) => own().find((job) => job.id === id),
      output: (id, view, from, most) => this.logs.read(agent, id, view, from, most),
      ids: () =>
        own()
          .filter(({ facts }) => facts.background)
          .map(({ id }) => id)
          .reverse(),
      news: () => own().flatMap(newsOf),
    };
  }

  async #start(facts: JobFacts, work: JobWork): Promise<Job> {
    const running = this.all().filter((job) => job.facts.background && !job.hasEnded);
    if (facts.background && running.length >= maxBackground)
      throw new ToolError(
        "unavailable",
        `${running.length} commands are running in the background, the maximum: end one with job_stop first.`,
      );
    const job = new Job(await this.logs.open(facts.agent, kindOf(facts)), facts, this.now());
    this.#jobs.add(job);
    this.#changed();
    void job.run(work).then(() => {
      this.#forgetOldest();
      this.#changed();
    });
    return job;
  }

  #forgetOldest(): void {
    const ended = this.all().filter((job) => job.hasEnded);
    for (const job of ended.slice(0, -maxEnded)) this.#jobs.delete(job);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function newsOf(job: Job): string[] {
  if (!job.facts.background || !job.hasEnded || job.isEndKnown) return [];
  job.isEndKnown = true;
  const next = job.replacedBy === undefined ? "" : `; the person started ${job.replacedBy} in its place`;
  return [`[Background job ${job.id} has ended: ${endingOfJob(job)}${next}]`];
}

/** `exit code: 0, 3.2 s`, with why it was stopped when it was. */
export function howEnded(outcome: CommandOutcome | undefined): string {
  if (!outcome) return "it ended earlier";
  const why = {
    itself: "",
    timeout: ", stopped at its time limit",
    cancellation: ", stopped",
    limit: ", stopped at a limit",
  }[outcome.endedBy];
  return `${endingText(outcome)}, ${durationText(outcome.durationMs)}${why}`;
}

/** How a job that has ended did so, in words. */
export const endingOfJob = ({ failure, outcome }: Job): string => failure?.message ?? howEnded(outcome);

/**
 * Ends a job with everything it started, for the agent whose it is. Resolves when that is done.
 * @returns whether it ran until then, and what came of it as a sentence.
 */
export async function stopJob(job: Job): Promise<{ stopped: boolean; text: string }> {
  const stopped = !job.hasEnded;
  job.stop();
  await job.ended;
  job.isEndKnown = true;
  const ending = endingOfJob(job);
  const text = stopped ? `Stopped ${job.id} (${ending}).` : `${job.id} had already ended (${ending}).`;
  return { stopped, text };
}

/** @param known ids that the agent may name. */
export const noSuchJob = (id: string, known: readonly string[]): ToolError =>
  new ToolError(
    "not_found",
    `There is no job "${id}" of this agent: ${known.length > 0 ? `its background jobs are ${known.join(", ")}` : "it has no background jobs"}.`,
  );
