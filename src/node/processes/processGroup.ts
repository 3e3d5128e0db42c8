/** A child process with everything it starts, held and ended together (SH-9, SH-10). */
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { FirstProcess } from "./firstProcess";
import { type GroupId, isGroupRunning, signalGroup, signalLeader } from "./liveGroup";
import { type EndedProcess, type Starter, type StartOptions, startHere, type TerminalInlets } from "./starter";

/** How long a stage of ending may take, in milliseconds. */
export interface StopTimeouts {
  /** After TERM. */
  readonly term: number;
  /** After KILL. */
  readonly kill: number;
}

const defaultStopTimeouts: StopTimeouts = { term: 5000, kill: 2000 };

/** Milliseconds that a finished command's processes have to end by themselves before they are stopped. */
const lingering = 250;

/** A running group. */
export interface ProcessGroup {
  /** Resolves when the process has ended, its output is complete and nothing of its group is left. */
  readonly ended: Promise<EndedProcess & { readonly stoppedLeftovers: boolean }>;
  /** TERM to the process, to the group, and KILL to both when that does not help. Safe to call again. */
  stop(): void;
  /** KILL at once. Safe to call again. */
  kill(): void;
  /** For whoever looks at it while it runs. */
  readonly id: GroupId;
  /** See {@link StartOptions.inlets}. They are closed when it has ended. */
  readonly inlets?: TerminalInlets | undefined;
}

/** What a group is started and ended by, when it is not the usual. */
export interface GroupOptions {
  readonly stopTimeouts?: StopTimeouts;
  readonly start?: Starter;
  /** Name of the program that makes a sandbox around all of it and waits for that. */
  readonly sandbox?: string | undefined;
}

/** Receives output. @returns a promise when no more should come before it is fulfilled. */
export type OnOutput = (stream: "stdout" | "stderr", chunk: Uint8Array) => Promise<void> | undefined;

const within = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return result;
};

/** What is to end. */
interface Members {
  readonly id: GroupId;
  /** Of a sandbox, with which all of it ends. */
  readonly first: FirstProcess | undefined;
}

/** Milliseconds between two looks at a group at most. */
const maxPause = 20;

/**
 * Whether something of a group is still there at a time. A process goes on for a moment after it closed its output, so
 * the first looks follow each other closely.
 */
async function outlives({ id, first }: Members, until: number): Promise<boolean> {
  const runs = async () => (first?.hasEnded === undefined ? isGroupRunning(id) : !first.hasEnded);
  for (let pause = 1; await runs(); pause = Math.min(2 * pause, maxPause)) {
    if (Date.now() >= until) return true;
    await delay(pause);
  }
  return false;
}

/** A program that prints nothing may have closed its streams before anybody listened. */
const closed = async (stream: Readable): Promise<void> => {
  if (!stream.closed) await new Promise<void>((resolve) => stream.once("close", resolve));
};

/** What a program prints, handed on no faster than it is taken. */
class Output {
  readonly #closed: Promise<unknown>;
  /** Pieces that the receiver has not done with. */
  readonly #held = new Set<Promise<void>>();

  constructor(
    private readonly streams: Readonly<Record<"stdout" | "stderr", Readable>>,
    onOutput: OnOutput,
  ) {
    for (const name of ["stdout", "stderr"] as const)
      streams[name].on("data", (chunk: Buffer) => this.#pass(streams[name], onOutput(name, chunk)));
    // A stream that breaks off has ended as well.
    for (const stream of Object.values(streams)) stream.on("error", () => {});
    this.#closed = Promise.all(Object.values(streams).map(closed));
  }

  #pass(stream: Readable, taken: Promise<void> | undefined): void {
    if (!taken) return;
    stream.pause();
    this.#held.add(taken);
    void taken
      .catch(() => {})
      .then(() => {
        this.#held.delete(taken);
        stream.resume();
      });
  }

  /** Whether all of it has come in after a while; the time that the receiver takes does not count. */
  async isComplete(milliseconds: number): Promise<boolean> {
    while (!(await within(this.#closed, milliseconds))) {
      if (this.#held.size === 0) return false;
      await Promise.allSettled(this.#held);
    }
    return true;
  }

  /** Listens no longer; resolves when that is so. */
  async close(): Promise<void> {
    for (const stream of Object.values(this.streams)) stream.destroy();
    await this.#closed;
  }
}

function signalAll(group: GroupId, signal: NodeJS.Signals): void {
  signalLeader(group, signal);
  signalGroup(group, signal);
}

/** @param stages signals, and milliseconds for which each is given time. */
async function endGroup(
  members: Members,
  output: Output,
  stages: readonly (readonly [NodeJS.Signals, number])[],
): Promise<void> {
  for (const [signal, wait] of stages) {
    signalAll(members.id, signal);
    if (!(await outlives(members, Date.now() + wait))) break;
  }
  // What was printed last may still be on its way. A process that left the group may hold the pipes for ever; what it
  // prints from here on is nobody's.
  await output.isComplete(lingering);
  await output.close();
}

/** Groups that are not to outlive this process. */
const held = new Set<GroupId>();
const endAll = () => {
  for (const group of held) signalGroup(group, "SIGKILL");
};

function hold(group: GroupId): () => void {
  if (held.size === 0) process.on("exit", endAll);
  held.add(group);
  return () => {
    held.delete(group);
    if (held.size === 0) process.off("exit", endAll);
  };
}

/**
 * Starts a program in its own process group, without inherited descriptors.
 * @throws the system's error when it cannot be started.
 */
export async function startGroup(
  program: string,
  args: readonly string[],
  options: StartOptions,
  onOutput: OnOutput,
  { stopTimeouts = defaultStopTimeouts, start = startHere, sandbox }: GroupOptions = {},
): Promise<ProcessGroup> {
  const started = await start(program, args, options);
  const { group, stdout, stderr, inlets } = started;
  const release = hold(group);
  const members = { id: group, first: sandbox === undefined ? undefined : new FirstProcess(group, sandbox) };
  const output = new Output({ stdout, stderr }, onOutput);
  let stopping: Promise<void> | undefined;
  const killing = ["SIGKILL", stopTimeouts.kill] as const;
  const stop = () => {
    stopping ??= endGroup(members, output, [["SIGTERM", stopTimeouts.term], killing]);
  };
  const kill = () => {
    // It may be being asked to end, and take its time.
    signalAll(group, "SIGKILL");
    stopping ??= endGroup(members, output, [killing]);
  };
  const finish = async () => {
    const how = await started.exited;
    members.first?.stop();
    const leftovers = (await leavesSomething(members, output)) && !stopping;
    if (leftovers) stop();
    await stopping;
    await output.close();
    inlets?.keys.destroy();
    inlets?.sizes.destroy();
    return { ...how, stoppedLeftovers: leftovers };
  };
  return { ended: finish().finally(release), stop, kill, id: group, inlets };
}

async function leavesSomething(members: Members, output: Output): Promise<boolean> {
  const until = Date.now() + lingering;
  return !(await output.isComplete(lingering)) || (await outlives(members, until));
}
