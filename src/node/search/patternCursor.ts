import { ToolError } from "../../core/toolError";

/** A pattern that is wrong for every engine. */
export class Malformed extends Error {}

/** The error of a pattern that engines read differently: the same sentence whichever of them would have run. */
export const unsupported = (what: string, advice: string): ToolError =>
  new ToolError("invalid_pattern", `The search could not run: ${what}. ${advice}.`);

/** A place in a pattern. */
export class Cursor {
  #at = 0;

  constructor(private readonly text: string) {}

  get isDone(): boolean {
    return this.#at >= this.text.length;
  }

  /** What is still to be read. */
  get rest(): string {
    return this.text.slice(this.#at);
  }

  isAt(text: string): boolean {
    return this.text.startsWith(text, this.#at);
  }

  /** The next UTF-16 unit; empty at the end. */
  peek(): string {
    return this.text.charAt(this.#at);
  }

  /** Reads one character. @throws Malformed at the end, or for half of a character. */
  next(): string {
    const code = this.text.codePointAt(this.#at);
    if (code === undefined) throw new Malformed("the pattern ends too early");
    if (code >= 0xd800 && code <= 0xdfff) throw new Malformed("it holds half of a character");
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  /** Reads this text if it is next. */
  take(text: string): boolean {
    const isNext = this.isAt(text);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  /** Reads what a sticky expression matches here. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.text);
    if (found) this.#at += found[0].length;
    return found;
  }
}
