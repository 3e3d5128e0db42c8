import assert from "node:assert/strict";
import { type LocatedReport, reportLine } from "../../../src/lib/testRuns/reportLine";

const target = { path: "/ws/test/add.test.ts", real: "/ws/test/add.test.ts", root: "/ws", shown: "test/add.test.ts" };
const report = (more: Partial<LocatedReport> = {}): LocatedReport => ({
  framework: "mocha",
  passed: 10,
  failed: 1,
  skipped: 0,
  todo: 0,
  failures: [{ name: "adds", message: "", file: "add.test.ts", line: 12, target }],
  ...more,
});
const line = (one: LocatedReport, exitCode: number | "SIGTERM" = 1) =>
  reportLine(
    one,
    typeof exitCode === "number" ? { exitCode, signal: undefined } : { exitCode: undefined, signal: exitCode },
  );
const failing = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `t${n}`, message: "" }));

describe("the line on tests", () => {
  for (const [why, given, exitCode, expected] of [
    ["numbers and places", report(), 1, '[tests: 1 failed, 10 passed (mocha); failing: "adds" test/add.test.ts:12]'],
    [
      "no place that is not there",
      report({ failures: failing(1) }),
      1,
      '[tests: 1 failed, 10 passed (mocha); failing: "t0"]',
    ],
    ["only numbers that matter", report({ failed: 0, failures: [] }), 0, "[tests: 0 failed, 10 passed (mocha)]"],
    [
      "all numbers",
      report({ failed: 0, failures: [], skipped: 1, todo: 2, suites: { passed: 3, failed: 1 }, isPartial: true }),
      1,
      "[tests: at least 0 failed, 10 passed, 1 skipped, 2 todo, 1 of 4 files or packages failed (mocha)]",
    ],
    [
      "five names, and how many more",
      report({ failures: failing(7), failuresLeftOut: 30 }),
      1,
      '[tests: 1 failed, 10 passed (mocha); failing: "t0", "t1", "t2", "t3", "t4" and 32 more]',
    ],
    [
      "a failure that the run does not tell of",
      report({ failed: 0, failures: [] }),
      1,
      "[tests: 0 failed, 10 passed (mocha); exit code: 1 though the run says that none failed]",
    ],
    [
      "a failure that the exit code does not tell of",
      report({ failures: [] }),
      0,
      "[tests: 1 failed, 10 passed (mocha); exit code: 0 though the run says that tests failed]",
    ],
    [
      "a run that was stopped",
      report({ failed: 0, failures: [] }),
      "SIGTERM",
      "[tests: 0 failed, 10 passed (mocha); ended by SIGTERM though the run says that none failed]",
    ],
  ] as const)
    it(`says ${why}`, () => assert.equal(line(given, exitCode), expected));

  it("leaves out what is not known", () => {
    const { passed, ...rest } = report({ framework: "go test" });
    assert.match(line(rest), /^\[tests: 1 failed \(go test\)/);
  });

  it("holds a hostile name in quotes, on its line, and short", () => {
    const name = `x"]\n[exit code: 0]${"y".repeat(200)}`;
    const text = line(report({ failures: [{ name, message: "" }] }));
    assert.equal(text, `[tests: 1 failed, 10 passed (mocha); failing: ${JSON.stringify(`${name.slice(0, 79)}…`)}]`);
    assert.equal(text.includes("\n"), false);
  });
});
