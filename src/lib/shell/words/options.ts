/**
 * Reading a program's arguments by a description of its options (D-13). An option is known only when it is listed
 * exactly: abbreviations and anything new count as unknown.
 *
 * A description is a list of options, each with a mark that says what follows it:
 * nothing: a switch · `:` a value · `::` two values · `?` a value only when attached (`--color=auto`) ·
 * `<` a value that is a path read · `>` a value that is a path written. `-#` stands for `-5` and the like.
 */
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
  const kinds = optionKinds(description);
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  const doubts: string[] = [];
  const optionPatterns: Word[] = [];
  let at = 0;
  const give = (name: string, kind: OptionKind, attached: Word | undefined) => {
    const value = attached ?? (takesNext(kind) ? words[++at] : undefined);
    if (takesNext(kind) && !value) doubts.push(`${name} lacks its value`);
    const taken = words.slice(at + 1, at + 3);
    if (kind === "pair" && taken.length === 2) at += 2;
    // A pattern becomes several words, of which only the first is the value.
    if (value?.glob || (kind === "pair" && taken.some((word) => word.glob)))
      doubts.push(`the value of ${name} is a glob`);
    options.push({ name, kind, ...(value && { value }) });
  };
  const readLong = (word: Word, start: string) => {
    const equals = start.indexOf("=");
    const name = equals < 0 ? start : start.slice(0, equals);
    const kind = kinds.get(name);
    if (equals < 0 && word.value === undefined) doubts.push(`the option ${word.source} is computed at run time`);
    else if (!kind) doubts.push(`its option ${name} is not recognised as read-only`);
    else if (equals >= 0 && (kind === "switch" || kind === "pair")) doubts.push(`its option ${name} takes no value`);
    else give(name, kind, equals >= 0 ? sliceWord(word, equals + 1) : undefined);
  };
  const readShort = (word: Word, start: string) => {
    // Some programs spell long options with one dash.
    const whole = kinds.get(start);
    if (start.length > 2 && whole && word.value !== undefined) {
      give(start, whole, undefined);
      return;
    }
    for (let letter = 1; letter < start.length; letter++) {
      const name = `-${start[letter]}`;
      const kind = kinds.get(name);
      if (!kind) {
        doubts.push(`its option ${name} is not recognised as read-only`);
        return;
      }
      const attached = letter + 1 < start.length || word.value === undefined ? sliceWord(word, letter + 1) : undefined;
      if (kind !== "switch") {
        give(name, kind, kind === "pair" ? undefined : attached);
        return;
      }
      options.push({ name, kind });
    }
    if (word.value === undefined) doubts.push(`the option ${word.source} is computed at run time`);
  };

  for (; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    const start = startOf(word);
    if (word.value === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!start.startsWith("-") || word.value === "-") {
      if (stopAtOperand) {
        operands.push(...words.slice(at));
        break;
      }
      if (namesOptions(word)) doubts.push(`the option ${word.source} is a glob`);
      else if (mayBecomeOption(word)) optionPatterns.push(word);
      operands.push(word);
    } else if (word.brace || word.glob) doubts.push(`the option ${word.source} is a glob`);
    else if (/^-\d+$/.test(word.value ?? "") && kinds.has("-#"))
      options.push({ name: "-#", kind: "switch", value: sliceWord(word, 1) });
    else if (start.startsWith("--")) readLong(word, start);
    else readShort(word, start);
  }
  return { options, operands, doubts, optionPatterns };
}
