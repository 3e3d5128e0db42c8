/**
 * Regular expressions that people and workspaces wrote, matched for a bounded time: `/(x+x+)+y/` takes years on a short
 * text, and a workspace's policy may hold it (D-13).
 */
import { createContext, Script } from "node:vm";

/** Milliseconds that matching one text may take. */
const longestMs = 500;

/** Milliseconds that it may take where several expressions took too long, as a workspace may hold thousands of them. */
const shortMs = 50;
const [several, tooMany] = [4, 50];

/** Up to so many characters a simple expression, which at most tries every end for every start, is fast. */
const shortText = 4096;

/** Expressions of this process that took too long. After too many of them no other is tried that is not simple. */
let slow = 0;
let room: { work?: unknown } | undefined;
const call = new Script("work()");

/** Times that matching is begun anew where the machine was busy with others. */
const attempts = 5;

/** Only an engine that is told a time looks at the clock while it matches. @returns undefined when it ran out. */
function withinTime<T>(work: () => T): { readonly value: T } | undefined {
  if (slow >= tooMany) return undefined;
  room ??= createContext(Object.create(null) as { work?: unknown });
  room.work = work;
  const timeout = slow < several ? longestMs : shortMs;
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

/** True for an expression with one repetition at most, which cannot make the tries multiply. */
const isSimple = (source: string): boolean => {
  const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?/gs, "");
  return (bare.match(/[*+?{]/g)?.length ?? 0) <= 1;
};

/** Part of a text: half-open, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** One expression. It is left alone once it took too long, so that it costs its time once and its answer stays the same. */
export class BoundedExpression {
  readonly #expression: RegExp;
  readonly #all: RegExp;
  readonly #isSimple: boolean;
  #isTooSlow = false;

  /** @throws SyntaxError when it cannot be read. */
  constructor(source: string, flags: string) {
    this.#expression = new RegExp(source, flags);
    this.#all = new RegExp(source, `${flags}g`);
    this.#isSimple = isSimple(source);
  }

  /** True once matching took longer than half a second. */
  get isTooSlow(): boolean {
    return this.#isTooSlow;
  }

  /** @returns false as well when it takes too long; see {@link isTooSlow}. */
  test(text: string): boolean {
    if (this.#isSimple && text.length <= shortText) return this.#expression.test(text);
    if (this.#isTooSlow) return false;
    const answer = withinTime(() => this.#expression.test(text));
    if (!answer) this.#giveUp();
    return answer?.value === true;
  }

  /**
   * Where it stands in a text, line by line; nothing where it matches an empty text. What could not be looked at in time
   * counts as found.
   * @param maxLineLength characters of each line that are looked at.
   */
  places(text: string, maxLineLength: number): Place[] {
    const places: Place[] = [];
    const lines = text.split("\n");
    let from = 0;
    let line = 0;
    const look = () => {
      for (; line < lines.length; line++) {
        const { length } = lines[line] ?? "";
        for (const { 0: found, index } of (lines[line] ?? "").slice(0, maxLineLength).matchAll(this.#all))
          if (found !== "") places.push({ start: from + index, end: from + index + found.length });
        from += length + 1;
      }
      return true;
    };
    if (!this.#isTooSlow && withinTime(look)) return places;
    if (line === lines.length) return places;
    // A long text is not the expression's fault; a line is.
    const last = (lines[line] ?? "").slice(0, maxLineLength);
    if (!this.#isTooSlow && !withinTime(() => [...last.matchAll(this.#all)])) this.#giveUp();
    return [...places, { start: from, end: text.length }];
  }

  #giveUp(): void {
    this.#isTooSlow = true;
    slow++;
  }
}
