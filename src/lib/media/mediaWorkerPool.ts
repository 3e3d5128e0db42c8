import { Worker } from "node:worker_threads";
import { raceAbort } from "../../core/util/raceAbort";
import { threadOptions } from "../../core/util/threadOptions";
import { ToolError } from "../../core/vocabulary/toolError";
import type { ImageJob, MediaAnswer, MediaJob, Outcomes, PdfJob } from "./jobs";

/** Milliseconds after which a job is given up: a file can be made so that decoding it never ends. */
const defaultTimeoutMs = 30_000;

/** Megabytes of JavaScript objects that a job may fill; pixels are not among them. */
const maxHeap = 1024;

/**
 * Decodes pictures and documents in a thread of their own, so that neither the time nor a fault of it is the host's. One
 * after another, because each may take a gigabyte for a moment.
 */
export class MediaWorkerPool {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly timeoutMs: number = defaultTimeoutMs) {}

  /** @throws ToolError `unreadable`, `timeout`, `cancelled`. @param what the file, for the sentence. */
  image(job: Omit<ImageJob, "kind">, what: string, signal: AbortSignal): Promise<Outcomes["image"]> {
    return this.#inTurn({ kind: "image", ...job }, what, signal);
  }

  /** @throws ToolError `unreadable`, `timeout`, `cancelled`. @param what the file, for the sentence. */
  pdf(job: Omit<PdfJob, "kind">, what: string, signal: AbortSignal): Promise<Outcomes["pdf"]> {
    return this.#inTurn({ kind: "pdf", ...job }, what, signal);
  }

  #inTurn<K extends keyof Outcomes>(
    job: MediaJob & { kind: K },
    what: string,
    signal: AbortSignal,
  ): Promise<Outcomes[K]> {
    const turn = this.#last.then(() => this.#run<K>(job, what, signal));
    this.#last = turn.catch(() => {});
    return unlessCancelled(turn, what, signal);
  }

  async #run<K extends keyof Outcomes>(job: MediaJob, what: string, signal: AbortSignal): Promise<Outcomes[K]> {
    const answer = await this.#ask<Outcomes[K]>(job, what, signal);
    if ("outcome" in answer) return answer.outcome;
    throw new ToolError(
      "unreadable",
      answer.problem === "locked"
        ? `${what} is locked with a password: ask the person for a copy without one.`
        : `${what} cannot be decoded: it is damaged, cut off, or of an unusual kind.`,
    );
  }

  #ask<O>(job: MediaJob, what: string, signal: AbortSignal): Promise<MediaAnswer<O>> {
    if (signal.aborted) return Promise.reject(cancelled(what));
    const worker = new Worker(require.resolve("./mediaWorker"), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: maxHeap },
      ...threadOptions(process.execArgv),
    });
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<MediaAnswer<O>>((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow(what, this.timeoutMs)), this.timeoutMs);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ problem: "damaged" }) : reject(error),
      );
    });
    return unlessCancelled(answer, what, signal).finally(() => {
      clearTimeout(timer);
      return worker.terminate();
    });
  }
}

/** What is promised, or a failure as soon as the call is cancelled. */
async function unlessCancelled<T extends object>(promise: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
  const outcome = await raceAbort(() => promise, signal);
  if (!outcome) throw cancelled(what);
  return outcome;
}

const cancelled = (what: string) => new ToolError("cancelled", `Reading ${what} was cancelled.`);
const tooSlow = (what: string, ms: number) =>
  new ToolError(
    "timeout",
    `${what} was not decoded within ${ms / 1000} seconds, so it was given up: work without it, or ask the person for a simpler copy.`,
  );
