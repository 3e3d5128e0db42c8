import { Worker } from "node:worker_threads";
import { raceAbort } from "../../core/util/raceAbort";
import { threadOptions } from "../../core/util/threadOptions";
import { ToolError } from "../../core/vocabulary/toolError";
import { noArticleNote, type Page, type PageJob } from "./body/page";
import { readDirectly } from "./readDirectly";

/** What the thread says of a job. */
export type PageAnswer = { readonly page: Page } | { readonly problem: string };

/** How the room works. Times in milliseconds. */
interface PoolOptions {
  /** A page can be made so that converting it takes hours. */
  readonly timeoutMs: number;
  /** For finding the article, which takes far longer than the rest where thousands of links stand beside each other. */
  readonly articleMs: number;
  /** How long the thread is kept after its last job, because starting one takes longer than most pages. */
  readonly keptMs: number;
}

/** Megabytes of JavaScript objects that a page may fill. */
const maxHeap = 512;

/**
 * Turns bodies into text. Pages are converted in a thread of their own, so that neither the time nor a fault of it is the
 * host's; one after another, because each may take a hundred megabytes for a moment.
 */
export class PageWorkerPool {
  readonly #ways: PoolOptions;
  #last: Promise<unknown> = Promise.resolve();
  #worker: Worker | undefined;
  #ending: NodeJS.Timeout | undefined;

  constructor(ways: Partial<PoolOptions> = {}) {
    this.#ways = { timeoutMs: 20_000, articleMs: 10_000, keptMs: 60_000, ...ways };
  }

  /** @throws ToolError `unreadable`, `timeout`, `cancelled`. */
  async read(job: PageJob, signal: AbortSignal): Promise<Page> {
    if (signal.aborted) throw cancelled(job);
    const page = readDirectly(job);
    if (page) return page;
    const turn = this.#last.then(() =>
      job.mode === "article" ? this.#article(job, signal) : this.#convert(job, signal),
    );
    this.#last = turn.catch(() => {});
    return unlessCancelled(turn, job, signal);
  }

  /** Ends the thread. The room may be used again. */
  async close(): Promise<void> {
    clearTimeout(this.#ending);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /** The article of a page; all of it where finding the article takes too much. */
  async #article(job: PageJob, signal: AbortSignal): Promise<Page> {
    try {
      return await this.#convert(job, signal, this.#ways.articleMs);
    } catch {
      const page = await this.#convert({ ...job, mode: "full" }, signal);
      return { ...page, notes: [noArticleNote, ...page.notes] };
    }
  }

  async #convert(job: PageJob, signal: AbortSignal, timeoutMs = this.#ways.timeoutMs): Promise<Page> {
    if (signal.aborted) throw cancelled(job);
    clearTimeout(this.#ending);
    this.#worker ??= this.#start();
    try {
      const answer = await this.#ask(this.#worker, job, signal, timeoutMs);
      if ("problem" in answer) throw unreadable(job);
      this.#ending = setTimeout(() => void this.close(), this.#ways.keptMs).unref();
      return answer.page;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #ask(worker: Worker, job: PageJob, signal: AbortSignal, timeoutMs: number): Promise<PageAnswer> {
    const stop = new AbortController();
    worker.ref();
    const answer = new Promise<PageAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(tooSlow(job, timeoutMs)), timeoutMs);
      const failed = () => reject(unreadable(job));
      worker.once("message", resolve).once("error", failed).once("exit", failed);
      stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        worker.off("message", resolve).off("error", failed).off("exit", failed);
        worker.unref();
      });
    });
    worker.postMessage(job);
    return unlessCancelled(answer, job, signal).finally(() => stop.abort());
  }

  #start(): Worker {
    const worker = new Worker(require.resolve("./pageWorker"), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeap },
      ...threadOptions(process.execArgv),
    });
    // Whoever waits hears of its end; between two jobs nobody does.
    return worker
      .on("error", () => {})
      .on("exit", () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
  }
}

async function unlessCancelled<T extends object>(promise: Promise<T>, job: PageJob, signal: AbortSignal): Promise<T> {
  const outcome = await raceAbort(() => promise, signal);
  if (!outcome) throw cancelled(job);
  return outcome;
}

const cancelled = ({ url }: PageJob) => new ToolError("cancelled", `Reading ${url} was cancelled.`);
const unreadable = ({ url }: PageJob) =>
  new ToolError(
    "unreadable",
    `${url} cannot be converted to text, because it is too large or too deeply nested: ask for its source with mode "raw".`,
  );
const tooSlow = ({ url }: PageJob, ms: number) =>
  new ToolError(
    "timeout",
    `${url} was not converted to text within ${ms / 1000} seconds, so it was given up: ask for its source with mode "raw".`,
  );
