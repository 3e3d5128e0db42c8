/** What a line must hold to match a regular expression of ripgrep, as far as that is plain. */

/** Alternatives, of which one holds: texts in ASCII and lower case that a match has, whether case counts or not. */
export type Requirement = readonly (readonly string[])[];

/** Shorter texts have no gram. */
export const minLiteral = 3;

const maxAlternatives = 16;

/** Groups within groups that are looked into. */
const maxDepth = 100;

/** Stands for no knowledge: any line may match. */
const anything: Requirement = [[]];

/** @returns undefined when a file cannot be told by it: no literal is long enough, or the pattern is not understood. */
export function requiredLiterals(pattern: string): Requirement | undefined {
  // Nothing that ripgrep would refuse may look as if it found nothing; line ends have rules of their own.
  if (/[\r\n]/.test(pattern)) return undefined;
  const reader = new PatternReader(pattern);
  const found = reader.read();
  return found?.every((literals) => literals.length > 0) ? found : undefined;
}

/** A construct that is not understood. */
class Unclear extends Error {}

const zeroWidth = "bBAz";
const classes = "dDsSwW";

class PatternReader {
  #at = 0;
  #depth = 0;

  constructor(private readonly pattern: string) {}

  read(): Requirement | undefined {
    try {
      const found = this.#alternatives();
      return this.#at === this.pattern.length ? found : undefined;
    } catch (error) {
      if (error instanceof Unclear) return undefined;
      throw error;
    }
  }

  get #next(): string {
    return this.pattern[this.#at] ?? "";
  }

  #alternatives(): Requirement {
    let all = this.#sequence();
    while (this.#next === "|") {
      this.#at++;
      const more = this.#sequence();
      all = all.length + more.length > maxAlternatives ? anything : [...all, ...more];
    }
    return all;
  }

  #sequence(): Requirement {
    let known = anything;
    let run = "";
    const endRun = () => {
      if (run.length >= minLiteral) known = both(known, [[run]]);
      run = "";
    };
    while (this.#at < this.pattern.length && this.#next !== "|" && this.#next !== ")") {
      const atom = this.#atom();
      const times = this.#times();
      const isText = typeof atom === "string";
      if (isText && times !== "optional") run += atom;
      if (!isText || times !== "once") endRun();
      if (!isText && times !== "optional") known = both(known, atom);
    }
    endRun();
    return known;
  }

  /** One character as text, or what a match of anything else holds. */
  #atom(): string | Requirement {
    const character = this.#next;
    this.#at++;
    if (character === "\\") return this.#escape();
    if (character === "(") return this.#group();
    if (character === "[") return this.#class();
    if ("*+?{".includes(character)) throw new Unclear();
    if (".^$".includes(character) || character > "\x7f") return anything;
    return character.toLowerCase();
  }

  #escape(): string | Requirement {
    const character = this.#next;
    this.#at++;
    if (classes.includes(character) && character !== "") return anything;
    if (zeroWidth.includes(character) && character !== "" && this.#next !== "{") return anything;
    if (character === "t") return "\t";
    if (character === "<" || character === ">") return anything;
    // Any other letter has a meaning of its own, and so has a digit.
    if (!/^[!-/:-@[-`{-~ ]$/.test(character)) throw new Unclear();
    return character;
  }

  #group(): Requirement {
    const opening = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(this.pattern.slice(this.#at, this.#at + 200))?.[0] ?? "";
    if (this.#next === "?" && opening === "") throw new Unclear();
    this.#at += opening.length;
    if (++this.#depth > maxDepth) throw new Unclear();
    const inner = this.#alternatives();
    this.#depth--;
    if (this.#next !== ")") throw new Unclear();
    this.#at++;
    return inner;
  }

  /** Goes over a class; what is in it may be any of several characters. */
  #class(): Requirement {
    const found = /^\^?\]?(?:[^[\]\\&~-]|\\.|-(?!-)|&(?!&)|~(?!~))*\]/.exec(this.pattern.slice(this.#at));
    if (!found) throw new Unclear();
    this.#at += found[0].length;
    return anything;
  }

  #times(): "once" | "more" | "optional" {
    const found = /^(?:[?*+]|\{\s*(\d*)\s*(?:,\s*\d*\s*)?\})\??/.exec(this.pattern.slice(this.#at, this.#at + 40));
    if (!found) {
      if (this.#next === "{") throw new Unclear();
      return "once";
    }
    this.#at += found[0].length;
    // A repetition of a repetition.
    if (this.#next !== "" && "?*+{".includes(this.#next)) throw new Unclear();
    const [times, least] = found;
    return times.startsWith("+") || Number(least ?? 0) > 0 ? "more" : "optional";
  }
}

/** What a line holds that holds both. */
function both(one: Requirement, other: Requirement): Requirement {
  // Either alone is true too.
  if (one.length * other.length > maxAlternatives) return one.every((literals) => literals.length > 0) ? one : other;
  return one.flatMap((left) => other.map((right) => [...left, ...right]));
}
