/** Starts scheduled work when its time has come, each once, whatever else is open (EX-5, EX-9). */

import type { AgentWorkspace } from "../../core/ports/workspaces";
import type { ToolResult } from "../../core/tools/tool";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type { BegunRun, RunCause, RunResult, ScheduleBook, ScheduleRun, ScheduleRunState } from "./scheduleRuns";
import { keyOf, type Schedule, type Schedules, type UsableSchedule } from "./schedules";

/** Milliseconds after which what was due counts as missed: longer than a window takes from look to look. */
const usualGrace = 90_000;

/** Milliseconds between two runs that changes start, at least. */
const minInterval = 60_000;

/** Milliseconds without a further change before a run is started. */
const settling = 2000;

/** What the runner needs of its host. */
export interface RunnerPorts {
  readonly schedules: Schedules;
  readonly book: ScheduleBook;
  /** Milliseconds after which what was due counts as missed; by default as for a window, which looks often. */
  readonly grace?: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Why nothing may be started by itself now, as one clause; undefined when it may. */
  hindrance(schedule: UsableSchedule): string | undefined;
  /** Makes the call that a run is. Never rejects. */
  call(schedule: UsableSchedule, place: AgentWorkspace, signal: AbortSignal): Promise<ToolResult>;
  /** Hears of each run that ended, however it did. */
  ended(schedule: Schedule, run: ScheduleRun): void;
  /** Hears why something could not even be looked at or begun, as one clause. */
  problem(text: string): void;
}

/** A change or an ending that waits to start a run. */
interface Waiting {
  readonly cause: "change" | "after";
  readonly at: number;
  readonly heardAt: number;
}

/** One for each window or process. */
export class ScheduleRunner {
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Map<string, AbortController>();
  readonly #ends = new Set<Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  /** What cannot be looked at was told, and is not told again at every look until it can be. */
  #isFailing = false;
  #looking: Promise<void> | undefined;

  constructor(private readonly ports: RunnerPorts) {}

  /** True while this window runs it. */
  isRunning(schedule: Schedule): boolean {
    return this.#running.has(keyOf(schedule));
  }

  /** Ends the run that this window has of it. */
  stop(schedule: Schedule): void {
    this.#running.get(keyOf(schedule))?.abort();
  }

  /** Ends all runs of this window; resolves when that is done. */
  async stopAll(): Promise<void> {
    for (const run of this.#running.values()) run.abort();
    await this.idle();
  }

  /** Resolves when what runs now has ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#ends);
  }

  /** @param listener called whenever a run began or ended. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Something that starts a run has happened. @param at milliseconds since 1970, the same for all windows that see it. */
  trigger(schedule: Schedule, cause: "change" | "after", at: number): void {
    const heardAt = this.ports.now();
    if (isApproved(schedule))
      this.#waiting.set(keyOf(schedule), { cause, at: Math.floor(Math.min(at, heardAt)), heardAt });
  }

  /** Looks what has to be started now; to be called again and again. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  readonly #tell = (error: unknown): void => this.ports.problem(messageOf(error));

  async #look(): Promise<void> {
    const problems: unknown[] = [];
    for (const schedule of this.ports.schedules.all().filter(isApproved))
      await this.#lookAt(schedule).catch((error) => problems.push(error));
    if (problems.length > 0 && !this.#isFailing) this.#tell(problems[0]);
    this.#isFailing = problems.length > 0;
  }

  async #lookAt(schedule: UsableSchedule): Promise<void> {
    const { book, hindrance } = this.ports;
    for (const run of await book.sweep(schedule)) this.#ended(schedule, run);
    if (hindrance(schedule) === undefined && !(await book.isPaused(schedule))) {
      await this.#lookAtClock(schedule);
      await this.#lookAtWaiting(schedule);
    } else this.#waiting.delete(keyOf(schedule));
  }

  async #lookAtClock(schedule: UsableSchedule): Promise<void> {
    const { book, schedules, grace = usualGrace } = this.ports;
    const now = this.ports.now();
    const last = await book.latestClaim(schedule, "time", now);
    // What was due before it could run at all was never missed.
    if (last === undefined) await book.claim(schedule, "time", now);
    const due = schedules.times.latest(schedule.definition, last ?? now, now);
    if (due === undefined || !(await book.claim(schedule, "time", due))) return;
    if (now - due > grace && schedule.definition.catch_up === "skip") {
      await book.miss(schedule, due);
      this.#changed();
    } else this.#start(schedule, "time", due);
  }

  async #lookAtWaiting(schedule: UsableSchedule): Promise<void> {
    const key = keyOf(schedule);
    const waiting = this.#waiting.get(key);
    const now = this.ports.now();
    if (!waiting || now - waiting.heardAt < settling) return;
    const { cause, at } = waiting;
    const last = (await this.ports.book.latestClaim(schedule, cause, now)) ?? 0;
    if (at > last && now - last < minInterval) return;
    this.#waiting.delete(key);
    if (at > last && (await this.ports.book.claim(schedule, cause, at))) this.#start(schedule, cause, at);
  }

  /**
   * Runs it for a person, whatever hinders schedules; resolves with the run when it has ended.
   * @throws ToolError when it may not be run, or a run of it goes on.
   */
  async runNow(schedule: Schedule): Promise<ScheduleRun> {
    if (!isApproved(schedule)) throw notApproved(schedule);
    const run = await this.#begin(schedule, "person", this.ports.now());
    if (run) return run;
    throw new ToolError("unavailable", `The schedule "${schedule.name}" is already running: wait until it has ended.`);
  }

  /** Nobody waits for a run that began by itself. */
  #start(schedule: UsableSchedule, cause: RunCause, dueAt: number): void {
    this.#begin(schedule, cause, dueAt).catch(this.#tell);
  }

  #begin(schedule: UsableSchedule, cause: RunCause, dueAt: number): Promise<ScheduleRun | undefined> {
    const ended = this.#run(schedule, cause, dueAt).finally(() => this.#ends.delete(ended));
    this.#ends.add(ended);
    return ended;
  }

  async #run(shown: UsableSchedule, cause: RunCause, dueAt: number): Promise<ScheduleRun | undefined> {
    const schedule = await this.ports.schedules.find(shown);
    if (!schedule || !isApproved(schedule)) {
      await this.ports.schedules.refresh();
      if (cause === "person") throw notApproved(schedule ?? shown);
      return undefined;
    }
    const begun = await this.ports.book.begin(schedule, cause, dueAt);
    this.#changed();
    return begun && this.#toEnd(schedule, begun);
  }

  async #toEnd(schedule: UsableSchedule, begun: BegunRun): Promise<ScheduleRun> {
    const stop = new AbortController();
    const key = keyOf(schedule);
    this.#running.set(key, stop);
    this.#changed();
    const result = await this.ports.call(schedule, begun.place, stop.signal).catch(failure);
    const run = await begun.end(stop.signal.aborted ? "stopped" : stateOf(result), resultOf(result)).finally(() => {
      this.#running.delete(key);
      this.#changed();
    });
    this.#ended(schedule, run);
    return run;
  }

  #ended(schedule: Schedule, run: ScheduleRun): void {
    this.#changed();
    this.ports.ended(schedule, run);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const isApproved = (schedule: Schedule): schedule is UsableSchedule =>
  schedule.state === "approved" && schedule.definition !== undefined;

const notApproved = ({ name, state }: Schedule) =>
  new ToolError(
    "denied",
    `The schedule "${name}" was not run, because it is ${state === "approved" ? "changed" : state}: a person has to approve its current form.`,
  );

const failure = (error: unknown): ToolResult => ({ text: messageOf(error), isError: true });

/** What of a call's result is kept of the run. */
export function resultOf({ text, lineage, data }: ToolResult): RunResult {
  const failures = (data as { tests?: { failures?: readonly { name?: unknown }[] } } | undefined)?.tests?.failures;
  const failedTests = (failures ?? []).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  return { text, ...(lineage && { lineage }), ...(failedTests.length > 0 && { failedTests }) };
}

/** How a run ended, by the result of its call. */
export function stateOf({ isError, data }: ToolResult): ScheduleRunState {
  if (!isError) return "succeeded";
  return typeof (data as { error?: unknown } | undefined)?.error === "string" ? "refused" : "failed";
}
