/**
 * Runs raw tools for a process that is itself larger: starting a program takes the longer the more memory the starting process
 * has, and that would count for the raw tool. It gets a `RawRun` in each message and answers with milliseconds.
 */

import { timed } from "./measure";
import { runRaw } from "./rawTool";
import type { Task } from "./tasks";

/** What is run, see `Task`. */
export type RawRun = Pick<Task, "raw" | "root">;

/** The answer to a `RawRun`. */
export type RawAnswer = { readonly milliseconds: number } | { readonly failure: string };

const answer = (said: RawAnswer) => process.send?.(said);

process.on("message", (run: RawRun) => {
  timed(() => runRaw(run)).then(
    (milliseconds) => answer({ milliseconds }),
    (error: Error) => answer({ failure: error.message }),
  );
});
