/** `npm run bench`: what the crib costs beside the raw tools, measured in one run. `--quick` leaves out the large tree. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildSync } from "esbuild";
import { ensureServer } from "../../scripts/vscode/serverInstall.mjs";
import { judgeEffect } from "../../src/core/rule";
import { startMachine } from "../../src/headless/machine";
import { readOptions } from "../../src/headless/options";
import { activationRows } from "./activation";
import { compare, print, type Row } from "./measure";
import { makePlaces } from "./places";
import type { Measured } from "./taskProcess";
import { type Task, tasksFor } from "./tasks";

const commands = [
  "git log --oneline | head -5",
  "npm test && rm -rf dist",
  "cat src/a.ts | grep -n value | sort | uniq -c",
];

/** Verdicts have no raw way beside them. */
async function verdictRows(root: string, state: string): Promise<Row[]> {
  const { crib } = await startMachine(readOptions(["--root", root, "--state", state]));
  const context = crib.context();
  const cwd = await context.resolve(".");
  const judge = (command: string) => judgeEffect(crib.rules, { kind: "exec", command, cwd, timeoutMs: 1000 }, context);
  const rows: Row[] = [];
  for (const command of commands) {
    const { ours } = await compare(
      "",
      () => {},
      () => judge(command),
      { rounds: 500, warm: true },
    );
    rows.push({ task: `judge \`${command}\``, ours, goal: { milliseconds: 0.1 } });
  }
  return rows;
}

/** In a bundle of its own, as the product runs; what compiles TypeScript on the way would count as our memory. */
function taskRow(program: string, state: string, task: Task): Row {
  const output = execFileSync(process.execPath, [program, state, JSON.stringify(task)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { raw, ours, megabytes } = JSON.parse(output) as Measured;
  return { task: task.name, raw, ours, megabytes, goal: task.goal };
}

async function main(): Promise<void> {
  const { ripgrepFolder } = await ensureServer((line) => console.log(line));
  process.env.PATH = `${ripgrepFolder}${delimiter}${process.env.PATH ?? ""}`;
  const folder = mkdtempSync(join(tmpdir(), "crib-bench-"));
  const state = join(folder, "state");
  const program = join(folder, "taskProcess.js");
  try {
    mkdirSync(state);
    buildSync({
      entryPoints: ["test/bench/taskProcess.ts"],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      minify: true,
      mainFields: ["module", "main"],
      external: ["./mediaWorker", "./legacyLibraries"],
    });
    const places = makePlaces(folder, "rg", process.argv.includes("--quick"));
    const rows = tasksFor(places).map((task) => taskRow(program, state, task));
    print([...activationRows(), ...rows, ...(await verdictRows(places.single, state))]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
