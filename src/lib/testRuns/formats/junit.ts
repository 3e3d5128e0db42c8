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
import { type XmlTag, xmlTags } from "../reading/xmlTags";

interface TestCase {
  readonly attributes: XmlTag["attributes"];
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
  const cases = testCases(xmlTags(whole.slice(start).join("\n")));
  if (cases.length === 0) return nothingRecognised;
  const amount = (verdict: TestCase["verdict"]) => cases.filter((one) => one.verdict === verdict).length;
  const seconds = cases.reduce((sum, { attributes }) => sum + (Number(attributes.get("time")) || 0), 0);
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
function testCases(tags: Iterable<XmlTag>): TestCase[] {
  const cases: TestCase[] = [];
  let open: TestCase | undefined;
  for (const tag of tags) {
    if (tag.name === "testcase") {
      open = { attributes: tag.attributes, verdict: "passed", message: "", text: "" };
      if (tag.isEmpty) cases.push(open);
    } else if (!open) continue;
    else if (tag.name === "/testcase") {
      cases.push(open);
      open = undefined;
    } else readPart(open, tag);
  }
  return cases;
}

function readPart(open: TestCase, tag: XmlTag): void {
  if (tag.name === "failure" || tag.name === "error") {
    open.verdict = "failed";
    open.message ||= tag.attributes.get("message") ?? "";
  }
  if (tag.name === "/failure" || tag.name === "/error") open.text ||= tag.textBefore;
  if (tag.name === "skipped" && open.verdict !== "failed")
    open.verdict = /^(?:todo|pytest\.xfail)$/.test(tag.attributes.get("type") ?? "") ? "todo" : "skipped";
}

function failureOfCase({ attributes, message, text }: TestCase): TestFailure {
  const group = attributes.get("classname") ?? "";
  const name = attributes.get("name") ?? "";
  const body = text.split("\n");
  return testFailureOf({
    // node:test puts `test` where others put the group.
    name: group === "" || group === "test" || group === name ? name : `${group} ${name}`,
    body,
    ...(message !== "" && { message: message.split("\n") }),
    place: placeOf(attributes, body),
  });
}

function placeOf(attributes: XmlTag["attributes"], body: readonly string[]): NamedPlace | undefined {
  const script = ownPlaces(body, scriptFrame)[0];
  const python = ownPlaces(body, pythonFrame).at(-1) ?? ownPlaces(body, pytestPlace).at(-1);
  const file = attributes.get("file");
  const line = Number(attributes.get("line"));
  return script ?? python ?? (file ? { file, ...(line > 0 && { line }) } : undefined);
}

/** `a.py:3: AssertionError`. */
const pytestPlace = (line: string) =>
  /^[^\s:][^:]*\.py:\d+: \w*$/.test(line) ? placeAtEnd(line.replace(/: \w*$/, "")) : undefined;
