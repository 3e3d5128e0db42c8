import type { OutputLog, OutputStream, OutputView } from "../ports/outputLog";
import type { CommandOutcome, ListeningPort } from "../ports/shell";
import { messageOf, ToolError } from "../vocabulary/toolError";

/** What is known of a command when it begins. */
export interface JobFacts {
  readonly agent: string;
  readonly command: string;
  /** The call does not wait for it. */
  readonly background: boolean;
  /** It runs in a terminal that a person types into. */
  readonly tty?: boolean;
  /** It is there to be connected to: the input of the call of `serve` that starts it again. */
  readonly serving?: Readonly<Record<string, unknown>>;
}

/** What running a command is given: when to stop, and where its output goes. */
export interface JobWires {
  readonly signal: AbortSignal;
  onOutput(stream: OutputStream, chunk: Uint8Array): Promise<void> | undefined;
  /** Brings what tells which files it has changed so far, as a line for a model. */
  onLive?(look: () => Promise<string | undefined>): void;
}

/** Runs the command; resolves when all of it has ended. */
export type JobWork = (wires: JobWires) => Promise<CommandOutcome>;

/** One command, from its beginning to the end of its processes (SH-8). */
export class Job {
  readonly id: string;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #outcome: CommandOutcome | undefined;
  #failure: ToolError | undefined;
  #ended: Promise<void> = Promise.resolve();
  #hasEnded = false;
  #look: (() => Promise<string | undefined>) | undefined;
  /** The ports on which it listened when somebody last looked. */
  ports: readonly ListeningPort[] = [];
  /** Id of the job that a person started in its place. */
  replacedBy: string | undefined;
  /** A person lets it run on when the agent whose it is ends. Set by Jobs.keep. */
  isKept = false;
  /** The agent was told of its end. */
  isEndKnown = false;
  /** Bytes of each view that the agent has looked at. */
  readonly looked: Record<OutputView, number> = { both: 0, stdout: 0, stderr: 0 };

  /** @param startedAt milliseconds since 1970. */
  constructor(
    private readonly log: OutputLog,
    readonly facts: JobFacts,
    readonly startedAt: number,
  ) {
    this.id = log.id;
  }

  /** Runs it; called once. Never rejects: a command that could not be started is a `failure`. */
  run(work: JobWork): Promise<void> {
    this.#ended = this.#run(work);
    return this.#ended;
  }

  async #run(work: JobWork): Promise<void> {
    try {
      this.#outcome = await work({
        signal: this.#stop.signal,
        onOutput: (stream, chunk) => {
          this.#wake();
          return this.log.append(stream, chunk);
        },
        onLive: (look) => {
          this.#look = look;
        },
      });
    } catch (error) {
      this.#failure = error instanceof ToolError ? error : new ToolError("internal", messageOf(error));
    }
    await this.log.close();
    this.#hasEnded = true;
    this.#wake();
  }

  /** How it ended; undefined while it runs, and when it could not be started. */
  get outcome(): CommandOutcome | undefined {
    return this.#outcome;
  }

  /** Why it could not be started. */
  get failure(): ToolError | undefined {
    return this.#failure;
  }

  /** Resolves when its processes have ended and its output is kept. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Bytes that were printed and could not be kept. */
  get missing(): number {
    return this.log.missing;
  }

  /** The files that it has changed so far, as a line for a model; undefined when there are none, or when it has ended. */
  async changes(): Promise<string | undefined> {
    return this.#hasEnded ? undefined : this.#look?.();
  }

  /** Ends its processes (SH-10). Safe to call again; `ended` tells when it is done. */
  stop(): void {
    this.#stop.abort();
  }

  /** Waits until it prints or ends, the time is over or the signal says so. @param milliseconds at most. */
  async changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#hasEnded || signal.aborted) return;
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = setTimeout(wake, milliseconds);
    this.#waiting.add(wake);
    signal.addEventListener("abort", wake, { once: true });
    await woken;
    clearTimeout(timer);
    this.#waiting.delete(wake);
    signal.removeEventListener("abort", wake);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
