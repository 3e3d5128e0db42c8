/** The JSON reporters of mocha, jest and vitest. */
import { plainOutput } from "../../edits/terminal/terminalText";
import { testFailureOf } from "../reading/failure";
import {
  countOf,
  isRecord,
  type JsonRecord,
  jsonDocuments,
  jsonTextOf,
  positive,
  recordsIn,
} from "../reading/jsonDocuments";
import { lasting, type OutputLines } from "../reading/outputLines";
import { ownPlaces, scriptFrame } from "../reading/places";
import { nothingRecognised, type Recognised, type TestFailure, type TestRun } from "../reading/testRun";

export function readJsonReports(output: OutputLines): Recognised {
  const reports = jsonDocuments(output).flatMap((document) => mochaReport(document) ?? jestReport(document) ?? []);
  if (reports.length === 0) return nothingRecognised;
  return { runs: reports.flatMap(({ runs }) => runs), failures: reports.flatMap(({ failures }) => failures) };
}

function mochaReport({ stats, failures, tests }: JsonRecord): Recognised | undefined {
  if (!isRecord(stats) || !Array.isArray(failures) || !Array.isArray(tests)) return undefined;
  const run: TestRun = {
    framework: "mocha",
    passed: countOf(stats.passes),
    failed: countOf(stats.failures),
    skipped: countOf(stats.pending),
    todo: 0,
    ...lasting(Number(stats.duration ?? Number.NaN)),
  };
  const told = recordsIn(failures).map(({ fullTitle, file, err }) => {
    const { message, stack } = isRecord(err) ? err : ({} as JsonRecord);
    return scriptFailure(jsonTextOf(fullTitle), jsonTextOf(stack), jsonTextOf(message), jsonTextOf(file));
  });
  return { runs: [run], failures: told };
}

/** vitest writes the same, but for a few numbers that only jest has. */
function jestReport(report: JsonRecord): Recognised | undefined {
  const { numTotalTests, numTotalTestSuites, testResults, startTime } = report;
  if (!Number.isSafeInteger(numTotalTests) || !Number.isSafeInteger(numTotalTestSuites)) return undefined;
  const files = recordsIn(testResults);
  const isFailed = ({ status }: JsonRecord) => status === "failed";
  const lastEnd = Math.max(...files.map(({ endTime }) => countOf(Math.ceil(Number(endTime)))));
  const run: TestRun = {
    framework: "numRuntimeErrorTestSuites" in report ? "jest" : "vitest",
    passed: countOf(report.numPassedTests),
    failed: countOf(report.numFailedTests),
    skipped: countOf(report.numPendingTests),
    todo: countOf(report.numTodoTests),
    suites: { passed: files.filter((file) => !isFailed(file)).length, failed: files.filter(isFailed).length },
    ...lasting(lastEnd > 0 && countOf(startTime) > 0 ? lastEnd - countOf(startTime) : undefined),
  };
  return { runs: [run], failures: files.filter(isFailed).flatMap(failuresOfFile) };
}

function failuresOfFile({ name, message, assertionResults }: JsonRecord): TestFailure[] {
  const file = jsonTextOf(name);
  const failed = recordsIn(assertionResults).filter(({ status }) => status === "failed");
  if (failed.length === 0) return [scriptFailure(file, jsonTextOf(message), jsonTextOf(message), file)];
  return failed.map(({ fullName, failureMessages, location }) => {
    const stack = Array.isArray(failureMessages) ? failureMessages.map(jsonTextOf).join("\n") : "";
    const line = isRecord(location) ? positive(location.line) : undefined;
    return scriptFailure(jsonTextOf(fullName), stack, undefined, file, line);
  });
}

function scriptFailure(
  name: string,
  stack: string,
  message: string | undefined,
  file: string,
  line?: number,
): TestFailure {
  const body = plainOutput(stack).split("\n");
  const named = file === "" ? undefined : { file, ...(line !== undefined && { line }) };
  return testFailureOf({
    name,
    body,
    ...(message !== undefined && { message: plainOutput(message).split("\n") }),
    place: ownPlaces(body, scriptFrame)[0] ?? named,
  });
}
