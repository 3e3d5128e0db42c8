import { appendFileSync } from "node:fs";
import type { Runner, Suite, Test } from "mocha";

/** One line of the report; `end` is the last one, and its absence means that the host did not get that far. */
export type ReportLine =
  | { kind: "suite"; depth: number; title: string }
  | { kind: "pass" | "pending"; depth: number; title: string; milliseconds: number }
  | { kind: "fail"; depth: number; title: string; message: string }
  | { kind: "end"; passed: number; failed: number };

/** Reports how a run goes, up to its end. */
export function reportTests(runner: Runner): void {
  let passed = 0;
  let failed = 0;
  runner.on("suite", (suite: Suite) => {
    if (!suite.root) tell({ kind: "suite", depth: depth(suite), title: suite.title });
  });
  runner.on("pass", (test: Test) => {
    passed++;
    tell({ kind: "pass", depth: depth(test), title: test.title, milliseconds: test.duration ?? 0 });
  });
  runner.on("pending", (test: Test) =>
    tell({ kind: "pending", depth: depth(test), title: test.title, milliseconds: 0 }),
  );
  runner.on("fail", (test: Test, error: Error) => {
    failed++;
    tell({ kind: "fail", depth: depth(test), title: test.title, message: asText(error) });
  });
  runner.once("end", () => tell({ kind: "end", passed, failed }));
}

/** Reports that the tests could not even be loaded. */
export function reportCrash(error: unknown): void {
  tell({ kind: "fail", depth: 1, title: "loading the tests", message: asText(error) });
  tell({ kind: "end", passed: 0, failed: 1 });
}

/**
 * Tells the process that waits outside, one JSON line for each event, in the file that TOOLCRIB_TEST_RESULTS names: the
 * extension host's own output does not reach it on every kind of VS Code.
 */
function tell(line: ReportLine): void {
  const file = process.env.TOOLCRIB_TEST_RESULTS;
  if (!file) throw new Error("TOOLCRIB_TEST_RESULTS does not name a file for the results");
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** How many suites a suite or test is in. */
const depth = (item: Suite | Test): number => (item.parent ? 1 + depth(item.parent) : 0);

const asText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
