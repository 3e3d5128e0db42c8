import * as vscode from "vscode";
import { RepeatedDrawing } from "./repeatedDrawing";

/** When a tree of what runs is drawn anew: when something is told, and every few seconds while it is seen and something runs. */
export class ThrottledRefresh implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #clock: RepeatedDrawing;
  #isVisible = false;

  constructor(isRunning: () => boolean) {
    this.#clock = new RepeatedDrawing(
      () => this.#isVisible && isRunning(),
      () => this.#changed.fire(undefined),
    );
  }

  /** See TreeContent. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#changed.fire(undefined);
    this.#clock.check();
  }

  redraw(): void {
    this.#changed.fire(undefined);
    this.#clock.check();
  }

  dispose(): void {
    this.#clock.stop();
    this.#changed.dispose();
  }
}
