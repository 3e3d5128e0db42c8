/** What the tasks cost inside VS Code, called as agent mode calls them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { startExtensionHosts } from "../../../scripts/vscode/extensionHost.mjs";
import { quietSettings } from "../../../scripts/vscode/settings.mjs";
import { cellOf } from "../inTurn";
import type { Cells, Comparison, Row } from "../measure";
import type { Task } from "../tasks";
import type { HostEnd, HostLine, HostPlan } from "./hostProgram";
import { ownTools } from "./ownTools";

/** How long a folder's tasks may take; milliseconds. */
const patience = 600_000;

/** Nobody is there to answer; what is judged is judged all the same. */
const settings = {
  ...quietSettings,
  "files.autoSave": "off",
  "chat.tools.global.autoApprove": true,
  "toolcrib.policy": [{ effect: ["write", "exec"], match: "*", decision: "allow" }],
};

type Said = HostLine | HostEnd;

function saidIn(report: string): Said[] {
  if (!existsSync(report)) return [];
  const whole = readFileSync(report, "utf8").split("\n").slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Said);
}

/** Waits until a folder's tasks are done. @throws Error when they are not in time. */
async function ended(report: string, root: string): Promise<HostEnd> {
  for (const until = Date.now() + patience; Date.now() < until; await setTimeout(200)) {
    const end = saidIn(report).find((said): said is HostEnd => "end" in said && said.end === root);
    if (end) return end;
  }
  throw new Error(`the tasks of ${root} have not ended after ${patience / 60_000} minutes`);
}

async function bundle(folder: string): Promise<string> {
  const outfile = join(folder, "hostProgram.js");
  await build({
    entryPoints: ["test/bench/host/hostProgram.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  return outfile;
}

function cellsOf({ outcomes: { raw, ours, own } }: HostLine, { rawRuns = 1 }: Task): Cells {
  return {
    ...(ours ? { "in VS Code": cellOf(ours, raw, rawRuns) } : {}),
    ...(own ? { "VS Code's own tool": cellOf(own, raw, rawRuns) } : {}),
  };
}

/** What has a goal of its own in VS Code. */
function rowsOf(lines: readonly HostLine[], tasks: readonly Task[]): Row[] {
  const row = (
    compared: Task["compared"],
    besides: "raw" | "empty" | "prepared",
    name: string,
    goal: Row["goal"],
  ): Row[] => {
    const task = tasks.find((one) => one.compared === compared);
    const { [besides]: raw, ours } = lines.find((line) => line.task === task?.name)?.outcomes ?? {};
    if (!raw || !ours || "failure" in raw || "failure" in ours) return [];
    return [{ task: name, raw: raw.milliseconds, ours: ours.milliseconds, ...(goal ? { goal } : {}) }];
  };
  return [
    ...row("read", "empty", "read a file of 26 bytes beside an empty tool, in VS Code", { more: 5 }),
    ...row("read", "prepared", "the same, beside an empty tool that prepares its calls", undefined),
    ...row("output", "raw", "64 MB of output beside a pipe, in VS Code", { ratio: 3 }),
  ];
}

/**
 * Never throws because of VS Code: without it there are no cells, and a line says why.
 * @param tasks those with `compared`. @param rawProgram the bundle of rawProcess.ts.
 */
export async function compareInHost(
  tasks: readonly Task[],
  { rawProgram, folder }: { rawProgram: string; folder: string },
  log: (line: string) => void,
): Promise<Comparison> {
  const here = join(folder, "host");
  mkdirSync(here);
  const [plan, report] = [join(here, "plan.json"), join(here, "report.jsonl")];
  writeFileSync(plan, JSON.stringify({ tasks, rawProgram, report } satisfies HostPlan));
  const notes: string[] = [];
  try {
    await openEach(tasks, await bundle(here), { plan, report }, notes, log);
  } catch (error) {
    notes.push(`VS Code: ${(error as Error).message}.`);
  }
  const lines = saidIn(report).filter((said): said is HostLine => "task" in said);
  const byName = new Map(tasks.map((task) => [task.name, task]));
  return {
    cells: Object.fromEntries(lines.map((line) => [line.task, cellsOf(line, byName.get(line.task) as Task)])),
    rows: rowsOf(lines, tasks),
    notes,
  };
}

/** A window for each folder, one after the other. */
async function openEach(
  tasks: readonly Task[],
  program: string,
  { plan, report }: { plan: string; report: string },
  notes: string[],
  log: (line: string) => void,
): Promise<void> {
  const extensions = ["test/bench/host/empty-tool"];
  const hosts = await startExtensionHosts({ log, extensions, settings, env: { TOOLCRIB_BENCH_PLAN: plan } });
  const absent = new Set<string>();
  try {
    for (const root of new Set(tasks.map((task) => task.root))) {
      await hosts.open(root, program);
      const { failure, tools } = await ended(report, root);
      if (failure !== undefined) notes.push(`VS Code: ${failure}.`);
      const missing = tasks.flatMap(ownTools).flatMap(({ name }) => (tools.includes(name) ? [] : [name]));
      for (const name of missing) absent.add(name);
    }
  } finally {
    await hosts.stop();
  }
  if (absent.size > 0)
    notes.push(`Not in the VS Code of this run: ${[...absent].map((name) => `\`${name}\``).join(", ")}.`);
}
