/** Which calls may run beside each other, whoever makes them (OR-2). */

/** Calls that run at once at most. */
export const mostAtOnce = 10;

/** What the gate has to know of a call. */
export interface GateRequest {
  /** May run beside other calls that are safe. */
  readonly safe: boolean;
  /** Leaves the queue when it is aborted. */
  readonly signal: AbortSignal;
  /** Called when it has to wait. */
  onWait?(): void;
}

interface Waiting extends GateRequest {
  enter(): void;
}

/**
 * Safe calls run beside each other, ten at most; each other call runs alone. First come, first served: a call never
 * overtakes one that came before, so none waits forever.
 */
export class CallGate {
  readonly #queue: Waiting[] = [];
  #running = 0;
  #isAlone = false;

  /** Calls that run or wait. */
  get size(): number {
    return this.#running + this.#queue.length;
  }

  /**
   * Runs `work` as soon as it may.
   * @returns what it returns; undefined when the signal was aborted before its turn came.
   */
  async pass<T>(request: GateRequest, work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.#entered(request))) return undefined;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #entered(request: GateRequest): Promise<boolean> {
    const { signal } = request;
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      // One for each call that waits: many may share the given one, and more than ten listeners count as a leak.
      let aborted: AbortSignal | undefined;
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        resolve(false);
        // What was behind it may not have to wait any longer.
        this.#admit();
      };
      const waiting: Waiting = {
        ...request,
        enter: () => {
          aborted?.removeEventListener("abort", giveUp);
          resolve(true);
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
    for (let next = this.#queue[0]; next && this.#mayEnter(next); next = this.#queue[0]) {
      this.#queue.shift();
      this.#running++;
      this.#isAlone = !next.safe;
      next.enter();
    }
  }

  #mayEnter({ safe }: Waiting): boolean {
    return safe ? !this.#isAlone && this.#running < mostAtOnce : this.#running === 0;
  }

  #leave(): void {
    this.#running--;
    this.#isAlone = false;
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
  async pass<T>(line: string, request: GateRequest, work: () => Promise<T>): Promise<T | undefined> {
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
