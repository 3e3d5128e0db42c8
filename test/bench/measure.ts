/** Medians of paired runs: the raw tool and ours in turn, so that both see the same machine. */
import { setTimeout } from "node:timers/promises";

/** What a task should cost. */
export interface Goal {
  /** Ours to raw. */
  readonly ratio?: number;
  readonly megabytes?: number;
  readonly milliseconds?: number;
  /** Milliseconds beyond those of raw. */
  readonly more?: number;
}

/** What a task came to in another place than the headless host, or with another server, in turn with the raw way there. */
export interface Cell {
  /** Ours, or the other server's, to raw. */
  readonly ratio?: number;
  /** Median milliseconds. */
  readonly milliseconds?: number;
  /** Said in the place of a number, or after it. */
  readonly note?: string;
}

/** The further columns of the table. */
export const columns = ["over MCP", "in VS Code", "VS Code's own tool", "best peer"] as const;
export type Column = (typeof columns)[number];
export type Cells = Readonly<Partial<Record<Column, Cell>>>;

/** One comparison. */
export interface Row {
  readonly task: string;
  /** Median milliseconds of the raw way; absent where there is none. */
  readonly raw?: number;
  /** Median milliseconds of ours. */
  readonly ours: number;
  /** The most memory the process had that made our calls. */
  readonly megabytes?: number;
  readonly goal?: Goal;
  readonly note?: string;
  readonly cells?: Cells;
}

/** What measuring the tasks elsewhere adds to the table. */
export interface Comparison {
  /** By the names of tasks. */
  readonly cells: Readonly<Record<string, Cells>>;
  /** Rows of its own. */
  readonly rows?: readonly Row[];
  /** Lines below the table. */
  readonly notes: readonly string[];
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Milliseconds that the work takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Runs both in turn.
 * @param warm after one unmeasured round.
 * @param pauseMs milliseconds before each, in which what is done between two calls does not count for the next.
 */
export async function compare(
  task: string,
  raw: () => unknown,
  ours: () => unknown,
  { rounds, warm, pauseMs = 0 }: { rounds: number; warm: boolean; pauseMs?: number | undefined },
): Promise<Row> {
  const times = { raw: [] as number[], ours: [] as number[] };
  const pause = () => (pauseMs > 0 ? setTimeout(pauseMs) : undefined);
  if (warm) {
    await raw();
    await ours();
  }
  for (let round = 0; round < rounds; round++) {
    await pause();
    times.raw.push(await timed(raw));
    await pause();
    times.ours.push(await timed(ours));
  }
  return { task, raw: median(times.raw), ours: median(times.ours) };
}

/** A cell as text: "12 ms (1.30×)", its note, or both. */
export function cellText({ ratio, milliseconds, note }: Cell): string {
  const time = milliseconds === undefined ? [] : [`${rounded(milliseconds)} ms`];
  return [...time, ...(ratio === undefined ? [] : [`(${rounded(ratio)}×)`]), ...(note ? [note] : [])].join(" ");
}

/** A number with as many digits as say something. */
export const rounded = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** The goal, and whether it was met. */
function goalText({ raw, ours, megabytes, goal = {} }: Row): string {
  const parts = [
    goal.ratio !== undefined && { met: raw !== undefined && ours / raw <= goal.ratio, text: `${goal.ratio}×` },
    goal.more !== undefined && { met: raw !== undefined && ours - raw <= goal.more, text: `${goal.more} ms more` },
    goal.milliseconds !== undefined && { met: ours <= goal.milliseconds, text: `${goal.milliseconds} ms` },
    goal.megabytes !== undefined && { met: (megabytes ?? 0) <= goal.megabytes, text: `${goal.megabytes} MB` },
  ].filter((part) => part !== false);
  return parts.map(({ met, text }) => `${met ? "✓" : "✗"} ≤ ${text}`).join("  ");
}

/** Prints rows as a table with the ratio of ours to raw, and below each what it came to elsewhere. */
export function print(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.task,
    row.raw === undefined ? "–" : `${row.raw.toFixed(2)} ms`,
    `${row.ours.toFixed(2)} ms`,
    row.raw === undefined ? "–" : `${(row.ours / row.raw).toFixed(2)}×`,
    row.megabytes === undefined ? "–" : `${row.megabytes.toFixed(0)} MB`,
    row.note ?? goalText(row),
  ]);
  const all = [["task", "raw", "ours", "ratio", "memory", "goal"], ...cells];
  const last = 5;
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(...all.map((row) => (row[column] as string).length)),
  );
  for (const [at, row] of all.entries()) {
    const line = row.map((cell, column) => {
      if (column === last) return cell;
      return column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number);
    });
    console.log(line.join("  ").trimEnd());
    for (const column of columns) {
      const cell = rows[at - 1]?.cells?.[column];
      if (cell) console.log(`    ${column}: ${cellText(cell)}`);
    }
  }
}
