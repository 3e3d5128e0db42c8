import * as vscode from "vscode";

/** Characters of one drawing; a flood must not drown the window. */
const maxDrawn = 64 * 1024;

/** Gathers output and draws it at a rate a person can see. The complete output is the result's business, not the screen's. */
export class ThrottledOutput {
  #pending = "";
  #skipped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param every milliseconds between two drawings. */
  constructor(
    private readonly draw: (text: string) => void,
    private readonly every: number,
  ) {}

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length > maxDrawn) {
      this.#skipped += this.#pending.length - maxDrawn;
      this.#pending = this.#pending.slice(-maxDrawn);
    }
    this.#timer ??= setTimeout(() => this.flush(), this.every);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const note =
      this.#skipped > 0
        ? `\r\n\x1b[2m${vscode.l10n.t("[… {0} characters not shown …]", this.#skipped)}\x1b[0m\r\n`
        : "";
    if (this.#pending) this.draw(note + this.#pending);
    this.#pending = "";
    this.#skipped = 0;
  }
}
