/** Reads a search's regular expression: ripgrep's syntax, less what other engines cannot be made to read alike. */
import { ToolError } from "../../core/toolError";
import { readClass, readEscape, readLiteral } from "./patternClasses";
import { Cursor, Malformed, unsupported } from "./patternCursor";
import { canBeEmpty, type PatternNode, type SearchPattern, unrolledSize } from "./patternTree";

/** Groups in groups; ripgrep's own limit is 250. */
const deepest = 100;
/** Elements of a pattern with its repetitions written out; ripgrep refuses somewhat larger ones too. */
const largest = 5000;

/** `^` and `$` also hold beside a carriage return that ends no line, as they do for ripgrep. */
const lineStart: PatternNode = { kind: "edge", source: "(?:^|(?<=\\r))" };
const lineEnd: PatternNode = { kind: "edge", source: "(?=\\r|$)" };

/**
 * Reads a pattern.
 * @param caseSensitive what holds unless the pattern begins with `(?i)`.
 * @returns the pattern, or what is wrong with one that no engine takes: then an engine says so in its own words.
 * @throws ToolError `invalid_pattern` for what engines read differently.
 */
export function readPattern(text: string, caseSensitive: boolean): SearchPattern | Malformed {
  try {
    return new PatternReader(text, caseSensitive).read();
  } catch (error) {
    if (error instanceof Malformed) return error;
    throw error;
  }
}

class PatternReader {
  readonly #at: Cursor;
  readonly #names = new Set<string>();
  #caseSensitive: boolean;
  /** Something was read that case matters to, so it cannot change any more. */
  #settled = false;

  constructor(text: string, caseSensitive: boolean) {
    this.#at = new Cursor(text);
    this.#caseSensitive = caseSensitive;
  }

  read(): SearchPattern {
    const tree = this.#choice(0);
    if (!this.#at.isDone) throw new Malformed("a parenthesis is closed that was not opened");
    if (unrolledSize(tree) > largest)
      throw unsupported(
        `the pattern has more than ${largest} elements when its repetitions are written out`,
        "Use smaller counts",
      );
    return { tree, caseSensitive: this.#caseSensitive };
  }

  #choice(depth: number): PatternNode {
    if (depth > deepest) throw unsupported(`groups are nested more than ${deepest} deep`, "Use fewer groups");
    const parts = [this.#sequence(depth)];
    while (this.#at.take("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: "choice", parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.#at.isDone && !this.#at.isAt("|") && !this.#at.isAt(")")) {
      const part = this.#element(depth);
      if (part) parts.push(this.#repeated(part));
    }
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: "sequence", parts };
  }

  /** Undefined for flags, which stand for nothing. */
  #element(depth: number): PatternNode | undefined {
    const at = this.#at;
    if (at.take("(")) return this.#group(depth);
    if (at.take("^")) return lineStart;
    if (at.take("$")) return lineEnd;
    this.#settled = true;
    if (at.take(".")) return { kind: "any" };
    if (at.take("[")) return readClass(at);
    if (at.take("\\")) return readEscape(at);
    if (/[*+?{]/.test(at.peek())) throw new Malformed(`there is nothing for "${at.peek()}" to repeat`);
    return readLiteral(at);
  }

  #group(depth: number): PatternNode | undefined {
    const look = this.#at.match(/\?<?[=!]/y);
    if (look) throw unsupported(`look-around such as "(${look[0]}" is not supported`, "Match the surroundings as well");
    const named = this.#at.match(/\?P?<([A-Za-z_][\w.]*)>/y);
    if (named) this.#name(named[1] as string);
    else if (this.#at.match(/\?P?</y)) throw new Malformed("a group's name is not closed, or is none");
    else if (this.#at.isAt("?") && this.#flags(depth) === "here") return undefined;
    const inside = this.#choice(depth + 1);
    if (!this.#at.take(")")) throw new Malformed("a parenthesis is not closed");
    // A group of one choice, so that what follows repeats all of it.
    return { kind: "choice", parts: [inside] };
  }

  #name(name: string): void {
    if (this.#names.has(name)) throw new Malformed(`the group name ${name} is used twice`);
    this.#names.add(name);
  }

  /** @returns whether the flags are set from here on, or for the group they open. */
  #flags(depth: number): "here" | "group" {
    const found = this.#at.match(/\?([ism]*)(?:-(i?))?([:)])/y);
    if (!found || found[0] === "?)" || found[0] === "?-)") {
      const start = this.#at.rest.slice(0, 3);
      throw unsupported(`the group "(${start}" is not supported`, "Use ( ), (?: ) and a leading (?i) only");
    }
    const [, on = "", off = "", close] = found;
    if (new Set(on + off).size < on.length + off.length) throw new Malformed("a flag is given twice");
    const wanted = on.includes("i") ? false : off === "i" || this.#caseSensitive;
    if (wanted !== this.#caseSensitive && (this.#settled || depth > 0 || close === ":"))
      throw unsupported("(?i) for a part of the pattern is not supported", "Put it at the very beginning");
    this.#caseSensitive = wanted;
    return close === ")" ? "here" : "group";
  }

  #repeated(part: PatternNode): PatternNode {
    const at = this.#at;
    const bounds = this.#bounds();
    if (!bounds) return part;
    const lazy = at.take("?");
    if (/[*+?{]/.test(at.peek()))
      throw unsupported(
        `a repetition right after another ("${at.peek()}") is read differently by different engines`,
        "Put the first one in a group",
      );
    const [least, most] = bounds;
    if (most < least) throw new Malformed(`the repetition {${least},${most}} is upside down`);
    if (most > 1 && least !== most && canBeEmpty(part))
      throw unsupported(
        "repeating a group that can match nothing is read differently by different engines",
        "Make the group match at least one character",
      );
    return { kind: "repeat", part, least, most, lazy };
  }

  #bounds(): readonly [least: number, most: number] | undefined {
    const at = this.#at;
    if (at.take("*")) return [0, Number.POSITIVE_INFINITY];
    if (at.take("+")) return [1, Number.POSITIVE_INFINITY];
    if (at.take("?")) return [0, 1];
    if (!at.isAt("{")) return undefined;
    const counted = at.match(/\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/y);
    if (!counted && at.match(/\{\s*\d*\s*(?:,\s*\d*\s*)?\}/y))
      throw unsupported(
        "a repetition such as {,5} or {1, 5} is read differently by different engines",
        "Write both numbers without spaces, {0,5}",
      );
    if (!counted) throw new Malformed('"{" begins no repetition: write \\{ for the character');
    const [, least, comma, most] = counted;
    return [Number(least), comma ? (most === undefined ? Number.POSITIVE_INFINITY : Number(most)) : Number(least)];
  }
}

/** The error of a pattern that no engine takes. @param words an engine's, or ours where it had none. */
export const malformedPattern = (words: string): ToolError =>
  new ToolError(
    "invalid_pattern",
    `The search could not run: ${words}\nCorrect the pattern; special characters are escaped with a backslash.`,
  );
