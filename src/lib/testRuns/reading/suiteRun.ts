import { lasting } from "./outputLines";
import type { TestFramework, TestRun } from "./testRun";

/** A run of which a program tells amounts by their words, of tests and of the files that hold them. */
export const suiteRun = (
  framework: TestFramework,
  tests: ReadonlyMap<string, number>,
  suites: ReadonlyMap<string, number>,
  durationMs: number | undefined,
): TestRun => ({
  framework,
  passed: tests.get("passed") ?? 0,
  failed: tests.get("failed") ?? 0,
  skipped: tests.get("skipped") ?? 0,
  todo: tests.get("todo") ?? 0,
  suites: { passed: suites.get("passed") ?? 0, failed: suites.get("failed") ?? 0 },
  ...lasting(durationMs),
});
