/** A program that searches for us, and what it prints. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { messageOf, ToolError } from "../../core/toolError";
import { commandEnvironment } from "../environment";

/** Characters of its complaints that are kept. */
const mostComplaint = 2000;

/** How it ended. */
export interface EngineEnd {
  /** Null when it was stopped. */
  readonly code: number | null;
  /** What it printed to stderr, as far as it is kept. */
  readonly complaint: string;
}

/** A running search. */
export interface Engine {
  readonly output: AsyncIterable<Uint8Array>;
  /** Stops it early. */
  stop(): void;
  /** @throws ToolError `cancelled`, or `unavailable` when it could not be started. */
  finish(): Promise<EngineEnd>;
}

/**
 * Starts an engine without a shell, and without what could make it run anything else.
 * @param input what it reads; nothing by default.
 */
export function startEngine(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  input?: Uint8Array,
): Engine {
  const child = spawn(program, [...args], {
    cwd,
    // Bytes are compared, whatever the person's language.
    env: { ...commandEnvironment(process.env, [], true), LC_ALL: "C" },
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe"],
    windowsHide: true,
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  // It may end before it has read everything, which its exit code tells better.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaint.length < mostComplaint) complaint += text;
  });
  let failure: unknown;
  const closed = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      failure = error;
      resolve(null);
    });
    child.once("close", resolve);
  });
  const stop = () => void child.kill("SIGKILL");
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return {
    output: child.stdout,
    stop,
    async finish() {
      const code = await closed;
      signal.removeEventListener("abort", stop);
      throwIfCancelled(signal);
      if (failure)
        throw new ToolError("unavailable", `The search engine could not be started (${messageOf(failure)}).`);
      return { code, complaint };
    },
  };
}

/** @throws ToolError `cancelled`. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("cancelled", "The search was cancelled.");
}
