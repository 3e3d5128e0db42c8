/** Finds the command behind wrappers (D-12). */
import { clause, nested } from "../../../core/text/clauses/clause";
import { readArguments } from "../words/options";
import type { VariableAssignment, Word } from "../words/types";
import { sliceWord, startOf, unknownWord } from "../words/words";
import { baseName, wrapperOf } from "../words/wrappers";

/** A command with its wrappers taken off. */
export interface Unwrapped {
  /** Base names, outermost first. */
  readonly prefixes: readonly string[];
  readonly assignments: readonly VariableAssignment[];
  /** The command word and its arguments. */
  readonly words: readonly Word[];
  /** Files the wrappers themselves write. */
  readonly writes: readonly Word[];
  readonly problem?: string;
}

const assignmentIn = (word: Word): VariableAssignment | undefined => {
  const name = /^([A-Za-z_]\w*)=/.exec(startOf(word))?.[1];
  if (name === undefined) return undefined;
  const value = sliceWord(word, name.length + 1);
  return { name, value: { ...value, source: word.source.replace(/^[^=]*=/, "") } };
};

/** Takes wrappers off until a command is left that is none. */
export function unwrap(words: readonly Word[]): Unwrapped {
  const prefixes: string[] = [];
  const assignments: VariableAssignment[] = [];
  const writes: Word[] = [];
  const problems: string[] = [];
  let rest = words;
  for (;;) {
    const value = rest[0]?.value;
    const base = value === undefined || rest[0]?.glob ? "" : baseName(value);
    const wrapper = wrapperOf(base);
    if (!wrapper) break;
    const given = readArguments(rest.slice(1), wrapper.options, true);
    if (given.options.some((option) => wrapper.unless?.includes(option.name))) break;
    let inner = given.operands.slice(wrapper.operands ?? 0);
    // With -c these take a script instead of a command; carriedBy finds it.
    if (base === "flock" && (startOf(inner[0] ?? unknownWord("")) === "-c" || inner[0]?.value === "--command")) break;
    // In `env - x` the dash counts as an operand.
    const dash = wrapper.stripping && inner[0]?.value === "-" ? "-" : undefined;
    if (dash) inner = inner.slice(1);
    const own: VariableAssignment[] = [];
    while (wrapper.assignments && inner[0]) {
      const assignment = assignmentIn(inner[0]);
      if (!assignment) break;
      own.push(assignment);
      inner = inner.slice(1);
    }
    if (inner.length === 0) break;
    const of = (problem: string) => clause`${base}: ${nested(problem)}`;
    if (given.doubts[0]) problems.push(of(given.doubts[0]));
    const stripping = dash ?? given.options.find((option) => wrapper.stripping?.includes(option.name))?.name;
    if (stripping) problems.push(of(clause`${stripping} removes environment variables that keep programs harmless`));
    // A value or pattern may become several words, and one of them the command.
    const unclear = rest.slice(1, rest.length - inner.length).find((word) => word.value === undefined || word.glob);
    if (unclear) problems.push(of(clause`${unclear.source} expands at run time`));
    prefixes.push(base);
    assignments.push(...own);
    writes.push(...given.options.flatMap((option) => (option.kind === "write" && option.value ? [option.value] : [])));
    rest = inner;
  }
  return { prefixes, assignments, words: rest, writes, ...(problems[0] && { problem: problems[0] }) };
}
