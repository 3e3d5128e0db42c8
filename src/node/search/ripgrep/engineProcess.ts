/** A program that searches for us, and what it prints. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { messageOf, ToolError } from "../../../core/vocabulary/toolError";
import { commandEnvironment } from "../../environment/environment";
import { inOpenFolder } from "../../files/opened/openFile";
import { throwIfCancelled } from "../cancelled";

/** Characters of its complaints that are kept. */
const maxComplaint = 2000;

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

/** How an engine is started. */
export interface EngineStart {
  readonly program: string;
  readonly args: readonly string[];
  /** Real path of the folder it works in. */
  readonly folder: string;
  /** The folder for people, should it have been replaced. */
  readonly shown: string;
  readonly signal: AbortSignal;
  /** What it reads; nothing by default. */
  readonly input?: Uint8Array;
  /** Descriptors that it gets, from {@link firstGiven} on. */
  readonly given?: readonly number[];
}

/** The number that an engine knows the first of the given descriptors by. */
export const firstGiven = 3;

/**
 * Starts an engine without a shell, and without what could make it run anything else. It starts in the folder that was
 * opened, whatever the path leads to by then (D-6).
 * @throws ToolError `stale` when the path leads elsewhere already.
 */
export function startEngine({ program, args, folder, shown, signal, ...more }: EngineStart): Engine {
  const { input, given = [] } = more;
  const start = (cwd: string) =>
    spawn(program, [...args], {
      cwd,
      // Bytes are compared, whatever the person's language.
      env: { ...commandEnvironment(process.env, [], true), LC_ALL: "C" },
      stdio: [input ? "pipe" : "ignore", "pipe", "pipe", ...given],
      windowsHide: true,
    }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  let started: ReturnType<typeof start> | undefined;
  const child = inOpenFolder(folder, (at) => {
    started = start(at(""));
    return started;
  });
  if (!child) {
    started?.kill("SIGKILL");
    throw replaced(shown);
  }
  // It may end before it has read everything, which its exit code tells better.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaint.length < maxComplaint) complaint += text;
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
      if (failure) throw noRipgrep(messageOf(failure));
      return { code, complaint };
    },
  };
}

/** @param reason why it did not start; by default there is none. */
export const noRipgrep = (reason?: string): ToolError =>
  new ToolError(
    "unavailable",
    `Text cannot be searched: ripgrep ${reason === undefined ? "was not found" : `could not be started (${reason})`}. Install ripgrep so that rg is on PATH, or set toolcrib.search.ripgrepPath to its absolute path.`,
  );

/** @param shown a folder that is no longer where it was. */
export const replaced = (shown: string): ToolError =>
  new ToolError("stale", `${shown} was replaced since it was judged, so nothing was searched: call the tool again.`);
