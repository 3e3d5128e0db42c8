import { setImmediate } from "node:timers/promises";

/** Milliseconds in which nothing else has its turn. */
const maxTurn = 8;

/** Gives others their turn during work in place, as a walk over a tree, which is several times faster than one that waits. */
export class Turns {
  #began = performance.now();

  /** Resolves at once while there is time. */
  async next(): Promise<void> {
    if (performance.now() - this.#began <= maxTurn) return;
    await setImmediate();
    this.#began = performance.now();
  }
}
