/** What is recognised in what the programs print (EX-2). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ranNone, type TestReport } from "../../../src/lib/testRuns/reading/testRun";
import { recogniseTests } from "../../../src/lib/testRuns/recognise";
import { fixture, fixtureNames } from "./fixtures";

interface Expected extends Pick<TestReport, "framework" | "durationMs" | "suites"> {
  readonly counts: Partial<Pick<TestReport, "passed" | "failed" | "skipped" | "todo">>;
  /** Name, place, and the first line of the message. */
  readonly failures: readonly (readonly [string, string, string])[];
}

const expected: Readonly<Record<string, Expected>> = JSON.parse(readFileSync(join(__dirname, "expected.json"), "utf8"));

/** A report as the file of expectations has it. */
function written({ framework, durationMs, suites, failures, ...numbers }: TestReport): Expected {
  const { isPartial, runs, failuresLeftOut, ...counts } = numbers;
  assert.deepEqual([isPartial, failuresLeftOut], [undefined, undefined]);
  return {
    framework,
    counts,
    ...(durationMs !== undefined && { durationMs }),
    ...(suites && { suites }),
    failures: failures.map(({ name, file, line, column, message }) => [
      name,
      [file, line, column].filter((part) => part !== undefined).join(":"),
      message.split("\n")[0] as string,
    ]),
  };
}

describe("test runs recognised", () => {
  it("has expectations for every fixture", () => assert.deepEqual(fixtureNames, Object.keys(expected).sort()));

  for (const name of fixtureNames)
    it(`${name}: framework, numbers and failures`, () =>
      assert.deepEqual(written(recogniseTests(fixture(name)) as TestReport), expected[name]));

  it("a run of no test, as node:test tells of it in TAP", () => {
    const amounts = ["tests", "suites", "pass", "fail", "cancelled", "skipped", "todo"].map((name) => `# ${name} 0\n`);
    const stdout = `TAP version 13\n1..0\n${amounts.join("")}# duration_ms 6.8\n`;
    const report = recogniseTests({ stdout, stderr: "", isCut: false }) as TestReport;
    assert.deepEqual([report.framework, report.passed, report.failed, ranNone(report)], ["node:test", 0, 0, true]);
    const others = recogniseTests({ stdout: "see # tests 0\n1..0\n", stderr: "", isCut: false });
    assert.equal(others, undefined);
  });

  it("packages of Go in which no test ran", () => {
    const none = "ok  \texample.com/sums\t0.004s [no tests to run]\n";
    const absent = "?   \texample.com/cmd\t[no test files]\n";
    const read = (stdout: string) => recogniseTests({ stdout, stderr: "", isCut: false });
    const told = (stdout: string) => {
      const report = read(stdout) as TestReport;
      return [report.passed, report.failed, report.suites, ranNone(report)];
    };
    const cached = "ok  \texample.com/kept\t(cached) [no tests to run]\n";
    const covered = "ok  \texample.com/much\t0.1s\tcoverage: 0.0% of statements [no tests to run]\n";
    assert.deepEqual(told(`testing: warning: no tests to run\nPASS\n${none}${cached}${covered}${absent}`), [
      ...[0, 0, { passed: 3, failed: 0 }, true],
    ]);
    assert.deepEqual(told(absent), [0, 0, { passed: 0, failed: 0 }, true]);
    assert.deepEqual(told(`${none}ok  \texample.com/good\t0.1s\n`), [undefined, 0, { passed: 2, failed: 0 }, false]);
    assert.deepEqual(told(`${none}FAIL\texample.com/bad [build failed]\n`).at(-1), false);
    assert.equal(read("?   \texample.com/cmd\t[what else]\n"), undefined);
  });
});
