/**
 * Regular expressions that people and workspaces wrote, matched for a bounded time: `/(x+x+)+y/` takes years on a short
 * text, and a workspace's policy may hold it (D-13). What ran out of time is neither a match nor none; whoever asks decides
 * strictly, for this text alone, so that no text changes what a rule says of the next one.
 */
import { createContext, Script } from "node:vm";

/** Milliseconds that an expression gets for a text, at first, and once it has used up so many, or several have run out of time. */
const [longestMs, shortMs] = [500, 50];
const [patienceMs, several] = [2000, 4];

/** Characters of a long text that an expression gets a millisecond more for. */
const lettersPerMs = 2000;

/** Milliseconds that each gets where so many have run out of time: a workspace may hold thousands of them. */
const leastMs = 5;
const tooMany = 50;

/** Times that matching is begun anew where the machine was busy with others. */
const attempts = 5;

/** Up to so many characters a simple expression, which at most tries every end for every start, is fast. */
const shortText = 4096;

/** Expressions of this process that ran out of time. */
let slowOnes = 0;
let room: { work?: unknown } | undefined;
const call = new Script("work()");

/** Only an engine that is told a time looks at the clock while it matches. @returns undefined when it ran out. */
function withinTime<T>(timeout: number, work: () => T): { readonly value: T } | undefined {
  room ??= createContext(Object.create(null) as { work?: unknown });
  room.work = work;
  try {
    for (let attempt = 1; ; attempt++) {
      const before = process.cpuUsage();
      try {
        return { value: call.runInContext(room, { timeout }) as T };
      } catch {
        // The clock goes on while others have the processor.
        const { user } = process.cpuUsage(before);
        if (user >= (timeout * 1000) / 2 || attempt === attempts) return undefined;
      }
    }
  } finally {
    room.work = undefined;
  }
}

/** True for an expression with one repetition at most and no alternatives, so that nothing makes the tries multiply. */
const isSimple = (source: string): boolean => {
  const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?/gs, "");
  return !bare.includes("|") && (bare.match(/[*+?{]/g)?.length ?? 0) <= 1;
};

/** Part of a text: half-open, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where an expression stands in a text. */
export interface FoundPlaces {
  readonly places: readonly Place[];
  /** False when time ran out; then the last place is all that was not looked at. */
  readonly isWhole: boolean;
}

/** One expression, with the time that it has used up. */
export class BoundedExpression {
  readonly #expression: RegExp;
  readonly #all: RegExp;
  readonly #isSimple: boolean;
  #wastedMs = 0;

  /** @throws SyntaxError when it cannot be read. */
  constructor(source: string, flags: string) {
    this.#expression = new RegExp(source, flags);
    this.#all = new RegExp(source, `${flags}g`);
    this.#isSimple = isSimple(source);
  }

  /** @returns undefined when time ran out. */
  test(text: string): boolean | undefined {
    if (this.#isSimple && text.length <= shortText) return this.#expression.test(text);
    return this.#bounded(() => this.#expression.test(text))?.value;
  }

  /**
   * Where it stands in a text, line by line; nothing where it matches an empty text.
   * @param maxLineLength characters of each line that are looked at.
   */
  places(text: string, maxLineLength: number): FoundPlaces {
    const places: Place[] = [];
    const lines = text.split("\n");
    let from = 0;
    let line = 0;
    const look = () => {
      for (; line < lines.length; line++) {
        const whole = lines[line] ?? "";
        for (const { 0: found, index } of whole.slice(0, maxLineLength).matchAll(this.#all))
          if (found !== "") places.push({ start: from + index, end: from + index + found.length });
        from += whole.length + 1;
      }
    };
    if (this.#bounded(look, text.length) || line === lines.length) return { places, isWhole: true };
    return { places: [...places, { start: from, end: text.length }], isWhole: false };
  }

  /** @param length characters; a long text gets more time, as it is not the expression's fault. */
  #bounded<T>(work: () => T, length = 0): { readonly value: T } | undefined {
    const isPatient = slowOnes < several && this.#wastedMs < patienceMs;
    const least = isPatient ? longestMs : slowOnes < tooMany ? shortMs : leastMs;
    const timeout = least + Math.ceil(length / lettersPerMs);
    const done = withinTime(timeout, work);
    if (done) return done;
    if (this.#wastedMs === 0) slowOnes++;
    this.#wastedMs += timeout;
    return undefined;
  }
}
