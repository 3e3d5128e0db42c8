import { testFailureOf } from "../reading/failure";
import { amounts, linesUntil, milliseconds, type OutputLines } from "../reading/outputLines";
import { isOwnFrame, placeAtEnd } from "../reading/places";
import { suiteRun } from "../reading/suiteRun";
import {
  type NamedPlace,
  nothingRecognised,
  type Recognised,
  type TestFailure,
  type TestRun,
} from "../reading/testRun";

const summary = /^ *(Test Files|Tests|Duration) {2}(.+)$/;

/** What vitest prints for people: the numbers on stdout, the failures on stderr. */
export function readVitest({ lines }: OutputLines): Recognised {
  const runs = runsIn(lines);
  return runs.length === 0 ? nothingRecognised : { runs, failures: failuresIn(lines) };
}

/** `2 failed | 1 passed (3)`. */
const counted = (text: string) => {
  const [, parts] = /^(.+) \(\d{1,9}\)$/.exec(text) ?? [];
  return parts === undefined ? undefined : amounts(parts, "|");
};

function runsIn(lines: readonly string[]): TestRun[] {
  const runs: TestRun[] = [];
  let files: ReadonlyMap<string, number> | undefined;
  for (const [at, line] of lines.entries()) {
    const [, title, text = ""] = summary.exec(line) ?? [];
    if (title === "Test Files") files = counted(text);
    if (title !== "Tests" || !files) continue;
    // Files that could not be loaded have no tests to count.
    const tests = text === "no tests" ? new Map<string, number>() : counted(text);
    if (!tests) continue;
    runs.push(suiteRun("vitest", tests, files, durationAfter(lines, at)));
    files = undefined;
  }
  return runs;
}

function durationAfter(lines: readonly string[], at: number): number | undefined {
  for (const line of lines.slice(at + 1, at + 5)) {
    const [, title, text = ""] = summary.exec(line) ?? [];
    if (title === "Duration") return milliseconds(text);
  }
  return undefined;
}

/** ` FAIL  file > group > test`, or ` FAIL  file [ file ]` for one that could not be loaded. */
const heading = /^ FAIL {2}(?:\|[^|]*\| )?(.+)$/;
/** Tests that share one printed failure, of which each is told. */
const maxOneKindLength = 100;
const isBlockEnd = (line: string) => /^⎯+\[\d+\/\d+\]⎯|^ FAIL {2}/.test(line);

/** Equal failures of several tests are printed once, below all their names. */
function failuresIn(lines: readonly string[]): TestFailure[] {
  const found: TestFailure[] = [];
  let names: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, name] = heading.exec(line) ?? [];
    if (name === undefined) continue;
    names.push(name);
    if (heading.test(lines[at + 1] ?? "")) continue;
    const body = linesUntil(lines, at + 1, isBlockEnd);
    found.push(...names.slice(0, maxOneKindLength).map((text) => oneFailure(text, body)));
    names = [];
  }
  return found;
}

function oneFailure(text: string, body: readonly string[]): TestFailure {
  const [path = "", ...names] = text.split(" > ");
  const file = path.replace(/ \[ .+ \]$/, "");
  return testFailureOf({ name: names.length === 0 ? file : names.join(" > "), body, place: placeOf(file, body) });
}

/** `❯ file:5:19`, or `❯ call file:5:19`: the file of the test may have blanks in its name, others are taken to have none. */
function placeOf(file: string, body: readonly string[]): NamedPlace {
  for (const line of body) {
    if (!/^ ❯ /.test(line)) continue;
    const place = placeAtEnd(line);
    if (!place) continue;
    const named = place.file.endsWith(` ${file}`) ? file : (place.file.split(" ").at(-1) as string);
    if (isOwnFrame({ file: named })) return { ...place, file: named };
  }
  return { file };
}
