/** What a verdict costs, in the first moment of a process and later; there is no raw way beside it. */
import { execFileSync } from "node:child_process";
import { median, type Row } from "./measure";
import type { VerdictTimes } from "./verdictProcess";

const processes = 5;

const load = "globalThis.loadedAt = performance.now(); require(process.argv[1]);";

/** @param program the bundle of verdictProcess.ts. */
export function verdictRows(program: string, root: string, state: string): Row[] {
  const runs = Array.from({ length: processes }, () => {
    const output = execFileSync(process.execPath, ["-e", load, program, root, state], { encoding: "utf8" });
    return JSON.parse(output) as VerdictTimes;
  });
  const middle = (pick: (times: VerdictTimes) => number) => median(runs.map(pick));
  const commands = Object.keys((runs[0] as VerdictTimes).judged);
  return [
    { task: "first verdict in a new process", ours: middle(({ first }) => first), goal: { milliseconds: 30 } },
    ...commands.map((command) => ({
      task: `judge \`${command}\``,
      ours: middle(({ judged }) => judged[command] as number),
      goal: { milliseconds: 0.1 },
    })),
    { task: "prepare a call of run_command", ours: middle(({ prepared }) => prepared) },
    { task: "judge a command of the verdict cases", ours: middle(({ perCase }) => perCase) },
  ];
}
