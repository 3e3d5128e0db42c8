/** What is recognised in what the programs print (EX-2). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestReport } from "../../../src/lib/testRuns/reading/testRun";
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
});
