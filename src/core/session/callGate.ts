/** Which calls may run beside each other, whoever makes them (OR-2). */

/** Calls that run at once at most. */
export const maxAtOnce = 10;

/** What the gate has to know of a call. */
export interface GateRequest {
  /** May run beside other calls that are safe. */
  readonly safe: boolean;
  /** Safe, and does no more than look: may also run beside a call that runs alone and lets such calls in. */
  readonly looks?: boolean;
  /** Leaves the queue when it is aborted. */
  readonly signal: AbortSignal;
  /** Called when it has to wait. */
  onWait?(): void;
}

interface Waiting extends GateRequest {
  enter(): void;
}

/** What a call that runs alone tells the gate: from here on calls that only look may run beside it. */
export type LetLooksIn = () => void;

/**
 * Safe calls run beside each other, ten at most; each other call runs alone, until it lets in those that only look. First
 * come, first served: a call never overtakes one that is to run alone, so none waits forever.
 */
export class CallGate {
  readonly #queue: Waiting[] = [];
  #running = 0;
  /** The one that runs alone. */
  #alone: Waiting | undefined;
  #letsLooksIn = false;

  /** Calls that run or wait. */
  get size(): number {
    return this.#running + this.#queue.length;
  }

  /**
   * Runs `work` as soon as it may.
   * @returns what it returns; undefined when the signal was aborted before its turn came.
   */
  async pass<T>(request: GateRequest, work: (letLooksIn: LetLooksIn) => Promise<T>): Promise<T | undefined> {
    const entered = await this.#entered(request);
    if (!entered) return undefined;
    try {
      return await work(() => this.#letLooksIn(entered));
    } finally {
      this.#leave(entered);
    }
  }

  #entered(request: GateRequest): Promise<Waiting | undefined> {
    const { signal } = request;
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      // One for each call that waits: many may share the given one, and more than ten listeners count as a leak.
      let aborted: AbortSignal | undefined;
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        resolve(undefined);
        // What was behind it may not have to wait any longer.
        this.#admit();
      };
      const waiting: Waiting = {
        ...request,
        enter: () => {
          aborted?.removeEventListener("abort", giveUp);
          resolve(waiting);
        },
      };
      this.#queue.push(waiting);
      this.#admit();
      if (!this.#queue.includes(waiting)) return;
      aborted = AbortSignal.any([signal]);
      aborted.addEventListener("abort", giveUp, { once: true });
      request.onWait?.();
    });
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#running++;
      if (!next.safe) this.#alone = next;
      next.enter();
    }
  }

  /** The first that may enter; safe calls may pass each other, and nothing passes one that is to run alone. */
  #next(): Waiting | undefined {
    for (const waiting of this.#queue) {
      if (this.#mayEnter(waiting)) return waiting;
      if (!waiting.safe) return undefined;
    }
    return undefined;
  }

  #mayEnter({ safe, looks = false }: Waiting): boolean {
    if (!safe) return this.#running === 0;
    const isOpen = this.#alone === undefined || (looks && this.#letsLooksIn);
    return isOpen && this.#running < maxAtOnce;
  }

  #letLooksIn(by: Waiting): void {
    if (this.#alone !== by) return;
    this.#letsLooksIn = true;
    this.#admit();
  }

  #leave(left: Waiting): void {
    this.#running--;
    if (this.#alone === left) {
      this.#alone = undefined;
      this.#letsLooksIn = false;
    }
    this.#admit();
  }
}

/**
 * The gates of one session, one for each line of calls. What a call makes is a line of its own, so that none waits for the
 * one it is part of; so is each turn, so that one chat does not wait for another.
 */
export class CallGates {
  readonly #gates = new Map<string, CallGate>();

  /** @param line names the calls that keep an order among themselves. */
  async pass<T>(
    line: string,
    request: GateRequest,
    work: (letLooksIn: LetLooksIn) => Promise<T>,
  ): Promise<T | undefined> {
    const gate = this.#gates.get(line) ?? new CallGate();
    this.#gates.set(line, gate);
    try {
      return await gate.pass(request, work);
    } finally {
      if (gate.size === 0) this.#gates.delete(line);
    }
  }

  /** Calls that run or wait. */
  get size(): number {
    return [...this.#gates.values()].reduce((sum, gate) => sum + gate.size, 0);
  }
}
