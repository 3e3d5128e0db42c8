/** Starting a program in a process group of its own, here or through a helper. */
import { type ChildProcess, type IOType, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Stream, Writable } from "node:stream";
import { type GroupId, groupIdOf } from "./liveGroup";
import { readsOwnLine } from "./shells";

/** A text that a program reads at a descriptor of its own, and that is on no disk. */
export interface HandedText {
  /** Not {@link sizesDescriptor}. */
  readonly descriptor: number;
  readonly text: string;
}

/** Where and with what a program runs. */
export interface StartOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads; absent: an end at once. */
  readonly input?: string | undefined;
  /** Absent: none. */
  readonly handed?: readonly HandedText[] | undefined;
  /** True when it is given what a terminal is told; it then reads that and no `input`. */
  readonly inlets?: boolean;
}

/** What a terminal is told while it is used. Either stream may be written to after the end: nothing comes of it then. */
export interface TerminalInlets {
  /** What is typed; the program's standard input. */
  readonly keys: Writable;
  /** Lines of rows and columns; the program's descriptor {@link sizesDescriptor}. */
  readonly sizes: Writable;
}

/** The one before it is free for the shell around a command, once the sandbox is made. */
export const sizesDescriptor = 4;

/** How the first process of a group ended. */
export interface EndedProcess {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

/** A program that was started. */
export interface Started {
  readonly group: GroupId;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** There when they were wished for. */
  readonly inlets?: TerminalInlets;
  /** Resolves when the first process has ended; others of its group may go on. Never rejects. */
  readonly exited: Promise<EndedProcess>;
}

/** Starts a program as the leader of a new group, without inherited descriptors. @throws the system's error. */
export type Starter = (program: string, args: readonly string[], options: StartOptions) => Promise<Started>;

/**
 * Starts it with these streams and gives it its input.
 * @param outputs what it prints on.
 * @param inlets for the keys and the sizes of its terminal, when it has one.
 */
export function spawnGroup(
  program: string,
  args: readonly string[],
  { cwd, env, input, handed = [] }: StartOptions,
  outputs: readonly (IOType | Stream)[],
  [keys, sizes]: readonly (IOType | Stream)[] = [],
): ChildProcess {
  const given = input === undefined ? undefined : unnamedFile(input);
  try {
    const stdio: (IOType | Stream | number)[] = [keys ?? given ?? "ignore", ...outputs];
    if (sizes) stdio[sizesDescriptor] = sizes;
    for (const { descriptor } of handed) stdio[descriptor] = "pipe";
    const child = spawn(program, [...args], {
      cwd,
      env,
      detached: process.platform !== "win32",
      stdio: Array.from(stdio, (one) => one ?? "ignore"),
      windowsHide: true,
      windowsVerbatimArguments: readsOwnLine(program),
    });
    for (const { descriptor, text } of handed) hand(child.stdio[descriptor] as Writable, text);
    return child;
  } finally {
    if (given !== undefined) closeSync(given);
  }
}

/** A program that ends before it has read it is no failure. */
const hand = (stream: Writable, text: string): void => {
  stream.on("error", () => {});
  stream.end(text, () => stream.destroy());
};

/**
 * A file to read that nobody else can find. Node's pipes are sockets: a bash that reads one takes itself for a remote
 * shell and runs the person's start-up file, and no program can open one as /dev/stdin.
 */
function unnamedFile(content: string): number {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-"));
  try {
    const path = join(folder, "input");
    writeFileSync(path, content, { mode: 0o600 });
    return openSync(path, "r");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How a child process ends. */
export async function endOf(child: ChildProcess): Promise<EndedProcess> {
  const [exitCode, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return { exitCode: exitCode ?? undefined, signal: signal ?? undefined };
}

/** A program that ends while something is written to it is no failure. */
export function inletsOf(keys: Writable, sizes: Writable): TerminalInlets {
  for (const stream of [keys, sizes]) stream.on("error", () => {});
  return { keys, sizes };
}

/** Starts programs from this process. Where its memory is large, that stops its event loop for as long as a copy takes. */
export const startHere: Starter = async (program, args, options) => {
  const child = spawnGroup(program, args, options, ["pipe", "pipe"], options.inlets ? ["pipe", "pipe"] : []);
  const exited = endOf(child);
  exited.catch(() => {});
  // At once, while the process is certainly not yet collected.
  const group = groupIdOf(child.pid);
  await once(child, "spawn");
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable };
  const started = { group, stdout, stderr, exited };
  if (!options.inlets) return started;
  return { ...started, inlets: inletsOf(child.stdin as Writable, child.stdio[sizesDescriptor] as Writable) };
};
