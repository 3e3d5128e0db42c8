/** What a command's output says of tests, as facts beside the complete output (EX-2, C-33). */

/** The program that printed a run, or the format where several programs print it. */
export type TestFramework =
  | "node:test"
  | "TAP"
  | "mocha"
  | "jest"
  | "vitest"
  | "pytest"
  | "unittest"
  | "go test"
  | "cargo test"
  | "deno test"
  | "JUnit XML";

/** A place as a program named it; nothing says that it is there. */
export interface NamedPlace {
  /** Relative to the command's folder, to the Go package's, or absolute. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

/** One test that failed, or one file or package of tests that could not be run. */
export interface TestFailure extends Partial<NamedPlace> {
  /** As the program prints it, with the groups that it is in where that prints them; 300 characters at most. */
  readonly name: string;
  /** What was wrong, without the stack; 2000 characters at most, empty when nothing was said. */
  readonly message: string;
  /** All that was printed of it; 4000 characters at most. */
  readonly stack?: string;
  /** The Go package that `file` is relative to. */
  readonly package?: string;
}

/** Numbers of tests. */
export interface TestCounts {
  /** Absent when the program does not tell, as `go test` without `-v`. */
  readonly passed?: number;
  /** Those that failed, broke in their preparation or were cancelled. */
  readonly failed: number;
  readonly skipped: number;
  /** Those that are not expected to pass yet. */
  readonly todo: number;
  /** Milliseconds, as the program says. */
  readonly durationMs?: number;
  /** Files or packages of tests, where the program counts them. */
  readonly suites?: { readonly passed: number; readonly failed: number };
  /** Set when there may be more than was counted: output is missing, or the run never said how it ended. */
  readonly isPartial?: true;
}

/** What one run came to. */
export interface TestRun extends TestCounts {
  readonly framework: TestFramework;
}

/** What a reader of one format found. */
export interface Recognised {
  /** Empty when there is nothing of its format. */
  readonly runs: readonly TestRun[];
  /** Of all runs, in the order they were printed. */
  readonly failures: readonly TestFailure[];
}

/** All tests of one output. */
export interface TestReport extends TestCounts {
  /** Each {@link TestFramework} that was found, joined by commas. */
  readonly framework: string;
  /** In the order they were printed; 100 at most. */
  readonly failures: readonly TestFailure[];
  /** Failures beyond those. */
  readonly failuresLeftOut?: number;
  /** Each run by itself, where there are several. */
  readonly runs?: readonly TestRun[];
}

/** True where certainly no test passed or failed; a report that is cut off, or does not count what passes, cannot tell. */
export const ranNone = ({ passed = 1, failed, failures, suites, isPartial }: TestReport): boolean =>
  !isPartial && passed + failed + failures.length + (suites?.failed ?? 0) === 0;

export const nothingRecognised: Recognised = { runs: [], failures: [] };
