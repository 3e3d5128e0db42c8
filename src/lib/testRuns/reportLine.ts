import { endingText } from "../../core/jobs/commandEnding";
import type { CommandOutcome } from "../../core/ports/shell";
import type { ResolvedPath } from "../../core/vocabulary/effect";
import type { TestFailure, TestReport } from "./reading/testRun";

/** A failure whose place is there and may be told of. */
export interface LocatedFailure extends TestFailure {
  /** The file that `file` means, inside the roots; absent where there is none. */
  readonly target?: ResolvedPath;
}

/** A report with the places of its failures. */
export interface LocatedReport extends TestReport {
  readonly failures: readonly LocatedFailure[];
}

/** Failures that the line names. */
const maxNamed = 5;
/** Characters of each name. */
const maxName = 80;

/** `a.ts:3`, or the file alone; undefined without one that is there. */
export const shownPlace = ({ target, line }: LocatedFailure): string | undefined =>
  target && (line === undefined ? target.shown : `${target.shown}:${line}`);

const quoted = (name: string) => JSON.stringify(name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name);

function named(failure: LocatedFailure): string {
  const place = shownPlace(failure);
  return place === undefined ? quoted(failure.name) : `${quoted(failure.name)} ${place}`;
}

function countsText({ passed, failed, skipped, todo, suites, isPartial }: LocatedReport): string {
  const parts = [
    `${failed} failed`,
    ...(passed === undefined ? [] : [`${passed} passed`]),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(todo > 0 ? [`${todo} todo`] : []),
    ...(suites && suites.failed > 0
      ? [`${suites.failed} of ${suites.passed + suites.failed} files or packages failed`]
      : []),
  ];
  return `${isPartial ? "at least " : ""}${parts.join(", ")}`;
}

/** What the program says of itself is no more than that: its exit code may say otherwise. */
function contradiction(
  report: LocatedReport,
  outcome: Pick<CommandOutcome, "exitCode" | "signal">,
): string | undefined {
  const isFailed = report.failed > 0 || report.failures.length > 0 || (report.suites?.failed ?? 0) > 0;
  if (isFailed === (outcome.exitCode !== 0)) return undefined;
  return `${endingText(outcome)} though the run says ${isFailed ? "that tests failed" : "that none failed"}`;
}

/** One line beside the complete output, for a model: numbers, where to look, and what does not fit together (EX-2, C-33). */
export function reportLine(report: LocatedReport, outcome: Pick<CommandOutcome, "exitCode" | "signal">): string {
  const { framework, failures, failuresLeftOut = 0 } = report;
  const more = failures.length - maxNamed + failuresLeftOut;
  const names = failures.slice(0, maxNamed).map(named);
  const doubt = contradiction(report, outcome);
  const parts = [
    `${countsText(report)} (${framework})`,
    ...(names.length > 0 ? [`failing: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`] : []),
    ...(doubt === undefined ? [] : [doubt]),
  ];
  return `[tests: ${parts.join("; ")}]`;
}
