/** Medians of paired runs: the raw tool and ours in turn, so that both see the same machine. */

/** One comparison. */
export interface Row {
  readonly task: string;
  /** Median milliseconds of the raw way; absent where there is none. */
  readonly raw?: number;
  /** Median milliseconds of ours. */
  readonly ours: number;
  readonly note?: string;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Runs both in turn, after one unmeasured round. */
export async function compare(task: string, raw: () => unknown, ours: () => unknown, rounds = 15): Promise<Row> {
  const times = { raw: [] as number[], ours: [] as number[] };
  await raw();
  await ours();
  for (let round = 0; round < rounds; round++) {
    times.raw.push(await timed(raw));
    times.ours.push(await timed(ours));
  }
  return { task, raw: median(times.raw), ours: median(times.ours) };
}

/** Prints rows as a table with the ratio of ours to raw. */
export function print(rows: readonly Row[]): void {
  const cells = rows.map(({ task, raw, ours, note }) => [
    task,
    raw === undefined ? "–" : `${raw.toFixed(2)} ms`,
    `${ours.toFixed(2)} ms`,
    raw === undefined ? "–" : `${(ours / raw).toFixed(2)}×`,
    note ?? "",
  ]);
  const all = [["task", "raw", "ours", "ratio", ""], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] as string).length)));
  for (const row of all) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    );
  }
}
