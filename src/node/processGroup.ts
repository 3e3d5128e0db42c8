/** A child process with everything it starts, held and ended together (SH-9, SH-10). */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { isGroupRunning, signalGroup } from "./liveGroup";

/** How long a stage of ending may take, in milliseconds. */
export interface Patience {
  /** After TERM. */
  readonly term: number;
  /** After KILL. */
  readonly kill: number;
}

const seedPatience: Patience = { term: 5000, kill: 2000 };

/** Milliseconds that a finished command's processes have to end by themselves before they are stopped. */
const lingering = 250;

/** A running group. */
export interface ProcessGroup {
  /** Resolves when the process has ended, its output is complete and nothing of its group is left. */
  readonly ended: Promise<{ exitCode: number | undefined; signal: string | undefined; stoppedLeftovers: boolean }>;
  /** TERM to the process, to the group, and KILL to both when that does not help. Safe to call again. */
  stop(): void;
}

const within = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return result;
};

/** Whether something of a group is still there at a time; a process goes on for a moment after it closed its output. */
async function outlives(pid: number, until: number): Promise<boolean> {
  while (await isGroupRunning(pid)) {
    if (Date.now() >= until) return true;
    await delay(20);
  }
  return false;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function endGroup(child: Child, closed: Promise<unknown>, patience: Patience): Promise<void> {
  const pid = child.pid as number;
  for (const [signal, wait] of [
    ["SIGTERM", patience.term],
    ["SIGKILL", patience.kill],
  ] as const) {
    child.kill(signal);
    signalGroup(pid, signal);
    if (!(await outlives(pid, Date.now() + wait))) break;
  }
  // What was printed last may still be on its way. A process that left the group may hold the pipes for ever; what it
  // prints from here on is nobody's.
  await within(closed, lingering);
  child.stdout.destroy();
  child.stderr.destroy();
}

/**
 * Starts a program in its own process group, without input and without inherited descriptors.
 * @throws the system's error when it cannot be started.
 */
export async function startGroup(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  onOutput: (stream: "stdout" | "stderr", chunk: Uint8Array) => void,
  patience: Patience = seedPatience,
): Promise<ProcessGroup> {
  const detached = process.platform !== "win32";
  const child = spawn(program, [...args], {
    ...options,
    detached,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, "close");
  closed.catch(() => {});
  child.stdout.on("data", (chunk: Buffer) => onOutput("stdout", chunk));
  child.stderr.on("data", (chunk: Buffer) => onOutput("stderr", chunk));
  exited.catch(() => {});
  await once(child, "spawn");

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= endGroup(child, closed, patience);
  };
  const finish = async () => {
    const [exitCode, signal] = await exited;
    const until = Date.now() + lingering;
    const complete = await within(closed, lingering);
    const leftovers = (!complete || (await outlives(child.pid as number, until))) && !stopping;
    if (leftovers) stop();
    await stopping;
    await closed;
    return { exitCode: exitCode ?? undefined, signal: signal ?? undefined, stoppedLeftovers: leftovers };
  };
  return { ended: finish(), stop };
}
