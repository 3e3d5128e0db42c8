import { testFailureOf } from "../reading/failure";
import { lasting, type OutputLines } from "../reading/outputLines";
import {
  type NamedPlace,
  nothingRecognised,
  type Recognised,
  type TestFailure,
  type TestRun,
} from "../reading/testRun";

const verdictLine = /^ *--- (PASS|FAIL|SKIP): (\S+) \((\d+\.\d+)s\)$/;
const beginning = /^=== (?:RUN|CONT|NAME) +(\S+)$/;
/** How a package ended. */
const packageLine = /^(ok|FAIL|\?) *\t(\S+)[ \t](.+)$/;

/** A test's verdict and what was printed of it. */
interface GoTest {
  readonly name: string;
  readonly verdict: string;
  readonly body: string[];
}

/** Everything that was printed of one package. */
interface GoPackage {
  readonly name: string;
  readonly isFailed: boolean;
  /** It has files of tests. */
  readonly hasFiles: boolean;
  readonly durationMs: number;
  readonly tests: readonly GoTest[];
  readonly isVerbose: boolean;
  /** It says that none of its tests ran: there is none, or none with the name that was wanted. */
  readonly isEmpty: boolean;
}

/** What `go test` prints for people, with `-v` or without; it counts packages alone. */
export function readGoTest({ lines }: OutputLines): Recognised {
  const packages = packagesIn(lines);
  if (packages.length === 0) return nothingRecognised;
  const tests = packages.flatMap((one) => one.tests);
  const withTests = packages.filter(({ hasFiles }) => hasFiles);
  const amount = (verdict: string) => tests.filter((test) => test.verdict === verdict).length;
  const run: TestRun = {
    framework: "go test",
    // Without -v nothing is said of a test that passes.
    ...(packages.every(({ isVerbose, isEmpty }) => isVerbose || isEmpty) && { passed: amount("PASS") }),
    failed: amount("FAIL"),
    skipped: amount("SKIP"),
    todo: 0,
    suites: {
      passed: withTests.filter(({ isFailed }) => !isFailed).length,
      failed: withTests.filter(({ isFailed }) => isFailed).length,
    },
    ...lasting(packages.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
  return { runs: [run], failures: packages.flatMap(failuresOf) };
}

function packagesIn(lines: readonly string[]): GoPackage[] {
  const packages: GoPackage[] = [];
  let tests: GoTest[] = [];
  let isVerbose = false;
  let printed = new Map<string, string[]>();
  let into: string[] = [];
  for (const line of lines) {
    const ended = packageEnd(line);
    const [, started] = beginning.exec(line) ?? [];
    const [, verdict, name] = verdictLine.exec(line) ?? [];
    if (ended) {
      packages.push({ ...ended, tests, isVerbose });
      [tests, isVerbose, printed, into] = [[], false, new Map(), []];
    } else if (started !== undefined) {
      isVerbose = true;
      into = printed.get(started) ?? [];
      printed.set(started, into);
    } else if (verdict !== undefined && name !== undefined) {
      into = printed.get(name) ?? [];
      printed.delete(name);
      tests.push({ name, verdict, body: into });
    } else into.push(line);
  }
  return packages;
}

function packageEnd(line: string): Omit<GoPackage, "tests" | "isVerbose"> | undefined {
  const [, mark, name, rest = ""] = packageLine.exec(line) ?? [];
  if (name === undefined) return undefined;
  const hasFiles = mark !== "?";
  if (!hasFiles && rest !== "[no test files]") return undefined;
  const [, seconds] = /^(\d+\.\d+)s\b/.exec(rest) ?? [];
  if (hasFiles && seconds === undefined && !/^(?:\(cached\)|\[(?:build|setup) failed\])/.test(rest)) return undefined;
  const isEmpty = !hasFiles || rest.endsWith(" [no tests to run]");
  return { name, isFailed: mark === "FAIL", durationMs: Number(seconds ?? 0) * 1000, hasFiles, isEmpty };
}

function failuresOf({ name: packageName, tests, isFailed }: GoPackage): TestFailure[] {
  const failed = tests.filter(({ verdict }) => verdict === "FAIL");
  if (isFailed && failed.length === 0) return [testFailureOf({ name: packageName, body: [], package: packageName })];
  return failed.map(({ name, body }) => goFailure(name, packageName, body));
}

/** A failed test of Go. */
export function goFailure(name: string, packageName: string | undefined, printed: readonly string[]): TestFailure {
  // The verdict of the whole test program stands at the margin.
  const body = printed.filter((line) => line !== "FAIL" && line !== "PASS" && !/^exit status \d+$/.test(line));
  return testFailureOf({ name, body, message: body, place: goPlace(body), package: packageName });
}

/** `    a_test.go:3: what`, or the first frame of a panic in a test's file. */
function goPlace(body: readonly string[]): NamedPlace | undefined {
  for (const line of body) {
    const [, file, number] = /^\s+([^\s:]+(?: [^\s:]+)*\.go):(\d{1,9})(?::| \+0x)/.exec(line) ?? [];
    if (file !== undefined && (!file.includes("/") || file.endsWith("_test.go"))) return { file, line: Number(number) };
  }
  return undefined;
}
