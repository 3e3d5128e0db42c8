/** Runs the person's hooks: programs of their own, outside of the sandbox, that are never waited for too long. */
import type { HookAnswer, HookProgram, RunHook } from "../../../core/calls/beside/hooks";
import { messageOf } from "../../../core/vocabulary/toolError";
import { commandEnvironment } from "../../../node/environment/environment";
import { homeFolder } from "../../../node/environment/homeFolder";
import type { LoginPath } from "../../../node/environment/loginPath";
import { isReachableFolder } from "../../../node/files/reachable";
import { type OnOutput, type ProcessGroup, startGroup } from "../../../node/processes/processGroup";
import { findShell, shellArguments } from "../../../node/processes/shells";
import { type Starter, startHere } from "../../../node/processes/starter";

/** Bytes that a program may print on each of its outputs. */
const maxPrinted = 64 * 1024;
/** Milliseconds after TERM, and after KILL, for a program that is stopped; nobody waits for it any more. */
const stopTimeouts = { term: 1000, kill: 2000 };

/** What differs from the usual. */
export interface HookOptions {
  /** By default from this process. */
  readonly start?: Starter;
  /** Where the PATH of this process is not the person's own. */
  readonly path?: Pick<LoginPath, "get">;
}

/** @throws Error when there is no shell, or ToolError when it cannot be given this line. */
function programOf({ command, shell }: HookProgram): { program: string; args: readonly string[] } {
  if (typeof command !== "string") {
    const [program = "", ...args] = command;
    return { program, args };
  }
  const found = findShell(shell);
  if (!found) throw new Error("there is no shell on this machine");
  return { program: found.program, args: shellArguments(found.language, command) };
}

/** Keeps what is printed, up to the bound. */
class Printed {
  readonly #kept = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  readonly #sizes = { stdout: 0, stderr: 0 };

  /** @returns false once it is too much. */
  add(stream: "stdout" | "stderr", chunk: Uint8Array): boolean {
    this.#sizes[stream] += chunk.length;
    if (this.#sizes[stream] > maxPrinted) return false;
    this.#kept[stream].push(chunk);
    return true;
  }

  text(stream: "stdout" | "stderr"): string {
    return Buffer.concat(this.#kept[stream]).toString("utf8");
  }
}

/** Ends with the program, or with the first reason not to wait for it. */
async function answerOf(
  { timeoutMs, signal }: HookProgram,
  printed: Printed,
  start: (onOutput: OnOutput) => Promise<ProcessGroup>,
): Promise<HookAnswer> {
  let giveUp: (failure: string) => void = () => {};
  const given = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  const onAbort = () => giveUp("it was stopped because the call was cancelled");
  const timer = setTimeout(() => giveUp(`it did not answer within ${timeoutMs / 1000} s`), timeoutMs);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const started = start((stream, chunk) => {
    if (!printed.add(stream, chunk)) giveUp(`it printed more than ${maxPrinted / 1024} KiB`);
    return undefined;
  });
  const gaveUp = given.then((failure) => {
    void started.then(({ stop }) => stop()).catch(() => {});
    return { kind: "failed", failure } as const;
  });
  try {
    return await Promise.race([started.then(({ ended }) => ended).then((how) => endedAnswer(how, printed)), gaveUp]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function endedAnswer({ exitCode, signal }: Awaited<ProcessGroup["ended"]>, printed: Printed): HookAnswer {
  if (exitCode === undefined) return { kind: "failed", failure: `it was ended by ${signal ?? "a signal"}` };
  return { kind: "ended", exitCode, stdout: printed.text("stdout"), stderr: printed.text("stderr") };
}

/** Runs programs on this machine, with the environment of commands. */
export const hookRunner =
  ({ start = startHere, path }: HookOptions = {}): RunHook =>
  async (hook) => {
    try {
      const { program, args } = programOf(hook);
      const given = path ? { ...process.env, PATH: await path.get() } : process.env;
      const env = { ...commandEnvironment(given, hook.hiddenVariables, false), ...hook.variables };
      const place = { cwd: isReachableFolder(hook.folder) ? hook.folder : homeFolder(), env, input: hook.input };
      return await answerOf(hook, new Printed(), (onOutput) =>
        startGroup(program, args, place, onOutput, { start, stopTimeouts }),
      );
    } catch (error) {
      return { kind: "failed", failure: `it could not be started (${messageOf(error)})` };
    }
  };
