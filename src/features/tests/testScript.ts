/** The script of package.json that runs the tests, taken apart so that its program can be told more. Pure. */

import { analyse } from "../../lib/shell/analyse";
import type { SimpleCommand, Word } from "../../lib/shell/words/types";

/** A script for tests. */
export interface TestScript {
  readonly text: string;
  /** The command that it begins with, where it has one. */
  readonly first: SimpleCommand | undefined;
  /** It is that command and nothing else, so that more arguments are that command's. */
  readonly isSimple: boolean;
}

/** @param text as package.json has it. */
export function testScript(text: string): TestScript {
  const { commands, problem } = analyse(text);
  const [first] = commands;
  const isAlone = commands.length === 1 && first?.text === text.trim() && first.prefixes.length === 0;
  return {
    text,
    first,
    // What follows `--` is no option of the program.
    isSimple: isAlone && problem === undefined && !first.args.some(({ value }) => value === "--"),
  };
}

/** Options of a program by what follows them. */
export interface ProgramOptions {
  /** Those that no value follows, unless behind `=`, or `true` or `false`. */
  readonly switches: ReadonlySet<string>;
  /** Those whose value may be the next word. */
  readonly valued: ReadonlySet<string>;
}

const isTruth = (word: Word | undefined) => word?.value === "true" || word?.value === "false";

/** The words that are neither options nor their values; undefined where that cannot be told. */
export function positionals(args: readonly Word[], { switches, valued }: ProgramOptions): readonly Word[] | undefined {
  const found: Word[] = [];
  for (let at = 0; at < args.length; at++) {
    const { value } = args[at] as Word;
    if (value === undefined) return undefined;
    if (!value.startsWith("-")) found.push(args[at] as Word);
    else if (value.includes("=")) continue;
    else if (valued.has(value)) at++;
    else if (switches.has(value) && isTruth(args[at + 1])) at++;
    else if (!switches.has(value) && args[at + 1]?.value?.startsWith("-") === false) return undefined;
  }
  return found;
}

/** Words as they are written in the script. */
export const asWritten = (words: readonly Word[]): readonly string[] =>
  words
    // All words of one expansion of braces share their source.
    .filter(({ brace, source }, at) => !brace || words[at - 1]?.source !== source)
    .map(({ source }) => source);

/** What stands before a command, as it is written. */
export const assignmentsOf = ({ assignments }: SimpleCommand): readonly string[] =>
  assignments.map(({ name, value }) => `${name}=${value.source}`);

/** Whether a command is the same outside of its script, where the script's own variables are not set. */
export const isConstant = ({ word, args, assignments, redirects }: SimpleCommand): boolean =>
  redirects.length === 0 &&
  [word, ...args, ...assignments.map(({ value }) => value)].every((one) => one?.value !== undefined);
