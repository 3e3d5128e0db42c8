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
});
