/** The programs that agents debug: one for each, with breakpoints of its own. */
import type { Breakpoint, BreakpointState, DebugLaunch, DebugPort, DebugRun } from "../../core/ports/editor/debugging";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import { AdapterRun } from "./debugRun";
import type { AdapterLaunch, AdapterListener } from "./protocol";

/** What an editor does for it. */
export interface DebuggerWires {
  /** @throws Error with a clause that says why it did not start. */
  launch(
    launch: DebugLaunch,
    title: string,
    hiddenVariables: readonly string[],
    listener: AdapterListener,
  ): Promise<AdapterLaunch>;
  /** Adds breakpoints of ours beside the person's. */
  addBreakpoints(breakpoints: readonly Breakpoint[]): AddedBreakpoints;
}

/** Breakpoints that were added. */
export interface AddedBreakpoints {
  /** In their order. */
  states(): Promise<readonly BreakpointState[]>;
  remove(): void;
}

/** A program that is being debugged. */
export interface DebuggedProgram {
  readonly agent: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Ends it and removes its breakpoints. Never rejects. */
  end(): Promise<void>;
}

/** One agent's. */
interface Debugged {
  run?: AdapterRun;
  /** When the run began, in milliseconds since 1970. */
  startedAt?: number;
  launch?: AdapterLaunch;
  breakpoints?: AddedBreakpoints;
  /** Ends what nobody uses. */
  idle?: NodeJS.Timeout;
}

/** Milliseconds without a call after which a program is ended: VS Code's agent mode does not tell when a turn ends. */
export const idleMs = 5 * 60_000;

export class DebugRuns implements DebugPort {
  readonly #agents = new Map<string, Debugged>();
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly wires: DebuggerWires,
    private readonly idleAfter = idleMs,
  ) {}

  async start(agent: string, launch: DebugLaunch, title: string, hidden: readonly string[]): Promise<DebugRun> {
    const own = this.#own(agent);
    if (own.run && own.run.status().state !== "ended")
      throw new ToolError("unavailable", `${own.run.title} is being debugged already: end it with debug_stop first.`);
    const run = new AdapterRun(title, () => this.#tell());
    own.run = run;
    own.startedAt = Date.now();
    try {
      own.launch = await this.wires.launch(launch, title, hidden, run);
    } catch (error) {
      run.onEnd();
      delete own.run;
      if (error instanceof ToolError) throw error;
      throw new ToolError("unavailable", `The debugger did not start ${title}: ${messageOf(error)}.`);
    }
    this.#tell();
    return run;
  }

  /** What has not ended. */
  programs(): readonly DebuggedProgram[] {
    return [...this.#agents].flatMap(([agent, { run, startedAt = 0 }]) =>
      run && run.status().state !== "ended" ? [{ agent, title: run.title, startedAt, end: () => this.end(agent) }] : [],
    );
  }

  /** @param listener called when one began or ended. @returns ends the listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  runOf(agent: string): DebugRun | undefined {
    return this.#agents.has(agent) ? this.#own(agent).run : undefined;
  }

  async setBreakpoints(agent: string, breakpoints: readonly Breakpoint[]): Promise<void> {
    const own = this.#own(agent);
    own.breakpoints?.remove();
    delete own.breakpoints;
    if (breakpoints.length > 0) own.breakpoints = this.wires.addBreakpoints(breakpoints);
  }

  async breakpointsOf(agent: string): Promise<readonly BreakpointState[]> {
    return (await this.#agents.get(agent)?.breakpoints?.states()) ?? [];
  }

  async end(agent: string): Promise<void> {
    const own = this.#agents.get(agent);
    if (!own) return;
    this.#agents.delete(agent);
    clearTimeout(own.idle);
    own.breakpoints?.remove();
    this.#tell();
    await own.launch?.stop();
  }

  /** Ends everybody's. Never rejects. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#agents.keys()].map((agent) => this.end(agent)));
  }

  #own(agent: string): Debugged {
    const own = this.#agents.get(agent) ?? {};
    this.#agents.set(agent, own);
    clearTimeout(own.idle);
    own.idle = setTimeout(() => void this.end(agent), this.idleAfter).unref();
    return own;
  }
}
