/** Runs of schedules: what started them, how they ended, and the book in which all windows of a base keep them (EX-5). */

import type { AgentWorkspace } from "../../core/ports/workspaces";
import type { Schedule } from "./schedules";

/** What started a run: the clock, changed files, the end of something, or a person. */
export type RunCause = "time" | "change" | "after" | "person";

/** `overlapped` and `missed` did not run; `brokenOff`: whoever ran it was gone before it ended. */
export type ScheduleRunState =
  | "running"
  | "succeeded"
  | "failed"
  | "refused"
  | "stopped"
  | "brokenOff"
  | "overlapped"
  | "missed";

/** One run, or why there was none. Times are milliseconds since 1970. */
export interface ScheduleRun {
  /** Names it among the runs of its schedule, the later ones after the earlier ones. */
  readonly id: string;
  readonly cause: RunCause;
  readonly state: ScheduleRunState;
  /** When what started it happened, or was due. */
  readonly dueAt: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** What came of it, with the end of what it printed. */
  readonly text: string;
}

/**
 * Shared by all windows and processes of a base: of several that want to run the same, one does. Each moment that starts a
 * run is claimed once, for good.
 */
export interface ScheduleBook {
  /** True for the one who claims this moment. */
  claim(schedule: Schedule, cause: RunCause, at: number): Promise<boolean>;
  /** The latest moment that was claimed by then; undefined: none was. */
  latestClaim(schedule: Schedule, cause: RunCause, now: number): Promise<number | undefined>;
  /**
   * Begins a run in a folder of its own that holds the schedule's files, unless one goes on.
   * @returns undefined when one goes on; that is in the book then.
   */
  begin(schedule: Schedule, cause: RunCause, dueAt: number): Promise<BegunRun | undefined>;
  /** Notes a run that there was not. */
  miss(schedule: Schedule, dueAt: number): Promise<void>;
  /** Notes runs whose process is gone as broken off. @returns them. */
  sweep(schedule: Schedule): Promise<readonly ScheduleRun[]>;
  /** The last ones, the latest first. */
  history(schedule: Schedule): Promise<readonly ScheduleRun[]>;
  isPaused(schedule: Schedule): Promise<boolean>;
  setPaused(schedule: Schedule, isPaused: boolean): Promise<void>;
}

/** A run that goes on. */
export interface BegunRun {
  readonly run: ScheduleRun;
  /** Where it runs (EX-5). */
  readonly place: AgentWorkspace;
  /** Keeps how it ended. @returns what was kept. */
  end(state: ScheduleRunState, text: string): Promise<ScheduleRun>;
}
