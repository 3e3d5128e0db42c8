/** Measures one task in this process: `node taskProcess.js STATE-FOLDER TASK-AS-JSON` prints one line of JSON. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { executeCall } from "../../src/core/calls/executeCall";
import { startMachine } from "../../src/headless/machine";
import { readOptions } from "../../src/headless/options";
import { compare } from "./measure";
import { runRaw } from "./rawTool";
import { swapped, type Task } from "./tasks";

/** What a task came to. */
export interface Measured {
  readonly raw: number;
  readonly ours: number;
  /** The most memory this process ever had; megabytes. */
  readonly megabytes: number;
}

const times = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work));

/** Milliseconds from the first search to the beginning of the index, and from a whole index to its use. */
const [beginMs, useMs] = [3000, 3000];

/** Has the index made, or that of an earlier task taken up again. */
async function indexMade(state: string, search: () => Promise<void>): Promise<void> {
  const folder = join(state, "searchIndex");
  const made = () =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => existsSync(join(folder, name, "index")));
  await search();
  await setTimeout(beginMs);
  for (const end = Date.now() + 120_000; made().length === 0 && Date.now() < end; ) await setTimeout(200);
  await setTimeout(useMs);
}

/** @returns undefined where there is nothing to measure. */
async function measure(state: string, task: Task): Promise<Measured | undefined> {
  const machine = await startMachine(readOptions("call", ["--root", task.root, "--state", state]));
  if (task.needsLayer && !(await machine.crib.context().hasLayers?.())) return undefined;
  const { signal } = new AbortController();
  const call = async (tool: string, input: object) => {
    const confirm = async () => ({ approved: true, by: "option" }) as const;
    // Calls of one turn would wait for each other.
    const turn = { id: crypto.randomUUID(), title: task.name };
    const result = await executeCall(machine.crib, machine.session, { tool, input, signal, turn }, confirm);
    if (result.isError) throw new Error(result.text);
  };
  let round = 0;
  if (task.first) await call(task.first.tool, task.first.input);
  if (task.indexed) await indexMade(state, () => call("search_text", { pattern: "index of this folder" }));
  const { beside, atOnce = 1, rawRuns = 1 } = task;
  const { raw = 0, ours } = await compare(
    task.name,
    () => times(atOnce, () => (beside ? call(beside.tool, beside.input) : runRaw(task))),
    () => times(atOnce, () => call(task.tool, swapped(task, round++))),
    { rounds: task.rounds, warm: task.rounds > 1, pauseMs: task.pauseMs },
  );
  return { raw: raw / rawRuns, ours, megabytes: process.resourceUsage().maxRSS / 1024 };
}

const [state = "", task = ""] = process.argv.slice(2);
void measure(state, JSON.parse(task) as Task).then((measured) => console.log(JSON.stringify(measured ?? null)));
