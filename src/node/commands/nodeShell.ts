import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CommandHold, Confinement } from "../../core/ports/confinement";
import type { Repositories } from "../../core/ports/repository";
import type { CommandOutcome, CommandRequest, ShellPort } from "../../core/ports/shell";
import { overlaps } from "../../core/vocabulary/paths";
import type { ShellChoice, ShellLanguage } from "../../core/vocabulary/shellLanguage";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { Checkpoints } from "../checkpoints/checkpoints";
import { commandEnvironment } from "../environment/environment";
import type { LoginPath } from "../environment/loginPath";
import { noCallsHome, plainPackageManagers } from "../environment/plainPackageManagers";
import { givenVariables } from "../environment/workspaceEnvironment";
import { runningCommand } from "../processes/answeringPort";
import type { GroupId } from "../processes/liveGroup";
import { type OnOutput, startGroup } from "../processes/processGroup";
import { RunWatch } from "../processes/runWatch";
import { findShell, type Shell } from "../processes/shells";
import { type Starter, startHere } from "../processes/starter";
import { repositoriesAt } from "../repositories/repositories";
import { FirstOutput } from "../sandbox/bubblewrap/firstOutput";
import { type HeldEnding, Tail } from "../sandbox/findings";
import { describeHold, holdCommand, isHeld, whyNoLayer } from "../sandbox/held";
import type { HeldCommand } from "../sandbox/hold";
import { cleanLayers } from "../sandbox/layer/layerFolders";
import { cleanMasks } from "../sandbox/places/masks";
import { cleanSecretFiles } from "../sandbox/secretFiles";
import { cleanTempFolders } from "../sandbox/stateFolders";
import { connectTerminal, inTerminal } from "./commandTerminal";

/**
 * A sandbox tells of a command that a signal ended by the shell's code for it; a terminal tells success of one that it
 * had to end.
 */
function endingOf({ exitCode, signal }: Pick<CommandOutcome, "exitCode" | "signal">, wasStopped: boolean, tty = false) {
  if (wasStopped && tty && exitCode === 0) return { exitCode: undefined, signal: "SIGTERM" };
  const number = wasStopped && exitCode !== undefined ? exitCode - 128 : 0;
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name === undefined ? { exitCode, signal } : { exitCode: undefined, signal: name };
}

const variablesFor = ({ confinement, onLayer }: CommandHold): NodeJS.ProcessEnv => {
  if (onLayer) return noCallsHome;
  return confinement.onlyReads ? plainPackageManagers(tmpdir()) : {};
};

const watchOf = ({ hold }: CommandRequest, { sandbox }: HeldCommand, group: GroupId, kill: () => void): RunWatch =>
  new RunWatch({
    group,
    limits: hold?.confinement.limits,
    quota: hold?.quota,
    sandboxed: sandbox === "bubblewrap",
    kill,
  });

/** A sandbox whose places vanish while it is made is made anew that often at most. */
const maxPreparations = 4;

/** Runs commands on this machine. */
export class NodeShell implements ShellPort {
  readonly #shells = new Map<ShellChoice, Shell | undefined>();
  #state: string | undefined;
  readonly checkpoints = new Checkpoints(() => this.#stateFolder());

  /**
   * @param stateFolder where agents' temporary folders are kept; by default they are gone with this process.
   * @param start how programs are started; by default from this process.
   * @param path of commands, where the PATH of this process is not the person's own.
   */
  constructor(
    private readonly stateFolder?: string,
    private readonly start: Starter = startHere,
    private readonly path?: LoginPath,
  ) {}

  languageFor(choice: ShellChoice): ShellLanguage {
    return this.#shell(choice)?.language ?? "bash";
  }

  isPlain(choice: ShellChoice): boolean {
    const shell = this.#shell(choice);
    return shell?.language === "bash" && !basename(shell.program).startsWith("bash");
  }

  #shell(choice: ShellChoice): Shell | undefined {
    if (!this.#shells.has(choice)) this.#shells.set(choice, findShell(choice));
    return this.#shells.get(choice);
  }

  describeHold(confinement: Confinement, outsideSandbox: boolean): Promise<string> {
    // While the person reads the question.
    void this.path?.get();
    return describeHold(confinement, outsideSandbox);
  }

  isHeld(confinement: Confinement, outsideSandbox: boolean): Promise<boolean> {
    return isHeld(confinement, outsideSandbox);
  }

  whyNoLayer(confinement: Confinement): Promise<string | undefined> {
    return whyNoLayer(confinement, this.#stateFolder());
  }

  async repositoriesAt(folder: string): Promise<Repositories> {
    return repositoriesAt(folder);
  }

  async run(request: CommandRequest): Promise<CommandOutcome> {
    const { language = "bash" } = request;
    const shell = this.#shell(language)?.program;
    if (shell === undefined)
      throw new ToolError("unavailable", `Commands cannot run here: there is no ${language} on this machine.`);
    const persons = this.path ? { ...process.env, PATH: await this.path.get() } : process.env;
    const given = await givenVariables(persons, request.hold?.confinement);
    const env = {
      ...commandEnvironment(given, request.hiddenVariables, request.unasked, request.tty),
      ...(request.hold && variablesFor(request.hold)),
      ...request.variables,
    };
    const started = performance.now();
    const wished = await inTerminal(request, shell);
    for (let triesLeft = maxPreparations - 1; ; triesLeft--) {
      const held = await holdCommand(wished, shell, env, () => this.#stateFolder(), this.start).catch(
        cannotStart(request, this.stateFolder),
      );
      const outcome = await this.#outcome(request, held, triesLeft);
      if (outcome) return { ...outcome, durationMs: performance.now() - started, sandbox: held.sandbox };
    }
  }

  /** Undefined when its sandbox could not be made and is to be prepared anew. */
  async #outcome(
    request: CommandRequest,
    held: HeldCommand,
    triesLeft: number,
  ): Promise<Omit<CommandOutcome, "durationMs" | "sandbox"> | undefined> {
    const tail = new Tail();
    const output = new FirstOutput(request.onOutput);
    if (held.sandbox !== "bubblewrap") await output.pass();
    let ending: HeldEnding | undefined;
    let layer = held.layer;
    try {
      const { seen, stoppedAt, ...outcome } = await this.#runHeld({ ...request, onOutput: output.take }, held, tail);
      ending = { ...outcome, seen, stoppedAt, tail: tail.text() };
      const {
        notes,
        limits = [],
        stoppedLeftovers,
        folder,
        needsMore,
        missed,
        reached,
        neverBegan,
      } = await held.release(ending);
      if (neverBegan && triesLeft > 0) return undefined;
      await output.pass();
      // Of a sandbox that is over some processes may take their time to end; what the command left is known from inside.
      const leftovers =
        (held.sandbox !== "bubblewrap" && outcome.stoppedLeftovers) ||
        (stoppedLeftovers && outcome.endedBy === "itself");
      const left = layer && { layer };
      layer = undefined;
      const met = {
        ...(limits.length > 0 && { limits }),
        ...(needsMore && { needsMore }),
        ...(missed && { missed }),
        ...(reached && { reached }),
      };
      const ended = { ...outcome, stoppedLeftovers: leftovers, notes, ...met, ...left };
      return folder === undefined ? ended : { ...ended, folder };
    } finally {
      if (!ending) await held.release(undefined);
      await layer?.discard();
    }
  }

  async #runHeld(request: CommandRequest, held: HeldCommand, tail: Tail) {
    const { program, args, env, handed } = held;
    const begun = performance.now();
    const onOutput: OnOutput = (stream, chunk) => {
      tail.add(chunk);
      return request.onOutput(stream, chunk);
    };
    const place = {
      cwd: held.cwd ?? request.cwd.real,
      env,
      input: request.input,
      handed,
      inlets: request.tty === true,
    };
    const way = { start: held.start ?? this.start, sandbox: held.maker };
    const group = await startGroup(program, args, place, onOutput, way).catch(cannotStart(request));
    request.onStarted?.(runningCommand(group.id));
    let endedBy: CommandOutcome["endedBy"] = "itself";
    let stopping: NodeJS.Timeout | undefined;
    const stopBecause = (reason: CommandOutcome["endedBy"]) => () => {
      if (endedBy === "itself") endedBy = reason;
      stopping ??= setTimeout(group.stop, held.settlingMs - (performance.now() - begun));
    };
    const kill = () => {
      if (endedBy === "itself") endedBy = "limit";
      group.kill();
    };
    const watch = watchOf(request, held, group.id, kill);
    const onAbort = stopBecause("cancellation");
    const timer = setTimeout(stopBecause("timeout"), request.timeoutMs);
    const disconnect = request.terminal && group.inlets && connectTerminal(request.terminal, group.inlets);
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();
    try {
      const { stoppedLeftovers, ...how } = await group.ended;
      const { seen, stoppedAt } = watch;
      return { ...endingOf(how, endedBy !== "itself", request.tty), stoppedLeftovers, endedBy, seen, stoppedAt };
    } finally {
      watch.end();
      disconnect?.();
      clearTimeout(timer);
      clearTimeout(stopping);
      request.signal.removeEventListener("abort", onAbort);
    }
  }

  #stateFolder(): string {
    if (this.#state === undefined) {
      this.#state = this.stateFolder ?? passingFolder();
      void cleanTempFolders(this.#state, Date.now());
      void cleanLayers(this.#state, Date.now());
      void cleanMasks(this.#state, Date.now());
      void cleanSecretFiles(this.#state, Date.now());
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

/** @param stateFolder where it is prepared. */
const cannotStart = (request: CommandRequest, stateFolder?: string) => (error: unknown) => {
  if (error instanceof ToolError) throw error;
  const { path } = error as NodeJS.ErrnoException;
  const isOurs = stateFolder !== undefined && path !== undefined && overlaps(stateFolder, path);
  throw new ToolError(
    "command_failed",
    isOurs
      ? `Toolcrib's state folder cannot be written (${messageOf(error)}), so the command was not run: tell the person to free disk space for it or to make it writable.`
      : `The command could not be started in ${request.cwd.shown} (${messageOf(error)}).`,
  );
};
