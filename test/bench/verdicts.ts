/** What a verdict costs, in the first moment of a process and later; there is no raw way beside it. */
import { execFileSync } from "node:child_process";
import { median, type Row } from "./measure";
import type { VerdictTimes } from "./verdictProcess";

const processes = 3;

/** As the product loads its program: with what an earlier process compiled of it. */
const load = `
  globalThis.loadedAt = performance.now();
  const [, loader, program, kept] = process.argv;
  require(loader).loadAndKeep(program, kept);
`;

/** @param program the bundle of verdictProcess.ts. @param loader that of compiledFile.ts. */
export function verdictRows(program: string, loader: string, root: string, state: string): Row[] {
  const args = ["-e", load, loader, program, `${state}-compiled`, root, state];
  const run = () => JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as VerdictTimes;
  // The first leaves behind what was compiled.
  run();
  const runs = Array.from({ length: processes }, run);
  const middle = (pick: (times: VerdictTimes) => number) => median(runs.map(pick));
  const commands = Object.keys((runs[0] as VerdictTimes).judged);
  return [
    { task: "load and start a host in a new process", ours: middle(({ started }) => started) },
    { task: "its first verdict", ours: middle(({ first }) => first), goal: { milliseconds: 30 } },
    ...commands.map((command) => ({
      task: `judge \`${command}\``,
      ours: middle(({ judged }) => judged[command] as number),
      goal: { milliseconds: 0.1 },
    })),
    { task: "prepare a call of run_command", ours: middle(({ prepared }) => prepared) },
    { task: "judge a command of the verdict cases", ours: middle(({ perCase }) => perCase) },
  ];
}
