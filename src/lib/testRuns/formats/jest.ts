import { testFailureOf } from "../reading/failure";
import { amounts, linesUntil, milliseconds, type OutputLines } from "../reading/outputLines";
import { ownPlaces, scriptFrame } from "../reading/places";
import { suiteRun } from "../reading/suiteRun";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

const summary = /^(Test Suites|Tests|Time): +(.+)$/;

/** What jest prints for people, verbose or not. */
export function readJest({ lines }: OutputLines): Recognised {
  const runs = runsIn(lines);
  return runs.length === 0 ? nothingRecognised : { runs, failures: failuresIn(lines) };
}

function runsIn(lines: readonly string[]): TestRun[] {
  const runs: TestRun[] = [];
  let suites: ReadonlyMap<string, number> | undefined;
  for (const [at, line] of lines.entries()) {
    const [, title, text] = summary.exec(line) ?? [];
    if (title === undefined || title === "Time") continue;
    const counts = amounts(text as string, ",");
    if (!counts?.has("total")) continue;
    if (title === "Test Suites") suites = counts;
    else if (suites) {
      runs.push(suiteRun("jest", counts, suites, timeAfter(lines, at)));
      suites = undefined;
    }
  }
  return runs;
}

/** The time stands two lines below the tests. */
function timeAfter(lines: readonly string[], at: number): number | undefined {
  for (const line of lines.slice(at + 1, at + 4)) {
    const [, title, text] = summary.exec(line) ?? [];
    if (title === "Time") return milliseconds(text as string);
  }
  return undefined;
}

/** A block's title; what was logged has one too. */
const title = /^ {2}● (?!Console$)(.+)$/;
const file = /^(?:FAIL|PASS) +(.+?)(?: \(\d+(?:\.\d+)? m?s\))?$/;
const isBlockEnd = (line: string) => /^(?:FAIL|PASS) |^Test Suites: |^Summary of all failing tests| {2}● /.test(line);

/** With many files jest prints all failures once more at the end. */
function failuresIn(lines: readonly string[]): TestFailure[] {
  const found = new Map<string, TestFailure>();
  let current = "";
  for (const [at, line] of lines.entries()) {
    current = file.exec(line)?.[1] ?? current;
    const [, name] = title.exec(line) ?? [];
    if (name === undefined) continue;
    const key = `${current}\0${name}`;
    if (!found.has(key)) found.set(key, oneFailure(name, current, linesUntil(lines, at + 1, isBlockEnd)));
  }
  return [...found.values()];
}

function oneFailure(name: string, current: string, body: readonly string[]): TestFailure {
  const place = ownPlaces(body, scriptFrame)[0] ?? (current === "" ? undefined : { file: current });
  return testFailureOf({ name, body, place });
}
