/** What a run of tests covered, as the runner wrote it into a report. */

/** One file of a report. */
export interface FileCoverage {
  /** As the report names it: absolute, or relative to the folder of the run. */
  readonly file: string;
  /** Lines that can be covered. */
  readonly lines: number;
  readonly covered: number;
  /** Lines that were not, in order; counted from 1. */
  readonly uncovered: readonly number[];
}

/** Reads a report of lines by how often each ran. The same line told twice counts once, with the most runs. */
export class LineRuns {
  readonly #files = new Map<string, Map<number, number>>();

  /** A file that has no line is in the report all the same. */
  add(file: string): void {
    if (!this.#files.has(file)) this.#files.set(file, new Map());
  }

  count(file: string, line: number, runs: number): void {
    if (!Number.isSafeInteger(line) || line < 1 || Number.isNaN(runs)) return;
    this.add(file);
    const lines = this.#files.get(file) as Map<number, number>;
    lines.set(line, Math.max(lines.get(line) ?? 0, runs));
  }

  /** In the order in which they were named. */
  files(): FileCoverage[] {
    return [...this.#files].map(([file, lines]) => {
      const uncovered = [...lines].flatMap(([line, runs]) => (runs > 0 ? [] : [line])).sort((a, b) => a - b);
      return { file, lines: lines.size, covered: lines.size - uncovered.length, uncovered };
    });
  }
}

/** `3, 7-12`; empty for no line. */
export function lineRanges(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}

/** `82.4%`; a file without lines is covered. */
export const percentText = ({ lines, covered }: Pick<FileCoverage, "lines" | "covered">): string =>
  `${lines === 0 ? 100 : Math.floor((covered / lines) * 1000) / 10}%`;
