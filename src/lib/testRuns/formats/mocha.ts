import { testFailureOf } from "../reading/failure";
import { indentOf, lasting, milliseconds, type OutputLines } from "../reading/outputLines";
import { ownPlaces, scriptFrame } from "../reading/places";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

/** Where a run's numbers stand. */
const passing = /^ {2}(\d{1,9}) passing \((.+)\)$/;
const others = /^ {2}(\d{1,9}) (pending|failing)$/;

/** What mocha's reporters for people print at the end: spec, dot, min, list and their like. */
export function readMocha({ lines }: OutputLines): Recognised {
  const starts = lines.flatMap((line, at) => (passing.test(line) ? [at] : []));
  if (starts.length === 0) return nothingRecognised;
  const sections = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  return { runs: sections.map(runOf), failures: sections.flatMap(failuresIn) };
}

function runOf(section: readonly string[]): TestRun {
  const [, passed, time] = passing.exec(section[0] as string) ?? [];
  const counts: Record<string, number> = { pending: 0, failing: 0 };
  for (const line of section.slice(1)) {
    const [, amount, word] = others.exec(line) ?? [];
    if (word === undefined) break;
    counts[word] = Number(amount);
  }
  return {
    framework: "mocha",
    passed: Number(passed),
    failed: counts.failing as number,
    skipped: counts.pending as number,
    todo: 0,
    ...lasting(milliseconds(time as string)),
  };
}

/** `  1) group`, then deeper lines until the one that a colon ends, then what was wrong. */
function failuresIn(section: readonly string[]): TestFailure[] {
  const starts: number[] = [];
  for (const [at, line] of section.entries()) if (line.startsWith(`  ${starts.length + 1}) `)) starts.push(at);
  return starts.map((start, index) => oneFailure(section.slice(start, starts[index + 1] ?? section.length)));
}

function oneFailure(lines: readonly string[]): TestFailure {
  const titleEnd = Math.max(
    0,
    lines.findIndex((line) => line.endsWith(":")),
  );
  const title = lines.slice(0, titleEnd + 1).map((line) => line.trim());
  const name = title
    .join(" ")
    .replace(/^\d+\) /, "")
    .replace(/:$/, "");
  const body = untilOtherOutput(lines.slice(titleEnd + 1));
  return testFailureOf({ name, body, place: ownPlaces(body, scriptFrame)[0] });
}

/** Columns in front of the lines of a stack; a message may stand at the margin. */
const stackIndent = 4;

/** What is not as deep as the stack and comes after it is somebody else's. */
function untilOtherOutput(lines: readonly string[]): readonly string[] {
  const firstFrame = lines.findIndex((line) => scriptFrame(line) !== undefined);
  if (firstFrame === -1) return lines;
  const end = lines.findIndex((line, at) => at > firstFrame && line.trim() !== "" && indentOf(line) < stackIndent);
  return end === -1 ? lines : lines.slice(0, end);
}
