/** From the indentation a text was given with to the one the file has at that place. */
import { indentLength } from "./foldedText";

/** Gives an indentation of the given text the file's form. */
export type Reindent = (indent: string) => string;

const indentOf = (line: string) => line.slice(0, indentLength(line));
const isFilled = (line: string) => line.trim() !== "";

/** How much deeper one line is than what all lines share: the same step written in two ways. */
interface Step {
  readonly given: string;
  readonly actual: string;
}

/**
 * How a block was indented otherwise: moved as a whole, written with other units (tabs or spaces), or both. Relative
 * indentation must be the same.
 * @param given lines of the text that was to be found. @param actual the lines of the file that are alike but for indentation.
 * @returns undefined when the lines stand otherwise to each other.
 */
export function reindentation(given: readonly string[], actual: readonly string[]): Reindent | undefined {
  const pairs = given.flatMap((line, at) =>
    isFilled(line) ? [{ given: indentOf(line), actual: indentOf(actual[at] ?? "") }] : [],
  );
  if (pairs.length === 0) return undefined;
  const base = {
    given: pairs.map((pair) => pair.given).reduce(commonStart),
    actual: pairs.map((pair) => pair.actual).reduce(commonStart),
  };
  const steps = pairs.map((pair) => ({
    given: pair.given.slice(base.given.length),
    actual: pair.actual.slice(base.actual.length),
  }));
  const unit = unitOf(steps, base);
  return unit && ((indent) => placed(indent, base, unit));
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

/** The one step of which all are multiples; a step that is itself when given and file agree. */
function unitOf(steps: readonly Step[], base: Step): Step | undefined {
  const deeper = steps.filter((step) => step.given !== "" || step.actual !== "");
  if (deeper.length === 0) return unitOfBase(base);
  if (deeper.every((step) => step.given === step.actual)) return same;
  const unit = {
    given: greatestUnit(deeper.map((step) => step.given)),
    actual: greatestUnit(deeper.map((step) => step.actual)),
  };
  if (unit.given === "" || unit.actual === "") return undefined;
  const fits = deeper.every(
    (step) => step.given.length / unit.given.length === step.actual.length / unit.actual.length,
  );
  return fits ? unit : undefined;
}

/** Steps stay as they are. */
const same: Step = { given: "", actual: "" };

/** A block of one depth tells its unit when it is spaces here and tabs there. */
function unitOfBase(base: Step): Step {
  const given = greatestUnit([base.given]);
  const actual = greatestUnit([base.actual]);
  if (given === "" || actual === "" || given[0] === actual[0]) return same;
  const tabs = given[0] === "\t" ? given.length : actual.length;
  const perTab = (given[0] === "\t" ? actual.length : given.length) / tabs;
  if (!Number.isInteger(perTab)) return same;
  const spaces = " ".repeat(perTab);
  return given[0] === "\t" ? { given: "\t", actual: spaces } : { given: spaces, actual: "\t" };
}

/** The longest run of one character of which all are multiples; empty when they mix characters. */
function greatestUnit(indents: readonly string[]): string {
  const char = indents[0]?.[0];
  if (char === undefined || indents.some((indent) => indent.replaceAll(char, "") !== "")) return "";
  return char.repeat(indents.map(({ length }) => length).reduce(greatestDivisor));
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** An indentation that is less than the block's is less by the same in the file; one of another kind stays. */
function placed(indent: string, base: Step, unit: Step): string {
  if (indent.startsWith(base.given)) return base.actual + converted(indent.slice(base.given.length), unit);
  if (!base.given.startsWith(indent)) return indent;
  const missing = converted(base.given.slice(indent.length), unit);
  return base.actual.endsWith(missing) ? base.actual.slice(0, base.actual.length - missing.length) : "";
}

function converted(step: string, { given, actual }: Step): string {
  if (given === "") return step;
  let at = 0;
  let out = "";
  for (; step.startsWith(given, at); at += given.length) out += actual;
  return out + step.slice(at);
}

/** A line of new text as it is indented at its place; lines of white space stay as they are. */
export const reindented = (line: string, reindent: Reindent): string =>
  isFilled(line) ? reindent(indentOf(line)) + line.slice(indentLength(line)) : line;
