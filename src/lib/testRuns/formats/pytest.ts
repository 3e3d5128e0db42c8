import { testFailureOf } from "../reading/failure";
import { amounts, lasting, type OutputLines } from "../reading/outputLines";
import { isOwnFrame, pythonError, pythonFrame } from "../reading/places";
import {
  type NamedPlace,
  nothingRecognised,
  type Recognised,
  type TestFailure,
  type TestRun,
} from "../reading/testRun";

const kinds = ["failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warning", "error", "rerun"];
const isKind = (word: string) => kinds.includes(word) || kinds.includes(word.replace(/s$/, ""));

/** What pytest prints, at any verbosity and with any kind of traceback. */
export function readPytest({ lines }: OutputLines): Recognised {
  const runs = lines.flatMap((line) => runOf(line) ?? []);
  return runs.length === 0 ? nothingRecognised : { runs, failures: failuresIn(lines) };
}

/** `== 1 failed, 2 passed in 0.03s ==`, with `-q` without the bars. */
function runOf(line: string): TestRun | undefined {
  const bare = line.replace(/^=+ /, "").replace(/ =+$/, "");
  const [, text, seconds] = /^(.+) in (\d+\.\d+)s(?: \([\d:]+\))?$/.exec(bare) ?? [];
  if (text === undefined) return undefined;
  const counts = text === "no tests ran" ? new Map<string, number>() : amounts(text, ",");
  if (!counts || ![...counts.keys()].every(isKind)) return undefined;
  const of = (word: string) => counts.get(word) ?? 0;
  return {
    framework: "pytest",
    passed: of("passed") + of("xpassed"),
    failed: of("failed") + of("error") + of("errors"),
    skipped: of("skipped"),
    todo: of("xfailed"),
    ...lasting(Number(seconds) * 1000),
  };
}

/** What is told of one failure below the title that bears its name. */
interface Section {
  readonly title: string;
  readonly body: readonly string[];
}

const sectionTitle = /^_{2,} (.+?) _{2,}$/;
const chapter = /^={3,} (.+?) ={3,}$/;

function sectionsIn(lines: readonly string[]): Section[] {
  const found: { title: string; body: string[] }[] = [];
  let body: string[] = [];
  let isTold = false;
  for (const line of lines) {
    const [, name] = chapter.exec(line) ?? [];
    const [, title] = sectionTitle.exec(line) ?? [];
    if (name !== undefined) {
      isTold = name === "FAILURES" || name === "ERRORS";
      body = [];
    } else if (isTold && title !== undefined) {
      body = [];
      found.push({ title, body });
    } else if (isTold) body.push(line);
  }
  return found;
}

/** A line of the short summary: `FAILED a.py::test - what`. A parameter in brackets may hold the dash as well. */
function summaryOf(line: string): { readonly id: string; readonly message: string } | undefined {
  const [, text] = /^(?:FAILED|ERROR) (.+)$/.exec(line) ?? [];
  if (text === undefined) return undefined;
  const dash = text.indexOf(" - ");
  const bracket = text.indexOf("[");
  const closing = bracket !== -1 && (dash === -1 || bracket < dash) ? text.indexOf("] - ") : -1;
  const end = closing === -1 ? dash : closing + 1;
  const id = end === -1 ? text : text.slice(0, end);
  return /^\S+\.py(?:::|$)/.test(id) ? { id, message: end === -1 ? "" : text.slice(end + 3) } : undefined;
}

function failuresIn(lines: readonly string[]): TestFailure[] {
  const sections = sectionsIn(lines);
  const summary = lines.flatMap((line) => summaryOf(line) ?? []);
  if (summary.length === 0) return sections.map(({ title, body }) => oneFailure(testName(title), undefined, body));
  const takeBody = bodiesByName(sections);
  return summary.map(({ id, message }) => {
    const [file = "", ...names] = id.split("::");
    const body = takeBody(names.length === 0 ? file : names.join("."));
    return oneFailure(id, file, body ?? [message]);
  });
}

/** Tests of one name in several files are told of in the order of the summary. */
function bodiesByName(sections: readonly Section[]): (name: string) => readonly string[] | undefined {
  const bodies = new Map<string, (readonly string[])[]>();
  for (const { title, body } of sections) {
    const name = testName(title);
    const before = bodies.get(name);
    if (before) before.push(body);
    else bodies.set(name, [body]);
  }
  for (const ofName of bodies.values()) ofName.reverse();
  return (name) => bodies.get(name)?.pop();
}

/** `ERROR at setup of test_x` and `ERROR collecting test_x.py` are titles too. */
const testName = (title: string) => title.replace(/^ERROR (?:at \w+ of|collecting) /, "");

function oneFailure(name: string, file: string | undefined, body: readonly string[]): TestFailure {
  const said = body.filter((line) => /^E( |$)/.test(line)).map((line) => line.slice(1));
  return testFailureOf({ name, body, message: said.length > 0 ? said : pythonError(body), place: placeOf(file, body) });
}

/** `a.py:3: AssertionError`, `a.py:3: in call`. */
function location(line: string): NamedPlace | undefined {
  const [, path, number] = /^([^\s:][^:]*\.pyx?):(\d{1,9}): ?/.exec(line) ?? [];
  return path === undefined ? pythonFrame(line) : { file: path, line: Number(number) };
}

/** The innermost place in the test's own file, else the innermost in any that is no library. */
function placeOf(file: string | undefined, body: readonly string[]): NamedPlace | undefined {
  const places = body.map(location).filter((place): place is NamedPlace => place !== undefined && isOwnFrame(place));
  const own = places.findLast((place) => place.file === file || place.file.endsWith(`/${file}`));
  return own ?? places.at(-1) ?? (file === undefined ? undefined : { file });
}
