/**
 * `npm run bench`: what the crib costs beside the raw tools, measured in turns in one run, in folders that follow from a seed.
 *
 *   --quick          leaves out the large tree
 *   --only=REGEX     measures only the tasks with such a name, and leaves out VS Code and peers unless they are named
 *   --host           measures inside VS Code; --no-host does not. It is done where there is no --only
 *   --peers          measures over MCP and beside other MCP servers, installed from npm; --no-peers does not. As --host
 *   --check          fails when a task is 15 % slower beside the raw tool than test/bench/ratios.json says
 *   --write          writes docs/performance.md and test/bench/ratios.json
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ensureServer } from "../../scripts/vscode/serverInstall.mjs";
import { activationRows } from "./activation";
import { bundle } from "./bundle";
import { diskUseRows } from "./diskUse";
import { hookRows } from "./hooks";
import { compareInHost } from "./host/hostRows";
import { mcpRows } from "./mcp";
import { type Cells, type Comparison, print, type Row } from "./measure";
import { comparePeers } from "./peers/peerRows";
import { makePlaces } from "./places";
import { largeProject, referenceRows } from "./references";
import { committedRatios, worseThan, writeReport } from "./report";
import { spawnBlockRow } from "./spawnBlock";
import { taskRows } from "./taskRow";
import { type Places, type Task, tasksFor } from "./tasks";
import { verdictRows } from "./verdicts";
import { webRows } from "./web";

const has = (option: string): boolean => process.argv.includes(option);

/** Whether a part is measured that takes a while to set up. */
const wants = (part: string, only: RegExp | undefined): boolean => has(`--${part}`) || !(only || has(`--no-${part}`));

/** What else the tasks are measured beside. */
async function comparisons(folder: string, tasks: readonly Task[], only: RegExp | undefined): Promise<Comparison[]> {
  const compared = tasks.filter((task) => task.compared);
  if (compared.length === 0) return [];
  const rawProgram = bundle("test/bench/rawProcess", folder);
  const all: Comparison[] = [];
  if (wants("peers", only)) {
    const program = bundle("test/bench/peers/peerProcess", folder);
    all.push(await comparePeers(compared, { program, rawProgram, folder }, console.log));
  }
  if (wants("host", only)) all.push(await compareInHost(compared, { rawProgram, folder }, console.log));
  return all;
}

/** What was measured. */
interface Run {
  readonly rows: readonly Row[];
  /** Lines below the table. */
  readonly notes: readonly string[];
}

const withCells = (row: Row, others: readonly Comparison[]): Row => {
  const cells = Object.assign({}, ...others.map(({ cells }) => cells[row.task])) as Cells;
  return Object.keys(cells).length === 0 ? row : { ...row, cells };
};

async function measured(folder: string, state: string, only: RegExp | undefined): Promise<Run> {
  const places = makePlaces(folder, "rg", has("--quick"));
  const tasks = tasksFor(places).filter(({ name }) => only?.test(name) ?? true);
  const rows = await headlessRows(folder, state, places, tasks, only);
  const others = await comparisons(folder, tasks, only);
  return {
    rows: [...rows, ...others.flatMap((other) => other.rows ?? [])].map((row) => withCells(row, others)),
    notes: others.flatMap((other) => other.notes),
  };
}

/** All rows of the headless host, or those of the tasks that are meant. */
async function headlessRows(
  folder: string,
  state: string,
  places: Places,
  tasks: readonly Task[],
  only: RegExp | undefined,
): Promise<Row[]> {
  const program = bundle("test/bench/taskProcess", folder);
  for (const name of ["indexWorker.js", "indexBuilder.js"]) copyFileSync(join("dist", name), join(folder, name));
  const loader = bundle("src/node/state/compiledFile", folder);
  const activation = only ? [] : activationRows(loader, join(folder, "compiled"));
  const rows = tasks.flatMap((task) => taskRows(program, state, task));
  const references =
    !only || only.test("references")
      ? referenceRows(bundle("test/bench/referencesProcess", folder), folder, state, largeProject)
      : [];
  if (only) return [...rows, ...references];
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
    ...references,
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
    const run = await measured(folder, state, only ? new RegExp(only) : undefined);
    print(run.rows);
    for (const note of run.notes) console.log(note);
    console.log(`Measured in ${(performance.now() / 60_000).toFixed(1)} minutes.`);
    if (has("--write")) writeReport(run.rows, run.notes);
    const worse = has("--check") ? worseThan(committedRatios(), run.rows) : [];
    for (const line of worse) console.error(`Worse than committed: ${line}`);
    if (worse.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
