/** Measures spawns in this process, made large: `spawnProcess.js HELPER` prints one line of JSON. */
import { performance } from "node:perf_hooks";
import { SpawnHelper } from "../../src/node/processes/spawnHelper";
import { type Starter, startHere } from "../../src/node/processes/starter";
import { median } from "./measure";

/** Milliseconds in which the event loop did anything for one spawn, from the wish to the program's end. */
export interface SpawnTimes {
  readonly direct: number;
  readonly helped: number;
  /** The most memory this process ever had. */
  readonly megabytes: number;
}

/** About 300 MB, of pages that were written to. */
const ballast = Array.from({ length: 300 }, (_, at) => Buffer.alloc(1024 * 1024, at));

async function busy(start: Starter): Promise<number> {
  const before = performance.eventLoopUtilization();
  const { stdout, stderr, exited } = await start("/bin/true", [], { cwd: "/", env: {} });
  for (const stream of [stdout, stderr]) stream.resume();
  await exited;
  return performance.eventLoopUtilization(before).active;
}

async function medianOf(start: Starter): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 30; round++) times.push(await busy(start));
  return median(times);
}

async function main(file: string): Promise<SpawnTimes> {
  const helper = new SpawnHelper(file);
  const [direct, helped] = [await medianOf(startHere), await medianOf(helper.start)];
  helper.dispose();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  if (megabytes < ballast.length) throw new Error(`This process has only ${megabytes} MB.`);
  return { direct, helped, megabytes };
}

void main(process.argv[2] ?? "").then((times) => console.log(JSON.stringify(times)));
