import { indentOf, type OutputLines } from "../reading/outputLines";
import { nothingRecognised, type Recognised } from "../reading/testRun";
import { trailerLine } from "./nodeTest";
import { type TapFields, tapFields } from "./tapFields";
import { type TapPoint, TapRun } from "./tapRun";

/** Numbered test points alone: a line that happens to begin with `ok` is none. */
function pointOf(line: string): TapPoint | undefined {
  const [, white, verdict, number, text] = /^( *)(not ok|ok) (\d{1,9})(?: -)?(?: (.*))?$/.exec(line) ?? [];
  if (white === undefined) return undefined;
  return { indent: white.length, isOk: verdict === "ok", number: Number(number), text: text ?? "" };
}

const version = /^TAP version 1[234]$/;
const planOf = (line: string) => {
  const [, amount] = /^1\.\.(\d{1,9})(?: |$)/.exec(line) ?? [];
  return amount === undefined ? undefined : Number(amount);
};

/** TAP 12, 13 and 14, with subtests in either way of writing them: what node:test, tap, tape, mocha and vitest print. */
export function readTap({ lines }: OutputLines): Recognised {
  const reading = new Reading(lines);
  for (let at = 0; at < lines.length; ) at = reading.readAt(at);
  const runs = reading.runs.filter((run) => run.isReal);
  if (runs.length === 0) return nothingRecognised;
  return { runs: runs.map((run) => run.result()), failures: runs.flatMap(({ failures }) => failures) };
}

class Reading {
  readonly runs: TapRun[] = [];

  constructor(private readonly lines: readonly string[]) {}

  /** @returns where to go on. */
  readAt(at: number): number {
    const line = this.lines[at] as string;
    if (version.test(line)) this.#begin(true);
    const point = pointOf(line);
    if (point) return this.#readPoint(point, at);
    this.#readOther(line);
    return at + 1;
  }

  #begin(isAnnounced: boolean): TapRun {
    const run = new TapRun(isAnnounced);
    this.runs.push(run);
    return run;
  }

  /** The run that a line belongs to which may be the first of one. */
  #runFor(isFirst: (run: TapRun) => boolean): TapRun {
    const run = this.runs.at(-1);
    return run && !isFirst(run) ? run : this.#begin(false);
  }

  #readPoint(point: TapPoint, at: number): number {
    const run = this.#runFor(({ atMargin }) => point.indent === 0 && point.number === 1 && atMargin > 0);
    if (point.text.endsWith(" {")) {
      run.addGroup(point);
      return at + 1;
    }
    const { body, fields, next } = this.#below(point, at + 1);
    run.add(point, body, fields);
    return next;
  }

  /** What tells of a point: YAML between `---` and `...`, or deeper lines that are no TAP. */
  #below({ indent }: TapPoint, start: number): { body: readonly string[]; fields: TapFields; next: number } {
    const { lines } = this;
    const opening = lines[start] ?? "";
    const isYaml = opening.trim() === "---" && indentOf(opening) > indent;
    const closing = `${" ".repeat(indentOf(opening))}...`;
    let end = isYaml ? start + 1 : start;
    while (end < lines.length && (isYaml ? lines[end] !== closing : isRemark(lines[end] as string, indent))) end++;
    const body = lines.slice(isYaml ? start + 1 : start, end);
    return { body, fields: isYaml ? tapFields(body) : new Map(), next: isYaml ? end + 1 : end };
  }

  #readOther(line: string): void {
    const amount = planOf(line);
    if (amount !== undefined) this.#runFor(({ planned }) => planned !== undefined).planned = amount;
    const run = this.runs.at(-1);
    if (!run) return;
    if (/^ *\}$/.test(line)) run.endGroup(indentOf(line));
    const entry = trailerLine(line, "#");
    if (entry) run.trailer.set(...entry);
  }
}

const isRemark = (line: string, indent: number) =>
  line.trim() !== "" && indentOf(line) > indent && !pointOf(line) && !/^ *(?:# |1\.\.\d)/.test(line);
