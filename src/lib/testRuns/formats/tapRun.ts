import type { TestFailure, TestRun } from "../reading/testRun";
import { nodeTestRun } from "./nodeTest";
import { failureOfPoint } from "./tapFailure";
import type { TapFields } from "./tapFields";

/** A line of a test, as it is printed. */
export interface TapPoint {
  readonly indent: number;
  readonly isOk: boolean;
  readonly number: number;
  /** Its name and what follows it. */
  readonly text: string;
}

const directive = /(?:^| )# (skip|todo)\b/i;

interface Level {
  readonly indent: number;
  points: number;
  failed: number;
}

/** Counts the test points of one run; those that sum up points below them are not counted. */
export class TapRun {
  readonly failures: TestFailure[] = [];
  /** The numbers behind `#` at the end, by their names. */
  readonly trailer = new Map<string, number>();
  /** How many points at the margin were announced. */
  planned: number | undefined;
  /** Points at the margin so far. */
  atMargin = 0;
  readonly #counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  readonly #levels: Level[] = [];

  /** @param isAnnounced a line with the version came first. */
  constructor(private readonly isAnnounced: boolean) {}

  /** False for lines that only look like test points. */
  get isReal(): boolean {
    const isEmpty = this.planned === 0 && this.trailer.get("tests") === 0;
    return (this.isAnnounced || this.planned !== undefined) && (isEmpty || this.#levels.length > 0);
  }

  add(point: TapPoint, body: readonly string[], fields: TapFields): void {
    const below = this.#enter(point.indent);
    const kind = directive.exec(point.text)?.[1]?.toLowerCase();
    const isFailed = !point.isOk && kind === undefined;
    if (isFailed) this.#at(point.indent).failed++;
    const isSum = below.points > 0 && !(isFailed && below.failed === 0);
    if (isSum || fields.get("type") === "suite") return;
    if (isFailed) this.failures.push(failureOfPoint(point.text, body, fields));
    const unfailed = kind === "skip" ? "skipped" : kind === "todo" ? "todo" : "passed";
    this.#counts[isFailed ? "failed" : unfailed]++;
  }

  /** A point that comes in front of those below it, which are what counts. */
  addGroup({ indent }: TapPoint): void {
    this.#enter(indent);
  }

  /** The end of such a group: what was in it belongs to no later point. */
  endGroup(indent: number): void {
    this.#leave(indent);
  }

  #enter(indent: number): Pick<Level, "points" | "failed"> {
    const below = this.#leave(indent);
    this.#at(indent).points++;
    if (indent === 0) this.atMargin++;
    return below;
  }

  #leave(indent: number): Pick<Level, "points" | "failed"> {
    const below = { points: 0, failed: 0 };
    while ((this.#levels.at(-1)?.indent ?? -1) > indent) {
      const level = this.#levels.pop() as Level;
      below.points += level.points;
      below.failed += level.failed;
    }
    return below;
  }

  #at(indent: number): Level {
    const last = this.#levels.at(-1);
    if (last?.indent === indent) return last;
    const level = { indent, points: 0, failed: 0 };
    this.#levels.push(level);
    return level;
  }

  result(): TestRun {
    const { passed, failed, skipped, todo } = this.#counts;
    return (
      nodeTestRun(this.trailer) ?? {
        framework: "TAP",
        passed: this.trailer.get("pass") ?? passed,
        failed: this.trailer.get("fail") ?? failed,
        skipped,
        todo,
        ...((this.planned === undefined || this.planned > this.atMargin) && { isPartial: true }),
      }
    );
  }
}
