import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Confinement } from "../core/confinement";
import type { CommandOutcome, CommandRequest, ShellPort } from "../core/host";
import { messageOf, ToolError } from "../core/toolError";
import { commandEnvironment } from "./environment";
import { type OnOutput, startGroup } from "./processGroup";
import { type Ending, Tail } from "./sandbox/findings";
import { describeHold, type HeldCommand, holdCommand } from "./sandbox/held";
import { cleanTempFolders } from "./sandbox/stateFolders";
import { type Starter, startHere } from "./starter";

/** A bash, because that is the language the analysis reads; a plain sh where there is none. */
function findShell(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = process.platform === "win32" ? ["bash.exe"] : ["bash", "sh"];
  const places = ["/bin", "/usr/bin", ...folders];
  return names.flatMap((name) => places.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** A sandbox tells of a command that a signal ended by the shell's code for it. */
function endingOf({ exitCode, signal }: Pick<CommandOutcome, "exitCode" | "signal">, wasStopped: boolean) {
  const number = wasStopped && exitCode !== undefined ? exitCode - 128 : 0;
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name === undefined ? { exitCode, signal } : { exitCode: undefined, signal: name };
}

/** Runs commands on this machine. */
export class NodeShell implements ShellPort {
  #program: string | undefined;
  #state: string | undefined;

  /**
   * @param stateFolder where agents' temporary folders are kept; by default they are gone with this process.
   * @param start how programs are started; by default from this process.
   */
  constructor(
    private readonly stateFolder?: string,
    private readonly start: Starter = startHere,
  ) {}

  describeHold(confinement: Confinement, outsideSandbox: boolean): Promise<string> {
    return describeHold(confinement, outsideSandbox);
  }

  async run(request: CommandRequest): Promise<CommandOutcome> {
    this.#program ??= findShell();
    if (!this.#program)
      throw new ToolError("unavailable", "Commands cannot run here: there is no bash on this machine.");
    const env = commandEnvironment(process.env, request.hiddenVariables, request.unasked);
    const started = performance.now();
    const held = await holdCommand(request, this.#program, env, () => this.#stateFolder()).catch(cannotStart(request));
    const tail = new Tail();
    let ending: Ending | undefined;
    try {
      const outcome = await this.#runHeld(request, held, tail);
      ending = { ...outcome, tail: tail.text() };
      const { notes, stoppedLeftovers } = await held.release(ending);
      const leftovers = outcome.stoppedLeftovers || (stoppedLeftovers && outcome.endedBy === "itself");
      const durationMs = performance.now() - started;
      return { ...outcome, stoppedLeftovers: leftovers, durationMs, sandbox: held.sandbox, notes };
    } finally {
      if (!ending) await held.release(undefined);
    }
  }

  async #runHeld(request: CommandRequest, held: HeldCommand, tail: Tail) {
    const { program, args, env } = held;
    const begun = performance.now();
    const onOutput: OnOutput = (stream, chunk) => {
      tail.add(chunk);
      return request.onOutput(stream, chunk);
    };
    const place = { cwd: request.cwd.real, env, input: request.input };
    const group = await startGroup(program, args, place, onOutput, { start: this.start }).catch(cannotStart(request));
    let endedBy: CommandOutcome["endedBy"] = "itself";
    let stopping: NodeJS.Timeout | undefined;
    const stopBecause = (reason: CommandOutcome["endedBy"]) => () => {
      if (endedBy === "itself") endedBy = reason;
      stopping ??= setTimeout(group.stop, held.settlingMs - (performance.now() - begun));
    };
    const onAbort = stopBecause("cancellation");
    const timer = setTimeout(stopBecause("timeout"), request.timeoutMs);
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    try {
      const { stoppedLeftovers, ...how } = await group.ended;
      return { ...endingOf(how, endedBy !== "itself"), stoppedLeftovers, endedBy };
    } finally {
      clearTimeout(timer);
      clearTimeout(stopping);
      request.signal.removeEventListener("abort", onAbort);
    }
  }

  #stateFolder(): string {
    if (this.#state === undefined) {
      this.#state = this.stateFolder ?? passingFolder();
      void cleanTempFolders(this.#state, Date.now());
    }
    return this.#state;
  }
}

/** Gone with this process. */
function passingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-state-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const cannotStart = (request: CommandRequest) => (error: unknown) => {
  if (error instanceof ToolError) throw error;
  throw new ToolError(
    "command_failed",
    `The command could not be started in ${request.cwd.shown} (${messageOf(error)}).`,
  );
};
