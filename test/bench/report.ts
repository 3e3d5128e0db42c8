/** What a run of the bench says: as a table for people, and as ratios that later runs are held to. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { type Column, cellText, columns, type Row, rounded } from "./measure";

const page = "docs/performance.md";
const ratiosFile = "test/bench/ratios.json";

/** How much slower than the committed ratio a task may be. */
const margin = 1.15;

const [begin, end] = ["<!-- npm run bench -- --write -->", "<!-- end -->"];

/** Columns whose ratios are kept: those of ours. */
const kept: readonly Column[] = ["over MCP", "in VS Code"];

const ratioOf = ({ raw, ours }: Row): number | undefined => (raw === undefined || raw === 0 ? undefined : ours / raw);

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
    ...columns.map((column) => cellText(row.cells?.[column] ?? {}).replaceAll("|", "\\|")),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Every ratio of ours, by the name of the task, and of the column where it is not the headless host's. */
function ratiosOf(rows: readonly Row[]): Map<string, number> {
  const ratios = new Map<string, number>();
  const note = (name: string, ratio: number | undefined) => ratio !== undefined && ratios.set(name, ratio);
  for (const row of rows) {
    note(row.task, ratioOf(row));
    for (const column of kept) note(`${row.task}, ${column}`, row.cells?.[column]?.ratio);
  }
  return ratios;
}

/** Puts the table into docs/performance.md with the lines below it, and the ratios beside this file. */
export function writeReport(rows: readonly Row[], notes: readonly string[]): void {
  const heads = ["task", "raw tool", "Toolcrib", "ratio", "goal", "memory", ...columns];
  const table = [
    `Measured on ${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.`,
    "",
    `| ${heads.join(" | ")} |`,
    `|${heads.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`,
    ...rows.map(lineOf),
    ...(notes.length > 0 ? ["", ...notes.map((note) => `- ${note}`)] : []),
  ];
  const text = readFileSync(page, "utf8");
  const [head, tail] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  writeFileSync(page, `${head}${begin}\n${table.join("\n")}\n${tail}`);
  const ratios = Object.fromEntries([...ratiosOf(rows)].map(([name, ratio]) => [name, Number(ratio.toFixed(3))]));
  writeFileSync(ratiosFile, `${JSON.stringify(ratios, undefined, 2)}\n`);
}

/** The ratios that are committed, by task. */
export const committedRatios = (): Readonly<Record<string, number>> => JSON.parse(readFileSync(ratiosFile, "utf8"));

/**
 * What is worse than committed, one line each: tasks that have become slower beside the raw tool, and those that were not
 * measured, but for columns that were left out as a whole.
 */
export function worseThan(committed: Readonly<Record<string, number>>, rows: readonly Row[]): string[] {
  const ratios = ratiosOf(rows);
  const leftOut = kept.filter((column) => !rows.some(({ cells }) => cells?.[column]));
  return Object.entries(committed).flatMap(([task, before]) => {
    if (leftOut.some((column) => task.endsWith(column))) return [];
    const ratio = ratios.get(task);
    if (ratio === undefined) return [`${task}: not measured, committed ${rounded(before)}×`];
    return ratio <= before * margin ? [] : [`${task}: ${rounded(ratio)}×, committed ${rounded(before)}×`];
  });
}
