/** What programs draw on a terminal, as text that stands in lines: for a command that has a terminal of its own. */

const entersAlternateScreen = /\u001b\[\?(?:1049|1047|47)h/;
const leavesAlternateScreen = /\u001b\[\?(?:1049|1047|47)l/;

/** Said in place of what a full-screen program drew; nothing of it is left on a terminal either. */
export const fullScreenNote = "[a full-screen program was shown]\r\n";

/** An escape code that may go on in the next piece. */
const unfinished = /\u001b(?:\[[0-9;?]{0,16})?$/;

const placesCursor = /\u001b\[[0-9;]*[Hf]/g;
const movesRight = /\u001b\[([0-9]{0,3})C/g;

/** What is drawn elsewhere begins a line of its own; a gap stays one. */
const inLines = (text: string): string =>
  text.replace(placesCursor, "\r\n").replace(movesRight, (_, columns) => " ".repeat(Number(columns || 1)));

/** A stream of bytes in any encoding that keeps ASCII. Colours and the like are left to `plainOutput`. */
export class ScreenText {
  #held = "";
  #isAlternate = false;

  /** @returns what is ready, which may be nothing. */
  push(chunk: Uint8Array): Uint8Array {
    const whole = this.#held + Buffer.from(chunk).toString("latin1");
    this.#held = unfinished.exec(whole)?.[0] ?? "";
    return Buffer.from(this.#shown(whole.slice(0, whole.length - this.#held.length)), "latin1");
  }

  /** What was held back. */
  end(): Uint8Array {
    const rest = this.#isAlternate ? "" : this.#held;
    this.#held = "";
    return Buffer.from(rest, "latin1");
  }

  #shown(text: string): string {
    const parts: string[] = [];
    let rest = text;
    for (;;) {
      const change = (this.#isAlternate ? leavesAlternateScreen : entersAlternateScreen).exec(rest);
      if (!this.#isAlternate) parts.push(inLines(rest.slice(0, change?.index)));
      if (!change) return parts.join("");
      if (!this.#isAlternate) parts.push(fullScreenNote);
      this.#isAlternate = !this.#isAlternate;
      rest = rest.slice(change.index + change[0].length);
    }
  }
}
