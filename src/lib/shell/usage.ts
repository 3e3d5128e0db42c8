/** What one simple command touches, as far as the table of programs knows (D-13). */

import { clause } from "../../core/text/clauses/clause";
import { programOf } from "./programs";
import { type KnownProgram, noUsage, type ProgramCall, type Usage } from "./programs/program";
import { cmdletUsage, withForwardSlashes } from "./windows/usage";
import { type Arguments, possibleOptions, readArguments } from "./words/options";
import type { CommandAnalysis, SimpleCommand, Word } from "./words/types";
import { assignmentDoubt, isHarmlessText } from "./words/variables";
import { baseName, isHarmlessPrefix } from "./words/wrappers";

export type { Usage } from "./programs/program";

const asArguments = (words: readonly Word[]): Arguments => ({
  options: [],
  operands: words,
  doubts: [],
  optionPatterns: possibleOptions(words),
});

/** `--include=*.ts` without quotes: whatever names the pattern becomes, each is this option with another value. */
const isOptionWithPattern = (word: Word): boolean =>
  (word.glob || word.brace) &&
  !word.quoted &&
  /^--[a-z][a-z-]*=/.test(word.value ?? "") &&
  /^--[a-z-]+=/.test(word.source);

/**
 * Takes arguments apart where a pattern in an option's value may stay, as long as the value is no path. Names that the
 * pattern stands for are looked for when the command is judged.
 */
function readPatterns(words: readonly Word[], program: KnownProgram): Arguments {
  const read = (given: readonly Word[]) => readArguments(given, program.options ?? "", program.stopAtOperand);
  const patterns = words.filter(isOptionWithPattern);
  if (patterns.length === 0) return read(words);
  const given = read(words.map((word) => (patterns.includes(word) ? { ...word, glob: false, brace: false } : word)));
  const sources = patterns.map(({ source }) => source);
  const isPath = given.options.some(
    ({ kind, value }) => (kind === "read" || kind === "write") && value && sources.includes(value.source),
  );
  if (isPath) return read(words);
  return { ...given, optionPatterns: [...given.optionPatterns, ...patterns.filter(({ glob }) => glob)] };
}

function callOf(program: KnownProgram, words: readonly Word[]): ProgramCall {
  const given = program.noOptions ? asArguments(words) : readPatterns(words, program);
  return {
    ...given,
    words,
    has: (...names) => given.options.some((option) => names.includes(option.name)),
    values: (...names) =>
      given.options.flatMap((option) => (names.includes(option.name) && option.value ? [option.value] : [])),
  };
}

function operandUsage(program: KnownProgram, call: ProgramCall): Partial<Usage> {
  switch (program.operands) {
    case "read":
      return { reads: call.operands };
    case "look":
      return { looks: call.operands };
    case "write":
      return { writes: call.operands };
    case "text":
      return {};
    case "none":
      return call.operands.length > 0 ? { asks: clause`it takes no arguments` } : {};
    default:
      return program.operands(call);
  }
}

/** `<(…)` is a pipe to a command that is judged by itself. */
const isProcess = (word: Word): boolean =>
  word.pieces.length === 1 &&
  word.pieces[0] !== undefined &&
  "runs" in word.pieces[0] &&
  word.pieces[0].runs === "process";

/**
 * What a simple command reads, looks at and writes, and why it is not known to only read.
 * A program called by a path is not known: it may be anything.
 */
export function usageOf(given: SimpleCommand): Usage {
  if (!given.word) return noUsage;
  const command = withForwardSlashes(given);
  if (command.language === "cmd") return { ...noUsage, asks: clause`its effect under cmd.exe is not known` };
  return (command.language && cmdletUsage(command)) ?? programUsage(command);
}

/** The same by the table of programs. */
function programUsage(command: SimpleCommand): Usage {
  if (command.name === undefined) return { ...noUsage, asks: clause`the program name is computed at run time` };
  const base = baseName(command.name);
  const program = programOf(base);
  const system = base === command.name || /^(?:\/usr)?\/s?bin\/[^/]+$/.test(command.name);
  if (!program) return { ...noUsage, asks: clause`${base} is not recognised as read-only` };
  const call = callOf(program, command.args);
  const found = operandUsage(program, call);
  const optionPaths = (kind: "read" | "write") =>
    call.options.flatMap((option) => (option.kind === kind && option.value ? [option.value] : []));
  const optionWrites = optionPaths("write");
  const used = [...(found.reads ?? []), ...(found.looks ?? []), ...(found.writes ?? [])];
  const isText = (word: Word) => program.anyText && isHarmlessText(word) && !word.glob && !used.includes(word);
  const unclear = command.args.find((word) => word.value === undefined && !isProcess(word) && !isText(word));
  const processAsText = command.args.some((word) => isProcess(word) && !used.includes(word));
  const foreign = command.prefixes.find((prefix) => !isHarmlessPrefix(prefix));
  const asks =
    program.always ??
    found.asks ??
    call.doubts[0] ??
    (system ? undefined : clause`${command.name} may not be the system's ${base}`) ??
    (optionWrites.length > 0 ? clause`it writes files` : undefined) ??
    (unclear ? clause`${unclear.source} expands at run time` : undefined) ??
    (processAsText ? clause`it takes a process substitution as text, not as a file` : undefined) ??
    (foreign === undefined ? undefined : clause`it runs through ${foreign}`);
  return {
    ...(asks !== undefined && { asks }),
    reads: [...(found.reads ?? []), ...optionPaths("read")].filter((word) => word.value !== "-" && !isProcess(word)),
    // A pattern in any argument lists a folder.
    looks: [...(found.looks ?? []), ...command.args.filter((word) => word.glob && !used.includes(word))],
    writes: [...(found.writes ?? []), ...optionWrites],
    optionPatterns: program.noOptions && program.anyText ? [] : call.optionPatterns,
    obeys: found.obeys ?? [],
    ...(found.gitPrograms && { gitPrograms: found.gitPrograms }),
    ...(found.runsIn && { runsIn: found.runsIn }),
    ...(found.fromTop && { fromTop: found.fromTop }),
    ...(found.inAnyRepository && { inAnyRepository: found.inAnyRepository }),
    ...(found.removes && { removes: found.removes }),
  };
}

const writingRedirect = /^(?:>|>>|>\||&>|&>>|<>|>&)$/;

/** True for a redirect that opens a file for writing, other than the places that keep nothing. */
export const redirectWrites = (redirect: SimpleCommand["redirects"][number]): boolean => {
  const target = redirect.target.value;
  if (!writingRedirect.test(redirect.op)) return false;
  if (redirect.op === ">&" && target !== undefined && /^(?:\d+-?|-)$/.test(target)) return false;
  return !/^\/dev\/(?:null|stdout|stderr|fd\/[012])$/.test(target ?? "");
};

/** True when the command's own words say that it writes files; one that is not understood may write all the same. */
export const writesFiles = (command: SimpleCommand): boolean =>
  usageOf(command).writes.length > 0 || command.redirects.some(redirectWrites);

const onlyReads = (command: SimpleCommand): boolean =>
  usageOf(command).asks === undefined &&
  !command.redirects.some(redirectWrites) &&
  command.assignments.every((assignment) => assignment.isOwn || assignmentDoubt(assignment) === undefined);

/** True when nothing in the text does more than read, whatever it reads (`readOnly` of `explain`, D-1). */
export const isReadOnly = (analysis: CommandAnalysis): boolean =>
  analysis.commands.length > 0 &&
  analysis.problem === undefined &&
  analysis.unusual.length === 0 &&
  analysis.commands.every((command) => onlyReads(command) || (command.forms?.every(onlyReads) ?? false));
