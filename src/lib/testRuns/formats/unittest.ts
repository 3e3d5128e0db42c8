import { testFailureOf } from "../reading/failure";
import { lasting, linesUntil, type OutputLines } from "../reading/outputLines";
import { ownPlaces, pythonError, pythonFrame } from "../reading/places";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

const ran = /^Ran (\d{1,9}) tests? in (\d+\.\d+)s$/;
const ending = /^(OK|FAILED|NO TESTS RAN)(?: \((.+)\))?$/;
const heading = /^(?:FAIL|ERROR): (.+)$/;
const isBar = (line: string | undefined, mark: "=" | "-") => line === mark.repeat(70);

/** What Python's unittest prints, and what is built on it. */
export function readUnittest({ lines }: OutputLines): Recognised {
  const runs: TestRun[] = [];
  const failures: TestFailure[] = [];
  let ofRun: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const [, name] = heading.exec(line) ?? [];
    if (name !== undefined && isBar(lines[at - 1], "=")) ofRun.push(oneFailure(name, lines, at + 1));
    const run = ran.test(line) ? runAt(lines, at, ofRun) : undefined;
    if (!run) continue;
    runs.push(run);
    failures.push(...ofRun);
    ofRun = [];
  }
  return runs.length === 0 ? nothingRecognised : { runs, failures };
}

function runAt(lines: readonly string[], at: number, failures: readonly TestFailure[]): TestRun | undefined {
  const [, tests, seconds] = ran.exec(lines[at] as string) ?? [];
  const [, verdict, text] = ending.exec(lines[at + 2] ?? "") ?? [];
  if (verdict === undefined) return undefined;
  const counts = new Map((text ?? "").split(", ").map((part) => part.split("=") as [string, string | undefined]));
  const of = (word: string) => Number(counts.get(word) ?? 0);
  const failed = of("failures") + of("errors") + of("unexpected successes");
  const [skipped, todo] = [of("skipped"), of("expected failures")];
  const spoiled = failures.length === 0 ? failed : spoiledTests(failures) + of("unexpected successes");
  return {
    framework: "unittest",
    passed: Math.max(0, Number(tests) - spoiled - skipped - todo),
    failed,
    skipped,
    todo,
    ...lasting(Number(seconds) * 1000),
  };
}

/** A test fails once for each of its parts; what fails around tests is no test that ran. */
const spoiledTests = (failures: readonly TestFailure[]) =>
  new Set(
    failures
      .map(({ name }) => name.split(") ")[0] as string)
      .filter((name) => !/^(?:setUp|tearDown)(?:Class|Module) /.test(name)),
  ).size;

function oneFailure(name: string, lines: readonly string[], start: number): TestFailure {
  // Below the name may stand the first line of what the test says of itself.
  const first = isBar(lines[start], "-") ? start + 1 : start + 2;
  const body = linesUntil(lines, first, (line) => isBar(line, "=") || isBar(line, "-"));
  return testFailureOf({ name, body, message: pythonError(body), place: ownPlaces(body, pythonFrame).at(-1) });
}
