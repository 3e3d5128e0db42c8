/** What ends a request before it is done: whoever cancels it, or the time that it has (WF-1). */

/** Thrown where a request was ended; the reason is with its Ending. */
export class DeadlinePassed extends Error {}

/** One end for all steps of a request, from looking up the name to the last byte. */
export class RequestDeadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = () => this.#controller.abort("cancelled");

  /** @param timeoutMs milliseconds from now. */
  constructor(
    private readonly cancelled: AbortSignal,
    timeoutMs: number,
  ) {
    this.#timer = setTimeout(() => this.#controller.abort("timeout"), timeoutMs);
    cancelled.addEventListener("abort", this.#cancel);
    if (cancelled.aborted) this.#cancel();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Undefined while it goes on. */
  get reason(): "cancelled" | "timeout" | undefined {
    return this.signal.reason;
  }

  /** What comes of work that cannot be stopped itself. @throws Ended as soon as the end comes first. */
  orEnd<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const end = () => reject(new DeadlinePassed());
      this.signal.addEventListener("abort", end);
      if (this.signal.aborted) end();
      work.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", end));
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.cancelled.removeEventListener("abort", this.#cancel);
  }
}
