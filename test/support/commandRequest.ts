/** Commands as tests run them. */
import type { CommandOutcome, CommandRequest } from "../../src/core/ports/shell";

/** Of a command that did nothing, and at once. */
export const quietOutcome: CommandOutcome = {
  exitCode: 0,
  signal: undefined,
  durationMs: 1,
  endedBy: "itself",
  stoppedLeftovers: false,
  sandbox: "none",
  notes: [],
};

/** A request that nothing holds, in this folder. */
export const requestIn = (
  cwd: string,
  command: string,
  onOutput: CommandRequest["onOutput"] = () => undefined,
): CommandRequest => ({
  command,
  cwd: { path: cwd, real: cwd, root: cwd, shown: "." },
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  hiddenVariables: [],
  unasked: false,
  agent: "tester",
  onOutput,
});
