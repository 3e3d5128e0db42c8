import type { CommandTerminal, TerminalSize } from "../../../src/core/ports/shell";

type Wires = Parameters<CommandTerminal["connect"]>[0];

/** A terminal whose person is the test. */
export class TypedTerminal implements CommandTerminal {
  #wires: Wires | undefined;
  #printed = "";
  readonly #awaited: { readonly text: string; then(): void }[] = [];

  constructor(readonly size: TerminalSize = { rows: 33, columns: 99 }) {}

  connect(wires: Wires): () => void {
    this.#wires = wires;
    return () => {
      this.#wires = undefined;
    };
  }

  get isConnected(): boolean {
    return this.#wires !== undefined;
  }

  type(keys: string): void {
    this.#wires?.onKeys(keys);
  }

  resize(size: TerminalSize): void {
    this.#wires?.onResize(size);
  }

  /** Does something once, when a text was printed; to be called in the order in which the texts come. */
  when(text: string, then: () => void): this {
    this.#awaited.push({ text, then });
    return this;
  }

  /** For the output of the command. */
  readonly onOutput = (text: string): void => {
    this.#printed += text;
    const [next] = this.#awaited;
    if (!next || !this.#printed.includes(next.text)) return;
    this.#printed = this.#printed.slice(this.#printed.indexOf(next.text) + next.text.length);
    this.#awaited.shift();
    next.then();
  };
}
