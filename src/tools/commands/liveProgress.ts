import { liveLine } from "./commandOutput";

/** Milliseconds between two lines: nobody reads faster, and each costs more than what a flood of output costs otherwise. */
const intervalMs = 100;

/** Shows the line that a command printed last: the first at once, and of those that follow the newest in each interval. */
export class LiveProgress {
  #timer: NodeJS.Timeout | undefined;
  #newest: Uint8Array | undefined;

  constructor(private readonly show: (line: string) => void) {}

  append(chunk: Uint8Array): void {
    if (this.#timer) this.#newest = chunk;
    else this.#tell(chunk);
  }

  /** Shows what is left to show, and nothing after it. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#newest) this.show(liveLine(this.#newest));
    this.#newest = undefined;
  }

  #tell(chunk: Uint8Array): void {
    this.show(liveLine(chunk));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const newest = this.#newest;
      this.#newest = undefined;
      if (newest) this.#tell(newest);
    }, intervalMs).unref();
  }
}
