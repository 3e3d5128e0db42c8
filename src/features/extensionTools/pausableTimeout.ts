/** Ends a wait that lasts too long; the time in which something else is waited for does not count. */
export class PausableTimeout {
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #others = 0;
  #isOver = false;

  /** @param left milliseconds. */
  constructor(
    private left: number,
    private readonly onEnd: () => void,
  ) {
    this.#start();
  }

  /** Waits for something else. */
  async during<T>(other: Promise<T>): Promise<T> {
    if (this.#others++ === 0) this.#stop();
    try {
      return await other;
    } finally {
      if (--this.#others === 0 && !this.#isOver) this.#start();
    }
  }

  /** True once nobody waits any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Nobody waits any more. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#since = performance.now();
    const tooLong = () => {
      this.end();
      this.onEnd();
    };
    this.#timer = setTimeout(tooLong, Math.max(0, this.left));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.left -= performance.now() - this.#since;
  }
}
