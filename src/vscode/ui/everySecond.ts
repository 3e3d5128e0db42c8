/** Milliseconds between two drawings. */
const second = 1000;

/** Draws again each second while something runs and somebody sees it; each change of either is to be told by `check`. */
export class EverySecond {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly isNeeded: () => boolean,
    private readonly draw: () => void,
  ) {}

  /** Starts or stops, as it is needed now. */
  check(): void {
    if (this.isNeeded()) this.#timer ??= setTimeout(() => this.#tick(), second);
    else this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    this.draw();
    this.check();
  }
}
