/** Random choices that come again with the same seed. */

/** mulberry32. */
export class Random {
  #state: number;

  /** @param seed a whole number. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to and without the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** Letters and digits that stand for nothing. */
  word(): string {
    return this.below(36 ** 6)
      .toString(36)
      .padStart(6, "0");
  }
}
