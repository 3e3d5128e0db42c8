import { testFailureOf } from "../reading/failure";
import { lasting, type OutputLines } from "../reading/outputLines";
import { ownPlaces, placeAtEnd, pythonFrame, scriptFrame } from "../reading/places";
import {
  type NamedPlace,
  nothingRecognised,
  type Recognised,
  type TestFailure,
  type TestRun,
} from "../reading/testRun";
import { xmlParser } from "../reading/xmlParser";

type Attributes = Readonly<Record<string, string>>;

interface TestCase {
  readonly attributes: Attributes;
  verdict: "passed" | "failed" | "skipped" | "todo";
  /** What the failure's own tag says. */
  message: string;
  /** What stands in it. */
  text: string;
}

/** JUnit XML on the output, by whichever program; files with it are not looked for. */
export function readJunit({ whole }: OutputLines): Recognised {
  const start = whole.findIndex((line) => line.includes("<testsuite"));
  if (start === -1) return nothingRecognised;
  const cases = testCases(whole.slice(start).join("\n"));
  if (cases.length === 0) return nothingRecognised;
  const amount = (verdict: TestCase["verdict"]) => cases.filter((one) => one.verdict === verdict).length;
  const seconds = cases.reduce((sum, { attributes }) => sum + (Number(attributes.time) || 0), 0);
  const run: TestRun = {
    framework: "JUnit XML",
    passed: amount("passed"),
    failed: amount("failed"),
    skipped: amount("skipped"),
    todo: amount("todo"),
    ...lasting(seconds * 1000),
  };
  return { runs: [run], failures: cases.filter(({ verdict }) => verdict === "failed").map(failureOfCase) };
}

/** Those that the output holds to their end. */
function testCases(text: string): TestCase[] {
  const cases: TestCase[] = [];
  let open: TestCase | undefined;
  let pieces: string[] = [];
  let isOver = false;
  const Parser = xmlParser();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        pieces = [];
        if (name === "testcase") open = { attributes, verdict: "passed", message: "", text: "" };
        else if (open) readPart(open, name, attributes);
      },
      ontext: (piece) => void pieces.push(piece),
      onclosetag(name, isImplied) {
        if (!open || (isImplied && isOver)) return;
        if (name === "testcase") {
          cases.push(open);
          open = undefined;
        } else if (name === "failure" || name === "error") open.text ||= pieces.join("");
        pieces = [];
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  // What is still open then is closed without having ended.
  isOver = true;
  parser.end();
  return cases;
}

function readPart(open: TestCase, name: string, attributes: Attributes): void {
  if (name === "failure" || name === "error") {
    open.verdict = "failed";
    open.message ||= attributes.message ?? "";
  }
  if (name === "skipped" && open.verdict !== "failed")
    open.verdict = /^(?:todo|pytest\.xfail)$/.test(attributes.type ?? "") ? "todo" : "skipped";
}

function failureOfCase({ attributes, message, text }: TestCase): TestFailure {
  const group = attributes.classname ?? "";
  const name = attributes.name ?? "";
  const body = text.split("\n");
  return testFailureOf({
    // node:test puts `test` where others put the group.
    name: group === "" || group === "test" || group === name ? name : `${group} ${name}`,
    body,
    ...(message !== "" && { message: message.split("\n") }),
    place: placeOf(attributes, body),
  });
}

function placeOf(attributes: Attributes, body: readonly string[]): NamedPlace | undefined {
  const script = ownPlaces(body, scriptFrame)[0];
  const python = ownPlaces(body, pythonFrame).at(-1) ?? ownPlaces(body, pytestPlace).at(-1);
  const file = attributes.file;
  const line = Number(attributes.line);
  return script ?? python ?? (file ? { file, ...(line > 0 && { line }) } : undefined);
}

/** `a.py:3: AssertionError`. */
const pytestPlace = (line: string) =>
  /^[^\s:][^:]*\.py:\d+: \w*$/.test(line) ? placeAtEnd(line.replace(/: \w*$/, "")) : undefined;
