import * as vscode from "vscode";
import type { CommandOutcome, CommandRequest, CommandTerminal, TerminalSize } from "../../core/ports/shell";
import { beginLine, endLine, skippedLine } from "./agentTerminal";
import { ThrottledOutput } from "./throttledOutput";

type Wires = Parameters<CommandTerminal["connect"]>[0];

/** Milliseconds between two drawings, short enough that typing does not seem to lag. */
const drawnEvery = 10;

const defaultSize: TerminalSize = { rows: 24, columns: 80 };

/** Undoes what a program may have left: another screen, modes of the keys and the mouse, colours, a hidden cursor. */
const plainAgain = "\x1b[?1047l\x1b[!p\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l";

/**
 * What a person sees of a command with a terminal of its own, and what they type into it. Between two commands it is
 * there to read; closing it stops the command.
 */
export class InteractivePty implements vscode.Pseudoterminal, CommandTerminal {
  readonly #write = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.#write.event;
  #size = defaultSize;
  #wires: Wires | undefined;
  #stop: AbortController | undefined;
  #tellOpened = () => {};
  /** Resolves when it is drawn, and its size known. */
  readonly opened = new Promise<void>((resolve) => {
    this.#tellOpened = resolve;
  });

  open(size: vscode.TerminalDimensions | undefined): void {
    if (size) this.#size = size;
    this.#write.fire(
      `\x1b[2m${vscode.l10n.t("Commands of this agent that need your input are shown here: type what they ask for.")}\x1b[0m\r\n`,
    );
    this.#tellOpened();
  }

  close(): void {
    this.#stop?.abort();
  }

  setDimensions(size: vscode.TerminalDimensions): void {
    this.#size = size;
    this.#wires?.onResize(size);
  }

  handleInput(keys: string): void {
    this.#wires?.onKeys(keys);
  }

  get size(): TerminalSize {
    return this.#size;
  }

  connect(wires: Wires): () => void {
    this.#wires = wires;
    wires.onResize(this.#size);
    return () => {
      this.#wires = undefined;
    };
  }

  /** Announces a command. @returns aborts when the person closes the terminal, and what to do with its output and end. */
  begin({ command }: Pick<CommandRequest, "command">, folder: string) {
    const stop = new AbortController();
    this.#stop = stop;
    this.#write.fire(beginLine(command, folder));
    const draw = (text: string) => this.#write.fire(text);
    const drawing = new ThrottledOutput({ draw, skipped: skippedLine }, drawnEvery);
    return {
      signal: stop.signal,
      output: (chunk: Uint8Array) => drawing.add("stdout", chunk),
      end: (outcome: CommandOutcome | undefined) => {
        this.#stop = undefined;
        drawing.flush();
        this.#write.fire(`${plainAgain}\r\n${endLine(outcome)}`);
      },
    };
  }
}
