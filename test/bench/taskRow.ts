/** A task measured in a process of its own, so that its memory can be told. */
import { execFileSync } from "node:child_process";
import type { Row } from "./measure";
import type { Measured } from "./taskProcess";
import type { Task } from "./tasks";

/** None where the task cannot be measured here. @param program the bundle of taskProcess.ts. @param state a folder of its own. */
export function taskRows(program: string, state: string, task: Task): Row[] {
  const output = execFileSync(process.execPath, [program, state, JSON.stringify(task)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const measured = JSON.parse(output) as Measured | null;
  return measured ? [{ task: task.name, ...measured, goal: task.goal }] : [];
}
