/** One program under a debugger: what its adapter tells put together to where it is. */
import type {
  DebugAction,
  DebugRun,
  DebugScope,
  DebugStatus,
  DebugThread,
  DebugVariable,
} from "../../core/ports/editor/debugging";
import { raceAbort } from "../../core/util/raceAbort";
import { messageOf, ToolError } from "../../core/vocabulary/toolError";
import type {
  AdapterEvent,
  AdapterListener,
  AdapterSession,
  EvaluateBody,
  OutputBody,
  ScopesBody,
  StackBody,
  StackFrameBody,
  StoppedBody,
  ThreadsBody,
} from "./protocol";
import { readVariables, variableAt } from "./variableTree";

/** Characters of output that are kept until somebody asks. */
const maxOutput = 16_000;

/** Frames that are asked for to find one by its number. */
const maxFrames = 100;

const requests: Readonly<Record<DebugAction, string>> = {
  continue: "continue",
  over: "next",
  into: "stepIn",
  out: "stepOut",
  pause: "pause",
};

/** Where a session stands still. */
interface Stop extends StoppedBody {
  readonly session: AdapterSession;
}

export class AdapterRun implements DebugRun, AdapterListener {
  readonly #sessions = new Map<string, AdapterSession>();
  readonly #stops = new Map<string, Stop>();
  readonly #waiting = new Set<() => void>();
  #output = "";
  #cut = 0;
  #exitCode: number | undefined;
  #hasEnded = false;

  /** @param ended called once it has. */
  constructor(
    readonly title: string,
    private readonly ended: () => void = () => {},
  ) {}

  onSession(session: AdapterSession): void {
    this.#sessions.set(session.id, session);
  }

  onEvent(id: string, { event, body }: AdapterEvent): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    if (event === "stopped") this.#stops.set(id, { ...(body as StoppedBody), session });
    else if (event === "continued") this.#stops.delete(id);
    else if (event === "exited") this.#exitCode = (body as { exitCode?: number }).exitCode;
    else if (event === "output") this.#print(body as OutputBody);
    if (event === "stopped") this.#tell();
  }

  onSessionEnd(id: string): void {
    this.#sessions.delete(id);
    this.#stops.delete(id);
  }

  onEnd(): void {
    this.#hasEnded = true;
    this.#stops.clear();
    this.#tell();
    this.ended();
  }

  status(): DebugStatus {
    const exitCode = this.#exitCode === undefined ? {} : { exitCode: this.#exitCode };
    if (this.#hasEnded) return { state: "ended", ...exitCode };
    const stop = this.#stop;
    if (!stop) return { state: "running" };
    const detail = stop.reason === "exception" ? (stop.text ?? stop.description) : undefined;
    return { state: "stopped", reason: stop.reason ?? "pause", ...(detail !== undefined && { detail }) };
  }

  takeOutput(): string {
    const head = this.#cut > 0 ? `[${this.#cut} characters are left out]\n` : "";
    const text = head + this.#output;
    this.#output = "";
    this.#cut = 0;
    return text;
  }

  async settled(waitMs: number, signal: AbortSignal): Promise<DebugStatus> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    while (this.status().state === "running" && !until.aborted) await raceAbort(() => this.#changed(), until);
    return this.status();
  }

  async act(action: DebugAction): Promise<void> {
    if (action === "pause") return this.#pause();
    const { session, threadId } = this.#stopped();
    // Before the answer: the event of the next stop may come first.
    this.#stops.delete(session.id);
    await this.#ask(session, requests[action], { threadId });
  }

  async threads(levels: number): Promise<readonly DebugThread[]> {
    this.#mustRun();
    const threads: DebugThread[] = [];
    for (const session of this.#sessions.values()) {
      const { threads: found = [] } = (await this.#ask(session, "threads")) as ThreadsBody;
      for (const { id, name } of found) {
        const stop = this.#stops.get(session.id);
        const stopped = stop !== undefined && (stop.threadId === undefined || stop.threadId === id);
        const frames = stopped ? await this.#frames(session, id, levels) : [];
        threads.push({ name, stopped, frames: frames.map(frameOf) });
      }
    }
    return threads.sort((a, b) => Number(b.stopped) - Number(a.stopped));
  }

  async variables(frame: number, path: readonly string[], depth: number): Promise<readonly DebugScope[]> {
    const { session } = this.#stopped();
    const { id } = await this.#frame(frame);
    const { scopes = [] } = (await this.#ask(session, "scopes", { frameId: id })) as ScopesBody;
    const ask = (command: string, args: object) => this.#ask(session, command, args);
    if (path.length > 0) return [await variableAt(ask, scopes, path, depth)];
    const near = scopes.filter(({ expensive }) => !expensive);
    return Promise.all(
      near.map(async ({ name, variablesReference }) => ({
        name,
        variables: await readVariables(ask, variablesReference, depth),
      })),
    );
  }

  async evaluate(frame: number, expression: string): Promise<DebugVariable> {
    const { session } = this.#stopped();
    const { id } = await this.#frame(frame);
    const given = { expression, frameId: id, context: "repl" };
    const { result, type, variablesReference } = (await this.#ask(session, "evaluate", given)) as EvaluateBody;
    const ask = (command: string, args: object) => this.#ask(session, command, args);
    const children = variablesReference > 0 ? await readVariables(ask, variablesReference, 0) : undefined;
    const shown = { name: expression, value: result, expandable: variablesReference > 0, lazy: false };
    return { ...shown, ...(type !== undefined && { type }), ...(children && { children }) };
  }

  /** The latest. */
  get #stop(): Stop | undefined {
    return [...this.#stops.values()].at(-1);
  }

  #mustRun(): void {
    if (this.#hasEnded)
      throw new ToolError("unavailable", `${this.title} has ended: start it again with debug_start to look into it.`);
  }

  #stopped(): Stop {
    this.#mustRun();
    const stop = this.#stop;
    if (stop) return stop;
    throw new ToolError(
      "unavailable",
      `${this.title} is running, so there is nothing to look at: stop it with debug_step and the action pause, or set a breakpoint.`,
    );
  }

  async #pause(): Promise<void> {
    this.#mustRun();
    if (this.#stop) return;
    // The one below has the threads that run the program.
    const session = [...this.#sessions.values()].at(-1);
    const { threads = [] } = session ? ((await this.#ask(session, "threads")) as ThreadsBody) : {};
    const [thread] = threads;
    if (!session || !thread) throw new ToolError("unavailable", `${this.title} has no thread to stop yet: try again.`);
    await this.#ask(session, "pause", { threadId: thread.id });
  }

  async #frames(session: AdapterSession, threadId: number, levels: number): Promise<readonly StackFrameBody[]> {
    const { stackFrames = [] } = (await this.#ask(session, "stackTrace", {
      threadId,
      startFrame: 0,
      levels,
    })) as StackBody;
    return stackFrames.filter(({ presentationHint }) => presentationHint !== "label").slice(0, levels);
  }

  async #frame(at: number): Promise<StackFrameBody> {
    const { session, threadId } = this.#stopped();
    const frames = await this.#frames(session, threadId ?? 0, maxFrames);
    const frame = frames[at];
    if (frame) return frame;
    throw new ToolError("invalid_input", `There is no frame ${at}: the stack has ${frames.length}, counted from 0.`);
  }

  async #ask(session: AdapterSession, command: string, args?: object): Promise<unknown> {
    try {
      return (await session.request(command, args)) ?? {};
    } catch (error) {
      throw new ToolError("tool_failed", `The debugger answered: ${messageOf(error)}`);
    }
  }

  #print({ category = "console", output = "" }: OutputBody): void {
    if (category === "telemetry") return;
    this.#output += output;
    const surplus = this.#output.length - maxOutput;
    if (surplus <= 0) return;
    this.#output = this.#output.slice(surplus);
    this.#cut += surplus;
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

const isPath = (path: string) => /^(?:[\\/]|[A-Za-z]:)/.test(path);

const frameOf = ({ name, line, source }: StackFrameBody) => {
  const path = source?.path;
  const isFile = path !== undefined && isPath(path) && !source?.sourceReference;
  return { name, line, ...(isFile ? { path } : { source: path ?? source?.name ?? "no source" }) };
};
