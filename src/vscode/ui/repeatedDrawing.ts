/** Milliseconds between two drawings. Each makes the buttons of a line anew, and a click that it falls into is lost. */
const pause = 5000;

/** Draws again every five seconds while something runs and somebody sees it; each change of either is to be told by `check`. */
export class RepeatedDrawing {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly isNeeded: () => boolean,
    private readonly draw: () => void,
  ) {}

  /** Starts or stops, as it is needed now. */
  check(): void {
    if (this.isNeeded()) this.#timer ??= setTimeout(() => this.#tick(), pause);
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
