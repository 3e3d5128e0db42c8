import { testFailureOf } from "../reading/failure";
import { lasting, milliseconds, type OutputLines } from "../reading/outputLines";
import { ownPlaces, placeAtEnd, scriptFrame } from "../reading/places";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

/** `FAILED | 1 passed (2 steps) | 1 failed | 1 ignored (5ms)`. */
const summary = /^(?:ok|FAILED) \| (\d.*) \((\d[^()]*)\)$/;

/** What `deno test` prints for people. */
export function readDenoTest({ lines }: OutputLines): Recognised {
  const runs = lines.flatMap((line) => runOf(line) ?? []);
  return runs.length === 0 ? nothingRecognised : { runs, failures: failuresIn(lines) };
}

function runOf(line: string): TestRun | undefined {
  const [, text, time] = summary.exec(line) ?? [];
  if (text === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const part of text.split(" | ")) {
    const [, amount, word] =
      /^(\d{1,9}) (passed|failed|ignored|filtered out|measured)(?: \(\d+ steps?\))?$/.exec(part) ?? [];
    if (word === undefined) return undefined;
    counts.set(word, Number(amount));
  }
  return {
    framework: "deno test",
    passed: counts.get("passed") ?? 0,
    failed: counts.get("failed") ?? 0,
    skipped: counts.get("ignored") ?? 0,
    todo: 0,
    ...lasting(milliseconds(time as string)),
  };
}

/** In the chapter of errors: `group ... test => ./a_test.ts:3:6`, then what was wrong. */
function failuresIn(lines: readonly string[]): TestFailure[] {
  const found: { name: string; where: string; body: string[] }[] = [];
  let isTold = false;
  for (const line of lines) {
    if (/^ ?(?:ERRORS|FAILURES) ?$/.test(line)) isTold = line.includes("ERRORS");
    if (!isTold || summary.test(line)) continue;
    const arrow = line.lastIndexOf(" => ");
    if (/^\S/.test(line) && arrow > 0 && placeAtEnd(line)) {
      found.push({ name: line.slice(0, arrow), where: line.slice(arrow + 4), body: [] });
    } else found.at(-1)?.body.push(line);
  }
  return found.map(({ name, where, body }) => {
    const place = ownPlaces(body, scriptFrame)[0] ?? placeAtEnd(where);
    return testFailureOf({ name, body, place });
  });
}
