import { testFailureOf } from "../reading/failure";
import { indentOf, lasting, linesUntil, type OutputLines } from "../reading/outputLines";
import { ownPlaces, placeAtEnd, scriptFrame } from "../reading/places";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

/** The numbers with which every reporter of node:test but `dot` and `junit` ends, behind its own mark. */
export type NodeTrailer = ReadonlyMap<string, number>;

const trailerNames = ["tests", "suites", "pass", "fail", "cancelled", "skipped", "todo", "duration_ms"];

/** What ends at `duration_ms`, which node:test prints last. */
export function nodeTestRun(trailer: NodeTrailer): TestRun | undefined {
  if (!trailerNames.every((name) => trailer.has(name))) return undefined;
  const of = (name: string) => trailer.get(name) as number;
  return {
    framework: "node:test",
    passed: of("pass"),
    failed: of("fail") + of("cancelled"),
    skipped: of("skipped"),
    todo: of("todo"),
    ...lasting(of("duration_ms")),
  };
}

/** A line of a trailer. */
export function trailerLine(line: string, mark: "ℹ" | "#"): readonly [name: string, amount: number] | undefined {
  const [, name, amount] = /^(\w+) +(\d{1,9}(?:\.\d+)?)$/.exec(line.slice(2)) ?? [];
  return name !== undefined && line.startsWith(`${mark} `) ? [name, Number(amount)] : undefined;
}

/** The reporters `spec` and `dot`; TAP and JUnit have readers of their own. */
export function readNodeTest({ lines }: OutputLines): Recognised {
  const runs = specRuns(lines);
  if (runs.length > 0) return { runs, failures: specFailures(lines) };
  return dotRun(lines);
}

function specRuns(lines: readonly string[]): TestRun[] {
  const runs: TestRun[] = [];
  let trailer = new Map<string, number>();
  for (const line of lines) {
    const entry = trailerLine(line, "ℹ");
    if (!entry) continue;
    trailer.set(...entry);
    const run = entry[0] === "duration_ms" && nodeTestRun(trailer);
    if (!run) continue;
    runs.push(run);
    trailer = new Map();
  }
  return runs;
}

/** A test's line: `✖ name (1.2ms)`. */
const failed = /^✖ (.+) \(\d+(?:\.\d+)?ms\)/;

function specFailures(lines: readonly string[]): TestFailure[] {
  return lines.flatMap((line, at) => {
    const [, name] = failed.exec(line) ?? [];
    const where = lines[at - 1] ?? "";
    if (name === undefined || !where.startsWith("test at ")) return [];
    const body = linesUntil(lines, at + 1, isOutside);
    const place = ownPlaces(body, scriptFrame)[0] ?? placeAtEnd(where.slice("test at ".length));
    return [testFailureOf({ name, body, place })];
  });
}

const isOutside = (line: string) => line !== "" && indentOf(line) === 0;

/** It counts nothing, and marks groups like tests: only what it lists at the end is known. */
function dotRun(lines: readonly string[]): Recognised {
  const list = lines.indexOf("Failed tests:");
  if (list === -1 || !lines.slice(0, list).some((line) => /^[.X]*X[.X]*$/.test(line))) return nothingRecognised;
  const failures = lines.slice(list).flatMap((line, at) => {
    const [, name] = failed.exec(line) ?? [];
    if (name === undefined) return [];
    const body = linesUntil(lines, list + at + 1, isOutside);
    if (body.length === 0 || /^ {2}'\d+ subtests? failed'$/.test(body[0] as string)) return [];
    return [testFailureOf({ name, body, place: ownPlaces(body, scriptFrame)[0] })];
  });
  return { runs: [{ framework: "node:test", failed: failures.length, skipped: 0, todo: 0 }], failures };
}
