/**
 * `npm run bench`: what the crib costs beside the raw tools, measured in turns in one run, in folders that follow from a seed.
 *
 *   --quick        leaves out the large tree
 *   --only=REGEX   measures only the tasks with such a name
 *   --check        fails when a task is 15 % slower beside the raw tool than test/bench/ratios.json says
 *   --write        writes docs/performance.md and test/bench/ratios.json
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { buildSync } from "esbuild";
import { ensureServer } from "../../scripts/vscode/serverInstall.mjs";
import { activationRows } from "./activation";
import { diskUseRows } from "./diskUse";
import { hookRows } from "./hooks";
import { mcpRows } from "./mcp";
import { print, type Row } from "./measure";
import { makePlaces } from "./places";
import { committedRatios, worseThan, writeReport } from "./report";
import { spawnBlockRow } from "./spawnBlock";
import type { Measured } from "./taskProcess";
import { type Task, tasksFor } from "./tasks";
import { verdictRows } from "./verdicts";
import { webRows } from "./web";

/** A bundle of its own, as the product runs; what compiles TypeScript on the way would count as our time and memory. */
function bundle(entry: string, folder: string): string {
  const outfile = join(folder, `${basename(entry)}.js`);
  buildSync({
    entryPoints: [`${entry}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
    mainFields: ["module", "main"],
    external: ["./mediaWorker", "./pageWorker", "./legacyLibraries", "./webLibraries", "./xmlLibraries"],
  });
  return outfile;
}

/** None where the task cannot be measured here. */
function taskRows(program: string, state: string, task: Task): Row[] {
  const output = execFileSync(process.execPath, [program, state, JSON.stringify(task)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const measured = JSON.parse(output) as Measured | null;
  return measured ? [{ task: task.name, ...measured, goal: task.goal }] : [];
}

/** All rows, or those of the tasks that are meant. */
async function measured(folder: string, state: string, only: RegExp | undefined): Promise<Row[]> {
  const program = bundle("test/bench/taskProcess", folder);
  for (const name of ["indexWorker.js", "indexBuilder.js"]) copyFileSync(join("dist", name), join(folder, name));
  const places = makePlaces(folder, "rg", process.argv.includes("--quick"));
  const tasks = tasksFor(places).filter(({ name }) => only?.test(name) ?? true);
  const loader = bundle("src/node/state/compiledFile", folder);
  const activation = only ? [] : activationRows(loader, join(folder, "compiled"));
  const rows = tasks.flatMap((task) => taskRows(program, state, task));
  if (only) return rows;
  const mcp = await mcpRows((places.trees[0] as (typeof places.trees)[number]).root, places.single, folder);
  const verdicts = bundle("test/bench/verdictProcess", folder);
  const block = spawnBlockRow(bundle("test/bench/spawnProcess", folder), bundle("src/node/processes/spawner", folder));
  const sizes = await diskUseRows(places);
  const web = webRows(bundle("test/bench/webProcess", folder), folder, places.single, state);
  const hooks = await hookRows(places.single, folder);
  return [
    ...activation,
    ...rows,
    ...mcp,
    ...sizes,
    block,
    ...verdictRows(verdicts, loader, places.single, state),
    ...hooks,
    ...web,
  ];
}

async function main(): Promise<void> {
  const { ripgrepFolder } = await ensureServer((line) => console.log(line));
  process.env.PATH = `${ripgrepFolder}${delimiter}${process.env.PATH ?? ""}`;
  const folder = mkdtempSync(join(tmpdir(), "crib-bench-"));
  const state = join(folder, "state");
  try {
    mkdirSync(state);
    const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
    const rows = await measured(folder, state, only ? new RegExp(only) : undefined);
    print(rows);
    console.log(`Measured in ${(performance.now() / 60_000).toFixed(1)} minutes.`);
    if (process.argv.includes("--write")) writeReport(rows);
    const worse = process.argv.includes("--check") ? worseThan(committedRatios(), rows) : [];
    for (const line of worse) console.error(`Worse than committed: ${line}`);
    if (worse.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
