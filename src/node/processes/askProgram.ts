/** One question to a program, answered by what it prints, for no longer than it is waited for. */
import { setTimeout as delay } from "node:timers/promises";
import { startGroup } from "./processGroup";
import { type Starter, type StartOptions, startHere } from "./starter";

/** Milliseconds after TERM, and after KILL, for one that takes longer. */
const stopTimeouts = { term: 500, kill: 1000 };
/** Characters of each of its outputs that are looked at; the last ones. */
const maxPrinted = 256 * 1024;

/** A question. */
export interface ProgramQuestion extends Pick<StartOptions, "cwd" | "env"> {
  readonly program: string;
  readonly args: readonly string[];
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly start?: Starter;
}

/** What came of it; bytes as latin1. */
export interface ProgramAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

/**
 * Runs a program to its end.
 * @returns undefined when that is not in time.
 * @throws the system's error when it cannot be started.
 */
export async function askProgram(question: ProgramQuestion): Promise<ProgramAnswer | undefined> {
  const { program, args, cwd, env, timeoutMs, start = startHere } = question;
  const printed = { stdout: "", stderr: "" };
  const onOutput = (stream: "stdout" | "stderr", chunk: Uint8Array) => {
    printed[stream] = (printed[stream] + Buffer.from(chunk).toString("latin1")).slice(-maxPrinted);
    return undefined;
  };
  const group = await startGroup(program, args, { cwd, env }, onOutput, { stopTimeouts, start });
  const timer = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
  const ended = await Promise.race([group.ended, late]);
  timer.abort();
  // It may not hear the first signal; nobody waits for the second.
  if (!ended) group.stop();
  return ended && { ...printed, exitCode: ended.exitCode };
}
