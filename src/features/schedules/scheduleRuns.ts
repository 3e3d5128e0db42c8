/** Runs of schedules: what started them, how they ended, and the book in which all windows of a base keep them (EX-5). */

import type { AgentWorkspace } from "../../core/ports/workspaces";
import type { CarriedLineage } from "../../core/session/taint";
import type { Schedule } from "./schedules";

/** What can be run in a folder of its own: a schedule, or an integration that a person approved. */
export type Runnable = Pick<Schedule, "workspace" | "name" | "folder" | "files">;

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
  /** What went into that beyond ordinary work: whoever reads it takes it on (PO-6). */
  readonly lineage?: readonly CarriedLineage[];
  /** Files that it made, by their paths in its folder. */
  readonly files?: readonly string[];
  /** The beginning of the first of them that is a small text, without secrets. */
  readonly head?: { readonly file: string; readonly text: string };
  /** Names of tests that failed. */
  readonly failedTests?: readonly string[];
}

/** What came of a run, as far as its call tells. */
export type RunResult = Pick<ScheduleRun, "text" | "lineage" | "failedTests">;

/**
 * Shared by all windows and processes of a base: of several that want to run the same, one does. Each moment that starts a
 * run is claimed once, for good.
 */
export interface ScheduleBook {
  /** True for the one who claims this moment. */
  claim(schedule: Runnable, cause: RunCause, at: number): Promise<boolean>;
  /** The latest moment that was claimed by then; undefined: none was. */
  latestClaim(schedule: Runnable, cause: RunCause, now: number): Promise<number | undefined>;
  /**
   * Begins a run in a folder of its own that holds the schedule's files, unless one goes on.
   * @returns undefined when one goes on; that is in the book then.
   */
  begin(schedule: Runnable, cause: RunCause, dueAt: number): Promise<BegunRun | undefined>;
  /** Notes a run that there was not. */
  miss(schedule: Runnable, dueAt: number): Promise<void>;
  /** Notes runs whose process is gone as broken off. @returns them. */
  sweep(schedule: Runnable): Promise<readonly ScheduleRun[]>;
  /** Counts a run as told to its agent. @returns false when it counted as that already. */
  tell(schedule: Runnable, run: string): boolean;
  /** The last ones, the latest first. */
  history(schedule: Runnable): Promise<readonly ScheduleRun[]>;
  /** Keeps the folder of a run for a person who looks into it. @returns the folder; undefined when it is gone. */
  keepFolder(schedule: Runnable, run: ScheduleRun): Promise<string | undefined>;
  /**
   * Copies the files that a run made to a new folder: regular ones, through no link, within bounds.
   * @returns those that were left out, with one clause each on why.
   */
  copyFiles(schedule: Runnable, run: ScheduleRun, target: string): Promise<readonly string[]>;
  isPaused(schedule: Runnable): Promise<boolean>;
  setPaused(schedule: Runnable, isPaused: boolean): Promise<void>;
}

/** A run that goes on. */
export interface BegunRun {
  readonly run: ScheduleRun;
  /** Where it runs (EX-5). */
  readonly place: AgentWorkspace;
  /** Keeps how it ended. @returns what was kept. */
  end(state: ScheduleRunState, result: RunResult): Promise<ScheduleRun>;
}
