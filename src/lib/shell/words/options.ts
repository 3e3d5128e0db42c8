/**
 * Reading a program's arguments by a description of its options (D-13). An option is known only when it is listed
 * exactly: abbreviations and anything new count as unknown.
 *
 * A description is a list of options, each with a mark that says what follows it:
 * nothing: a switch · `:` a value · `::` two values · `?` a value only when attached (`--color=auto`) ·
 * `<` a value that is a path read · `>` a value that is a path written. `-#` stands for `-5` and the like.
 */
import { clause } from "../../../core/text/clauses/clause";
import type { Word } from "./types";
import { sliceWord, startOf } from "./words";

/** What follows an option. */
export type OptionKind = "switch" | "value" | "pair" | "attached" | "read" | "write";

/** An option as it was given. */
export interface GivenOption {
  readonly name: string;
  readonly kind: OptionKind;
  readonly value?: Word;
}

/** Arguments taken apart. */
export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Why the options may be other than listed here, one clause each. */
  readonly doubts: readonly string[];
  /** Operands that {@link mayBecomeOption}. */
  readonly optionPatterns: readonly Word[];
}

const marks: Readonly<Record<string, OptionKind>> = {
  "": "switch",
  ":": "value",
  "::": "pair",
  "?": "attached",
  "<": "read",
  ">": "write",
};
const described = new Map<string, ReadonlyMap<string, OptionKind>>();

function optionKinds(description: string): ReadonlyMap<string, OptionKind> {
  const known = described.get(description);
  if (known) return known;
  const kinds = new Map<string, OptionKind>();
  for (const entry of description.split(/\s+/).filter(Boolean)) {
    const [, name = "", mark = ""] = /^(.*?)(::|[:?<>]?)$/.exec(entry) ?? [];
    // `-?` is an option of its own, not an option named `-` with a mark.
    kinds.set(name === "-" ? entry : name, name === "-" ? "switch" : (marks[mark] ?? "switch"));
  }
  described.set(description, kinds);
  return kinds;
}

/** True for an unquoted pattern that a file name beginning with `-` may match. */
export const mayBecomeOption = (word: Word): boolean => word.glob && /^[*?[]/.test(startOf(word));

/** True for `[-]*` and its like, whose first character is written to be a dash. */
const namesOptions = (word: Word): boolean => word.glob && /^\[(?:-|[^\]!^]*-\])/.test(startOf(word));

/**
 * The words that {@link mayBecomeOption}, in arguments whose options are not described: all before `--`.
 */
export function possibleOptions(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => word.value === "--");
  return (end < 0 ? words : words.slice(0, end)).filter(mayBecomeOption);
}

const takesNext = (kind: OptionKind) => kind === "value" || kind === "read" || kind === "write";

/**
 * Takes arguments apart.
 * @param stopAtOperand true for programs whose options end at the first operand (wrappers, BSD style).
 */
export function readArguments(words: readonly Word[], description: string, stopAtOperand = false): Arguments {
  const reader = new ArgumentReader(words, optionKinds(description), stopAtOperand);
  reader.readAll();
  const { options, operands, doubts, optionPatterns } = reader;
  return { options, operands, doubts, optionPatterns };
}

/** Goes through arguments once; an option takes the words that follow it along. */
class ArgumentReader implements Arguments {
  readonly options: GivenOption[] = [];
  readonly operands: Word[] = [];
  readonly doubts: string[] = [];
  readonly optionPatterns: Word[] = [];
  #at = 0;

  constructor(
    private readonly words: readonly Word[],
    private readonly kinds: ReadonlyMap<string, OptionKind>,
    private readonly stopAtOperand: boolean,
  ) {}

  readAll(): void {
    for (; this.#at < this.words.length; this.#at++) {
      const word = this.words[this.#at];
      if (!word) break;
      const start = startOf(word);
      const isOperand = !start.startsWith("-") || word.value === "-";
      if (word.value === "--" || (isOperand && this.stopAtOperand)) {
        this.operands.push(...this.words.slice(word.value === "--" ? this.#at + 1 : this.#at));
        break;
      }
      if (isOperand) this.#readOperand(word);
      else this.#readOption(word, start);
    }
  }

  #readOperand(word: Word): void {
    if (namesOptions(word)) this.doubts.push(clause`the option ${word.source} is a glob`);
    else if (mayBecomeOption(word)) this.optionPatterns.push(word);
    this.operands.push(word);
  }

  #readOption(word: Word, start: string): void {
    if (word.brace || word.glob) this.doubts.push(clause`the option ${word.source} is a glob`);
    else if (/^-\d+$/.test(word.value ?? "") && this.kinds.has("-#"))
      this.options.push({ name: "-#", kind: "switch", value: sliceWord(word, 1) });
    else if (start.startsWith("--")) this.#readLong(word, start);
    else this.#readShort(word, start);
  }

  #readLong(word: Word, start: string): void {
    const equals = start.indexOf("=");
    const name = equals < 0 ? start : start.slice(0, equals);
    const kind = this.kinds.get(name);
    if (equals < 0 && word.value === undefined) this.#doubtComputed(word);
    else if (!kind) this.#doubtUnknown(name);
    else if (equals >= 0 && (kind === "switch" || kind === "pair"))
      this.doubts.push(clause`its option ${name} takes no value`);
    else this.#give(name, kind, equals >= 0 ? sliceWord(word, equals + 1) : undefined);
  }

  #readShort(word: Word, start: string): void {
    // Some programs spell long options with one dash.
    const whole = this.kinds.get(start);
    if (start.length > 2 && whole && word.value !== undefined) this.#give(start, whole, undefined);
    else this.#readLetters(word, start);
  }

  #readLetters(word: Word, start: string): void {
    for (let letter = 1; letter < start.length; letter++) {
      const name = `-${start[letter]}`;
      const kind = this.kinds.get(name);
      if (!kind) {
        this.#doubtUnknown(name);
        return;
      }
      const attached = letter + 1 < start.length || word.value === undefined ? sliceWord(word, letter + 1) : undefined;
      if (kind !== "switch") {
        this.#give(name, kind, kind === "pair" ? undefined : attached);
        return;
      }
      this.options.push({ name, kind });
    }
    if (word.value === undefined) this.#doubtComputed(word);
  }

  /** @param attached the value within the option's own word. */
  #give(name: string, kind: OptionKind, attached: Word | undefined): void {
    const value = attached ?? (takesNext(kind) ? this.words[++this.#at] : undefined);
    if (takesNext(kind) && !value) this.doubts.push(clause`${name} lacks its value`);
    const taken = this.words.slice(this.#at + 1, this.#at + 3);
    if (kind === "pair" && taken.length === 2) this.#at += 2;
    // A pattern becomes several words, of which only the first is the value.
    if (value?.glob || (kind === "pair" && taken.some((word) => word.glob)))
      this.doubts.push(clause`the value of ${name} is a glob`);
    this.options.push({ name, kind, ...(value && { value }) });
  }

  #doubtComputed({ source }: Word): void {
    this.doubts.push(clause`the option ${source} is computed at run time`);
  }

  #doubtUnknown(name: string): void {
    this.doubts.push(clause`its option ${name} is not recognised as read-only`);
  }
}
