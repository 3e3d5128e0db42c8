import { type JsonRecord, jsonDocuments, jsonTextOf } from "../reading/jsonDocuments";
import { lasting, type OutputLines } from "../reading/outputLines";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";
import { goFailure } from "./goTest";

const ended = new Set(["pass", "fail", "skip"]);

/** `go test -json`: one event a line. */
export function readGoJson(output: OutputLines): Recognised {
  const events = jsonDocuments(output).filter(
    ({ Action, Package }) => jsonTextOf(Action) !== "" && jsonTextOf(Package) !== "",
  );
  const ends = events.filter(({ Action }) => ended.has(jsonTextOf(Action)));
  if (ends.length === 0) return nothingRecognised;
  const tests = ends.filter(({ Test }) => jsonTextOf(Test) !== "");
  const packages = ends.filter(({ Test }) => jsonTextOf(Test) === "");
  const amount = (some: readonly JsonRecord[], action: string) => some.filter(({ Action }) => Action === action).length;
  const seconds = packages.reduce((sum, { Elapsed }) => sum + (Number(Elapsed) || 0), 0);
  const run: TestRun = {
    framework: "go test",
    passed: amount(tests, "pass"),
    failed: amount(tests, "fail"),
    skipped: amount(tests, "skip"),
    todo: 0,
    suites: { passed: amount(packages, "pass"), failed: amount(packages, "fail") },
    ...lasting(seconds * 1000),
    ...(packages.length === 0 && { isPartial: true }),
  };
  return { runs: [run], failures: failuresIn(tests, packages, printedBy(events)) };
}

const keyOf = ({ Package, Test }: JsonRecord) => `${jsonTextOf(Package)}\0${jsonTextOf(Test)}`;

const onceEach = (events: readonly JsonRecord[]) => [...new Map(events.map((event) => [keyOf(event), event])).values()];

function printedBy(events: readonly JsonRecord[]): ReadonlyMap<string, string> {
  const printed = new Map<string, string>();
  for (const event of events) {
    const { Action, Output } = event;
    if (Action !== "output" || /^ *(?:=== |--- )/.test(jsonTextOf(Output))) continue;
    printed.set(keyOf(event), (printed.get(keyOf(event)) ?? "") + jsonTextOf(Output));
  }
  return printed;
}

/** A package that fails without a test that does could not be built, or ended early. */
function failuresIn(
  tests: readonly JsonRecord[],
  packages: readonly JsonRecord[],
  printed: ReadonlyMap<string, string>,
): TestFailure[] {
  // With -count a test ends several times, and what it printed is known as one.
  const failed = onceEach(tests.filter(({ Action }) => Action === "fail"));
  const withTests = new Set(failed.map(({ Package }) => Package));
  const alone = onceEach(packages.filter(({ Action, Package }) => Action === "fail" && !withTests.has(Package)));
  return [...failed, ...alone].map((event) => {
    const packageName = jsonTextOf(event.Package);
    const body = (printed.get(keyOf(event)) ?? "").split("\n");
    return goFailure(jsonTextOf(event.Test) || packageName, packageName, body);
  });
}
