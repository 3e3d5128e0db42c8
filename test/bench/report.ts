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

const goalOf = ({ ratio, milliseconds }: NonNullable<Row["goal"]>): string =>
  ratio !== undefined ? `${ratio}×` : milliseconds !== undefined ? `${milliseconds} ms` : "";

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

/** Tasks that have become slower beside the raw tool than is committed, one line each. */
export function slower(rows: readonly Row[]): string[] {
  const committed = JSON.parse(readFileSync(ratiosFile, "utf8")) as Readonly<Record<string, number>>;
  return rows.flatMap((row) => {
    const [ratio, before] = [ratioOf(row), committed[row.task]];
    if (ratio === undefined || before === undefined || ratio <= before * margin) return [];
    return [`${row.task}: ${rounded(ratio)}×, committed ${rounded(before)}×`];
  });
}
