import { testFailureOf } from "../reading/failure";
import { lasting, linesUntil, type OutputLines } from "../reading/outputLines";
import { isOwnFrame, placeAtEnd } from "../reading/places";
import {
  type NamedPlace,
  nothingRecognised,
  type Recognised,
  type TestFailure,
  type TestRun,
} from "../reading/testRun";

const result =
  /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; \d+ measured; \d+ filtered out(?:; finished in (\d+\.\d+)s)?$/;
const heading = /^---- (.+) (?:stdout|stderr) ----$/;

/** What the test programs print that `cargo test` runs, each a run of its own; those in documentation are one too. */
export function readCargoTest({ lines }: OutputLines): Recognised {
  const runs = lines.flatMap((line) => runOf(line) ?? []);
  return runs.length === 0 ? nothingRecognised : { runs, failures: failuresIn(lines) };
}

function runOf(line: string): TestRun | undefined {
  const [, passed, failed, ignored, seconds] = result.exec(line) ?? [];
  if (passed === undefined) return undefined;
  return {
    framework: "cargo test",
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(ignored),
    todo: 0,
    ...lasting(seconds === undefined ? undefined : Number(seconds) * 1000),
  };
}

function failuresIn(lines: readonly string[]): TestFailure[] {
  return lines.flatMap((line, at) => {
    const [, name] = heading.exec(line) ?? [];
    if (name === undefined) return [];
    const body = linesUntil(lines, at + 1, (line) => line === "failures:" || heading.test(line));
    return [
      testFailureOf({ name, body, message: messageOf(body), place: panicPlace(body) ?? documentationPlace(name) }),
    ];
  });
}

/** `thread 'x' panicked at src/lib.rs:3:9:`, before Rust 1.73 `… panicked at 'what', src/lib.rs:3:9`. */
function panicPlace(body: readonly string[]): NamedPlace | undefined {
  for (const line of body) {
    const start = line.indexOf(" panicked at ");
    if (start === -1) continue;
    const place = placeAtEnd(line.slice(start + " panicked at ".length).replace(/:$/, ""));
    const file = place?.file.slice(place.file.lastIndexOf("', ") + 1).replace(/^, /, "");
    if (place && file !== undefined && isOwnFrame({ file })) return { ...place, file };
  }
  return undefined;
}

/** `src/lib.rs - add (line 2)`. */
function documentationPlace(name: string): NamedPlace | undefined {
  const [, file, line] = /^(\S+\.(?:rs|md)) - .*\(line (\d{1,9})\)$/.exec(name) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

/** What follows the panic's own line, up to the hints that Rust gives. */
function messageOf(body: readonly string[]): readonly string[] {
  const panic = body.findIndex((line) => line.includes(" panicked at "));
  const start = panic === -1 || !body[panic]?.endsWith(":") ? Math.max(0, panic) : panic + 1;
  const end = body.findIndex((line, at) => at > start && /^(?:note: |stack backtrace:)/.test(line));
  return body.slice(start, end === -1 ? undefined : end);
}
