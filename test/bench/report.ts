/** What a run of the bench says: as a table for people, and as ratios that later runs are held to. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Row } from "./measure";

const page = "docs/performance.md";
const ratiosFile = "test/bench/ratios.json";

/** How much slower than the committed ratio a task may be. */
const margin = 1.15;

const [begin, end] = ["<!-- npm run bench -- --write -->", "<!-- end -->"];

const ratioOf = ({ raw, ours }: Row): number | undefined => (raw === undefined || raw === 0 ? undefined : ours / raw);

const rounded = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));

const goalOf = ({ ratio, milliseconds, more, megabytes }: NonNullable<Row["goal"]>): string =>
  [
    ratio === undefined ? [] : [`${ratio}×`],
    milliseconds === undefined ? [] : [`${milliseconds} ms`],
    more === undefined ? [] : [`${more} ms more`],
    megabytes === undefined ? [] : [`${megabytes} MB`],
  ]
    .flat()
    .join(", ");

function lineOf(row: Row): string {
  const { task, raw, ours, megabytes, goal = {} } = row;
  const ratio = ratioOf(row);
  const cells = [
    task.replaceAll("|", "\\|"),
    raw === undefined ? "" : `${rounded(raw)} ms`,
    `${rounded(ours)} ms`,
    ratio === undefined ? "" : `${rounded(ratio)}×`,
    goalOf(goal),
    megabytes === undefined ? "" : `${megabytes.toFixed(0)} MB`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Puts the table into docs/performance.md, and the ratios beside this file. */
export function writeReport(rows: readonly Row[]): void {
  const table = [
    `Measured on ${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.`,
    "",
    "| task | raw tool | Toolcrib | ratio | goal | memory |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows.map(lineOf),
  ];
  const text = readFileSync(page, "utf8");
  const [head, tail] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  writeFileSync(page, `${head}${begin}\n${table.join("\n")}\n${tail}`);
  const ratios = Object.fromEntries(
    rows.flatMap((row) => {
      const ratio = ratioOf(row);
      return ratio === undefined ? [] : [[row.task, Number(ratio.toFixed(3))]];
    }),
  );
  writeFileSync(ratiosFile, `${JSON.stringify(ratios, undefined, 2)}\n`);
}

/** The ratios that are committed, by task. */
export const committedRatios = (): Readonly<Record<string, number>> => JSON.parse(readFileSync(ratiosFile, "utf8"));

/**
 * What is worse than committed, one line each: tasks that have become slower beside the raw tool, and those that were not
 * measured.
 */
export function worseThan(committed: Readonly<Record<string, number>>, rows: readonly Row[]): string[] {
  const ratios = new Map(rows.map((row) => [row.task, ratioOf(row)]));
  return Object.entries(committed).flatMap(([task, before]) => {
    const ratio = ratios.get(task);
    if (ratio === undefined) return [`${task}: not measured, committed ${rounded(before)}×`];
    return ratio <= before * margin ? [] : [`${task}: ${rounded(ratio)}×, committed ${rounded(before)}×`];
  });
}
