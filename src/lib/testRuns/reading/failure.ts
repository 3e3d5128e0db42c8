import { indentOf } from "./outputLines";
import type { NamedPlace, TestFailure } from "./testRun";

const maxName = 300;
const maxMessage = 2000;
const maxStack = 4000;
/** Lines of one failure that are looked at. */
const maxLines = 200;

/** What a reader knows of a failure. */
export interface FailureFacts {
  readonly name: string;
  /** What was printed of it. */
  readonly body: readonly string[];
  /** The lines of the body that are its message; by default those before the first frame. */
  readonly message?: readonly string[];
  readonly place?: NamedPlace | undefined;
  readonly package?: string | undefined;
}

/** White space that all lines have in front is taken away, and blank lines around them. */
function trimmed(lines: readonly string[]): string {
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  return lines
    .map((line) => (Number.isFinite(indent) ? line.slice(indent) : "").trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/** A line of a stack, or what the programs print in front of one. */
const isFrame = (line: string) => /^\s*(?:at |❯ |stack backtrace:|File ")/.test(line);

function beforeFrames(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isFrame);
  return first === -1 ? lines : lines.slice(0, first);
}

/** The failure, with every text held to its length. */
export function testFailureOf(facts: FailureFacts): TestFailure {
  const body = facts.body.slice(0, maxLines);
  const stack = trimmed(body).slice(0, maxStack);
  const message = trimmed((facts.message ?? beforeFrames(body)).slice(0, maxLines)).slice(0, maxMessage);
  return {
    name: facts.name.trim().slice(0, maxName),
    ...facts.place,
    message,
    ...(stack !== "" && stack !== message && { stack }),
    ...(facts.package !== undefined && { package: facts.package }),
  };
}
