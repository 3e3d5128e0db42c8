/** The thread of one index, seen from the host that asks it. */
import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { threadOptions } from "../../../core/util/threadOptions";
import type {
  FromIndex,
  IndexAnswer,
  IndexQuestion,
  IndexStart,
  IndexState,
  IndexStructure,
  ToIndex,
} from "./messages";

/** Milliseconds that a search waits for an answer, which takes a few. */
const maxWaitMs = 300;

/** Files that are judged before others get their turn. */
const judgedAtOnce = 200;

/** Questions that are remembered until the index is made again. */
const maxCommon = 1000;

/** A program of ours beside this file, bundled as it is. */
const program = (name: string): string => join(__dirname, name + extname(__filename));

/** One index; to be closed. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: IndexAnswer | IndexStructure) => void>();
  /** What an earlier thread said of the folder counts no longer. */
  readonly #name = crypto.randomUUID();
  /** Questions about so many files that they need not be asked again. */
  readonly #common = new Set<string>();
  #count = 0;
  #isReady = false;
  #isEnded = false;
  /** True for a real path that is closed to tools; undefined when none is. */
  isClosed: ((real: string) => boolean) | undefined;

  constructor(
    private readonly start: Omit<IndexStart, "builder" | "execArgv">,
    private readonly tell: (state: IndexState) => void,
  ) {
    const options = threadOptions(process.execArgv);
    const workerData: IndexStart = { ...start, builder: program("indexBuilder"), execArgv: options.execArgv };
    this.#worker = new Worker(program("indexWorker"), { workerData, ...options });
    this.#worker
      .on("message", (message: FromIndex) => void this.#hear(message))
      .on("error", () => this.#ended())
      .on("exit", () => this.#ended())
      // A host that listens to its thread waits for it, unless it says so afterwards.
      .unref();
  }

  get folder(): string {
    return this.start.folder;
  }

  /** Whether the same files are secret. */
  isFor(secret: readonly string[]): boolean {
    return JSON.stringify(secret) === JSON.stringify(this.start.secret);
  }

  /** @returns undefined when all files have to be looked at. */
  async ask(question: IndexQuestion, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const key = JSON.stringify(question);
    if (!this.#isReady || signal.aborted || this.#common.has(key)) return undefined;
    const answer = await this.#answered((id) => ({ kind: "ask", id, question }));
    if (answer === "too many" && this.#common.size < maxCommon) this.#common.add(key);
    return Array.isArray(answer) ? answer : undefined;
  }

  /** @returns the same text as before while ripgrep would name the same files; undefined when that is not known. */
  async structure(): Promise<string | undefined> {
    if (!this.#isReady) return undefined;
    const answer = await this.#answered((id) => ({ kind: "structure", id }));
    const structure = typeof answer === "object" && "structure" in answer ? answer.structure : undefined;
    return structure && createHash("sha256").update(`${this.#name} ${structure}`).digest("hex");
  }

  async #answered(messageOf: (id: number) => ToIndex): Promise<IndexAnswer | IndexStructure> {
    const id = ++this.#count;
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<IndexAnswer | IndexStructure>((resolve) => {
      this.#waiting.set(id, resolve);
      timer = setTimeout(() => resolve("unknown"), maxWaitMs);
      this.#send(messageOf(id));
    });
    try {
      return await answered;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  #send(message: ToIndex): void {
    this.#worker.postMessage(message);
  }

  async #hear(message: FromIndex): Promise<void> {
    if (message.kind === "answer") this.#waiting.get(message.id)?.(message.answer);
    else if (message.kind === "judge") this.#send({ kind: "closed", closed: await this.#closed(message.paths) });
    else if (message.state.is === "off") this.#ended(message.state.reason);
    else {
      this.#isReady ||= message.state.is === "ready";
      this.#common.clear();
      this.tell(message.state);
    }
  }

  async #closed(paths: readonly string[]): Promise<string[]> {
    const { isClosed } = this;
    if (!isClosed) return [];
    const closed: string[] = [];
    for (const [at, path] of paths.entries()) {
      if (isClosed(join(this.start.root, path))) closed.push(path);
      if (at % judgedAtOnce === judgedAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return closed;
  }

  #ended(reason = "its thread has ended"): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#isReady = false;
    for (const resolve of this.#waiting.values()) resolve("unknown");
    this.tell({ is: "off", reason });
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    this.#ended("closed");
    await this.#worker.terminate();
  }
}
