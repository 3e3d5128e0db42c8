/** What `xargs` is given by a pipeline that lists names, for programs that only read whatever they are given (D-13). */
import { parse } from "unbash";
import { namesLookedFor } from "../programs/search";
import { usageOf } from "../usage";
import { readArguments } from "../words/options";
import type { CommandAnalysis, SimpleCommand, Word } from "../words/types";
import { expandWord, knownWord } from "../words/words";

/** Programs that no option makes write or run something, so that a name that turns out to be one does no harm. */
const readers = new Set(
  "cat head tail wc grep egrep fgrep ls stat du nl md5sum sha1sum sha256sum sha512sum cksum basename dirname echo".split(
    " ",
  ),
);

const options =
  "-0 -r -t -x -d: -I: -L: -n: -P: -s: --delimiter: --max-args: --max-chars: --max-lines: --max-procs: --no-run-if-empty --null --verbose";

/** What a pipeline hands on. */
interface Listing {
  /** Folders and files in which all names lie, and names that are looked for. */
  readonly words: readonly Word[];
  /** Each name is a regular file and ends with NUL. */
  readonly isExact: boolean;
}

const values = ({ args }: SimpleCommand): readonly string[] => args.map(({ value = "?" }) => value);

const isPlain = (command: SimpleCommand) =>
  command.prefixes.length === 0 &&
  command.assignments.length === 0 &&
  command.args.every(({ value }) => value !== undefined) &&
  // What goes to the standard error must not come among the names.
  command.redirects.every(({ op, fd, target }) => op === ">" && fd === 2 && target.value === "/dev/null") &&
  usageOf(command).asks === undefined;

/** Programs that hand on some of the lines that they get, and change none. */
function isFilter({ name, args }: SimpleCommand): boolean {
  switch (name) {
    case "grep":
    case "egrep":
    case "fgrep": {
      const given = readArguments(args, "-E -F -P -i -v -w -x -e:");
      const patterns = given.options.filter((option) => option.name === "-e").length;
      return given.doubts.length === 0 && given.operands.length === (patterns > 0 ? 0 : 1);
    }
    case "head":
    case "tail": {
      const given = readArguments(args, "-# -n:");
      return given.doubts.length === 0 && given.operands.length === 0;
    }
    case "sort":
      return args.every(({ value }) => /^-[ru]+$/.test(value ?? ""));
    case "uniq":
      return args.length === 0;
    default:
      return false;
  }
}

const looked = (command: SimpleCommand): readonly Word[] => {
  const { reads, looks } = usageOf(command);
  return [...reads, ...looks];
};

const has = (words: readonly string[], pattern: RegExp) => words.some((word) => pattern.test(word));

/** `find`: what it is told to look for tells what it finds, but for what it is told to leave out. */
function foundNames(command: SimpleCommand): Listing | undefined {
  const words = values(command);
  if (has(words, /^-(?:ls|printf|regex|iregex|files0-from|lname|ilname)$/)) return undefined;
  const prints = words.filter((word) => /^-print0?$/.test(word));
  if (prints.length > 1) return undefined;
  const isLeftOut = (at: number) =>
    /^(?:-not|!)$/.test(words[at - 1] ?? "") && !/^(?:-not|!)$/.test(words[at - 2] ?? "");
  const names = command.args.filter(
    (_, at) => /^-i?(?:name|path|wholename)$/.test(words[at - 1] ?? "") && !isLeftOut(at - 1),
  );
  const isOfFiles = words.some((word, at) => word === "f" && words[at - 1] === "-type" && !isLeftOut(at - 1));
  const isOneRule = !has(words, /^(?:-o|-or|,|\()$/);
  return {
    words: [...looked(command), ...names.flatMap(namesLookedFor)],
    // A name is looked for, and what comes before the printing is tried before.
    isExact: isOfFiles && isOneRule && names.length > 0 && words.at(-1) === "-print0",
  };
}

/** True for a call that prints names below its folder and nothing else. */
function listsNames({ name, args }: SimpleCommand): boolean {
  const words = args.map(({ value = "?" }) => value);
  const [verb = "", ...rest] = words;
  const goesElsewhere = has(words, /^[:/~]|(?:^|\/)\.\.(?:\/|$)|^--full-name$|^-C$/);
  if (goesElsewhere) return false;
  switch (name) {
    case "ls":
      return !has(words, /^-[a-zA-Z]*[lsiZ]|^--/);
    case "rg":
      return has(words, /^-[a-zA-Z0-9]*l|^--files(?:-with(?:out)?-match(?:es)?)?$/);
    case "grep":
    case "egrep":
    case "fgrep":
      return has(words, /^-[a-zA-Z]*[lL]|^--files-with(?:out-match|-matches)$/);
    case "git":
      if (verb === "ls-files") return true;
      if (verb === "grep") return has(rest, /^-[a-zA-Z]*[lL]|^--files-with(?:out-match|-matches)$/);
      return verb === "diff" && has(rest, /^--name-only$/);
    default:
      return false;
  }
}

/** What the member that a pipeline begins with lists. */
function listingOf(command: SimpleCommand): Listing | undefined {
  if (!isPlain(command)) return undefined;
  if (command.name === "find") return foundNames(command);
  return listsNames(command) ? { words: [knownWord("."), ...looked(command)], isExact: false } : undefined;
}

/** The one command that each earlier member of its pipeline is; undefined when one of them is more. */
function membersBefore(
  { place, pipeline: [index] }: SimpleCommand,
  commands: readonly SimpleCommand[],
): readonly SimpleCommand[] | undefined {
  const id = place.pipes.at(-1)?.id;
  if (id === undefined || index === 0) return undefined;
  const members: SimpleCommand[] = [];
  // Its own member too is nothing but itself.
  for (let at = 0; at <= index; at++) {
    const found: readonly SimpleCommand[] = commands.filter(({ place: { pipes } }) =>
      pipes.some((pipe) => pipe.id === id && pipe.index === at),
    );
    const [member, more]: readonly SimpleCommand[] = found;
    if (!member || more || member.place.pipes.at(-1)?.id !== id) return undefined;
    members.push(member);
  }
  return members.slice(0, -1);
}

/** The words of `xargs` itself, as it is written. */
function ownWords(text: string): readonly Word[] | undefined {
  const [statement, more] = parse(text).commands;
  const node = statement?.command;
  if (more || node?.type !== "Command" || !node.name || node.prefix.length > 0) return undefined;
  const parsed = [node.name, ...node.suffix.flatMap((part) => (part.type === "Word" ? [part] : []))];
  const [first, ...rest] = parsed.flatMap((word) => expandWord(word).words);
  return /^g?xargs$/.test(first?.value ?? "") ? rest : undefined;
}

/** The command's own words with names in them, and behind them where nothing says where. */
function withNames({ args }: SimpleCommand, names: readonly Word[], mark: string | undefined): Word[] | undefined {
  // Twice: the first of them may be a pattern, and what comes after it is read.
  if (mark === undefined) return [...args, ...names, ...names];
  // What holds the mark counts as unknown, or as it is written.
  const isMarked = ({ source, value }: Word) => source.includes(mark) || (value ?? "").includes(mark);
  const isWhole = args.filter(isMarked).every(({ value, source }) => (value ?? source) === mark);
  return isWhole && mark !== "" ? args.flatMap((word) => (isMarked(word) ? [...names, ...names] : [word])) : undefined;
}

/**
 * The form of a command that `xargs` runs on names: as if it were given the folders in which they lie. Undefined where
 * names could be anything.
 */
export function listedForm(
  command: SimpleCommand,
  { text: whole, commands }: Pick<CommandAnalysis, "text" | "commands">,
): SimpleCommand | undefined {
  const { prefixes, name = "", redirects, text } = command;
  // With `|&` messages come among the names.
  if (whole.includes("|&") || prefixes.length !== 1 || !/^g?xargs$/.test(prefixes[0] ?? "") || !readers.has(name))
    return undefined;
  if (redirects.some(({ op, fd }) => op.startsWith("<") || fd === 0)) return undefined;
  const members = membersBefore(command, commands);
  const words = ownWords(text);
  if (!members || !words) return undefined;
  const given = readArguments(words, options, true);
  const [lister, ...filters] = members;
  const listing = lister && listingOf(lister);
  if (!listing || given.doubts.length > 0 || !filters.every((filter) => isPlain(filter) && isFilter(filter)))
    return undefined;
  const mark = given.options.find((option) => option.name === "-I")?.value?.value;
  const args = withNames(command, listing.words, mark);
  const own = given.options.map((option) => option.name);
  const isExact =
    listing.isExact && filters.length === 0 && has(own, /^(?:-0|--null)$/) && !has(own, /^(?:-d|--delim)/);
  return args && { ...command, args, prefixes: [], listedBy: lister, ...(!isExact && { splitsNames: true }) };
}
