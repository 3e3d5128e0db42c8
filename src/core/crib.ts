import type { Approvals } from "./approvals";
import type { Confinement } from "./confinement";
import type { Decision } from "./decision";
import type { Dialect } from "./dialect";
import type { ResolvedPath } from "./effect";
import type { Host } from "./host";
import type { Jobs } from "./jobs";
import type { Journal } from "./journal";
import type { Rule, RuleContext } from "./rule";
import type { AskModel } from "./tool";

/** One line of the record: what was called, what was decided, and how it ended. */
export interface CallRecord {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  /** What it would do, or the name of the tool when it could not be planned. */
  readonly title: string;
  readonly decision?: Decision;
  /** Who answered an ask. */
  readonly approvedBy?: string;
  readonly isError: boolean;
  readonly durationMs: number;
}

/** See Crib.watchWrites. */
export interface WriteWatch {
  /** What a model should know of what its writes brought about, empty when nothing; resolves within the settle time. */
  finish(): Promise<string>;
  /** Ends the watching. */
  stop(): void;
}

/** Everything a call passes through; one for each window or process. */
export interface Crib {
  readonly host: Host;
  readonly dialect: Dialect;
  /** In order; the strictest opinion wins. */
  readonly rules: readonly Rule[];
  /** Configuration as it is now; asked for again for every call. */
  context(): RuleContext;
  readonly approvals: Approvals;
  readonly journal: Journal;
  readonly jobs: Jobs;
  /** Globs that no search looks into. */
  hiddenGlobs(context: RuleContext): readonly string[];
  /** Variables that no command gets. */
  hiddenVariables(context: RuleContext): readonly string[];
  /** What holds commands (D-15). */
  confinement(context: RuleContext): Confinement;
  /** A chat model for repairing calls, as far as the person lets it be used (ED-10). */
  readonly askModel?: AskModel;
  /** Looks at files before a call changes them, to say afterwards what the change brought about. */
  watchWrites?(targets: readonly ResolvedPath[], context: RuleContext, signal: AbortSignal): WriteWatch | undefined;
  /** Receives one record for every call, refused ones too. */
  record(record: CallRecord): void;
}
