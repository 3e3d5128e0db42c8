import { plainOutput } from "../edits/terminal/terminalText";
import { readCargoTest } from "./formats/cargoTest";
import { readDenoTest } from "./formats/denoTest";
import { readGoJson } from "./formats/goJson";
import { readGoTest } from "./formats/goTest";
import { readJest } from "./formats/jest";
import { readJsonReports } from "./formats/jsonReports";
import { readJunit } from "./formats/junit";
import { readMocha } from "./formats/mocha";
import { readNodeTest } from "./formats/nodeTest";
import { readPytest } from "./formats/pytest";
import { readTap } from "./formats/tap";
import { readUnittest } from "./formats/unittest";
import { readVitest } from "./formats/vitest";
import { type OutputLines, outputLines } from "./reading/outputLines";
import type { Recognised, TestCounts, TestReport, TestRun } from "./reading/testRun";

/** Without its mark an output holds no run of a format, and most outputs hold none at all. */
interface Format {
  readonly mark: string;
  read(output: OutputLines): Recognised;
}

const formats: readonly Format[] = [
  { mark: "ok 1", read: readTap },
  { mark: "# tests 0", read: readTap },
  { mark: "ℹ duration_ms ", read: readNodeTest },
  { mark: "Failed tests:", read: readNodeTest },
  { mark: " passing (", read: readMocha },
  { mark: "Test Suites: ", read: readJest },
  { mark: "Test Files  ", read: readVitest },
  { mark: " in ", read: readPytest },
  { mark: "Ran ", read: readUnittest },
  { mark: "\t", read: readGoTest },
  { mark: '"Action":', read: readGoJson },
  { mark: "test result: ", read: readCargoTest },
  { mark: " | ", read: readDenoTest },
  { mark: "<testsuite", read: readJunit },
];

const jsonMarks = ['"stats":', '"numTotalTests":'];

/** Failures that are told of one output. */
const maxFailures = 100;

/** What a command printed. */
export interface TestOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** The middle of a stream is missing. */
  readonly isCut: boolean;
}

/**
 * The test runs that an output tells of; undefined when there is none (EX-2). The words are the program's own and prove
 * nothing: no verdict may rest on them. Never throws, and takes time in proportion to the output.
 */
export function recogniseTests({ stdout, stderr, isCut }: TestOutput): TestReport | undefined {
  // Some programs print the numbers on one stream and the failures on the other.
  const plain = plainOutput(stderr === "" || stdout === "" ? stdout + stderr : `${stdout}\n${stderr}`);
  const found = recognised(plain);
  const runs = found.flatMap((one) => one.runs);
  if (runs.length === 0) return undefined;
  const failures = found.flatMap((one) => one.failures);
  const leftOut = failures.length - maxFailures;
  return {
    framework: [...new Set(runs.map(({ framework }) => framework))].join(", "),
    ...total(runs),
    ...(isCut && { isPartial: true }),
    failures: failures.slice(0, maxFailures),
    ...(leftOut > 0 && { failuresLeftOut: leftOut }),
    ...(runs.length > 1 && { runs }),
  };
}

function recognised(plain: string): readonly Recognised[] {
  const readers = new Set(formats.filter(({ mark }) => plain.includes(mark)).map(({ read }) => read));
  const mayHoldJson = jsonMarks.some((mark) => plain.includes(mark));
  if (readers.size === 0 && !mayHoldJson) return [];
  const output = outputLines(plain);
  const forPeople = [...readers].map((read) => read(output));
  return mayHoldJson ? withoutDoubles(forPeople, readJsonReports(output)) : forPeople;
}

/** jest prints the same run as JSON on one stream and for people on the other. */
function withoutDoubles(forPeople: readonly Recognised[], asJson: Recognised): readonly Recognised[] {
  const told = new Set(asJson.runs.map(({ framework }) => framework));
  return [...forPeople.filter(({ runs }) => !runs.some(({ framework }) => told.has(framework))), asJson];
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

function total(runs: readonly TestRun[]): TestCounts {
  const passed = runs.flatMap((run) => run.passed ?? []);
  const durations = runs.flatMap(({ durationMs }) => durationMs ?? []);
  const suites = runs.flatMap((run) => run.suites ?? []);
  return {
    ...(passed.length === runs.length && { passed: sum(passed) }),
    failed: sum(runs.map(({ failed }) => failed)),
    skipped: sum(runs.map(({ skipped }) => skipped)),
    todo: sum(runs.map(({ todo }) => todo)),
    ...(durations.length > 0 && { durationMs: sum(durations) }),
    ...(suites.length > 0 && {
      suites: { passed: sum(suites.map((one) => one.passed)), failed: sum(suites.map((one) => one.failed)) },
    }),
    ...(runs.some(({ isPartial }) => isPartial) && { isPartial: true }),
  };
}
