/** The raw way of a task: its programs one after the other, what they print read and thrown away. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Task } from "./tasks";

/** Runs them, whatever they end with. @throws Error when one cannot be started. */
export async function runRaw({ raw, root }: Pick<Task, "raw" | "root">): Promise<void> {
  for (const [program = "", ...args] of raw) {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    await once(child, "close");
  }
}
