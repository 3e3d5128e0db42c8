/** What the options of programs that go through folders leave out there; in doubt nothing is left out. */
import { programOf } from "../../../lib/shell/programs";
import { type Arguments, readArguments } from "../../../lib/shell/words/options";
import type { SimpleCommand, Word } from "../../../lib/shell/words/types";
import { baseName } from "../../../lib/shell/words/wrappers";

/** Something below a folder that a program goes through. */
export interface PlaceBelow {
  /** Below that folder, with `/`. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** True for a place whose content the program does not read. */
export type LeftOut = (place: PlaceBelow) => boolean;

/** Nothing is. */
export const nothingLeftOut: LeftOut = () => false;

const nameOf = ({ path }: PlaceBelow) => path.slice(path.lastIndexOf("/") + 1);

const isHidden = ({ path }: PlaceBelow) => path.split("/").some((name) => name.startsWith("."));

/** Letters, stars and question marks mean the same to every program; anything else may mean more. */
const plain = /^[\w.@+*?-]+$/;

const tested = (pattern: string, flags: string) =>
  new RegExp(`^${pattern.replace(/[.+]/g, "\\$&").replaceAll("?", ".").replace(/\*+/g, ".*")}$`, `s${flags}`);

/** For names that the pattern certainly means. */
const surely = (pattern: string) => (plain.test(pattern) ? tested(pattern, "") : /(?!)/);

/** True for a name that it may mean, by the last of its names. */
function perhaps(pattern: string): RegExp {
  const last = pattern.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return plain.test(last) && last !== "**" ? tested(last, "i") : /(?:)/;
}

/** True for a pattern that a program can be told to leave out, so that a name is; quotes keep it from the shell. */
export const leavesOutName = (pattern: string, name: string): boolean => surely(pattern).test(name);

const some = (tests: readonly RegExp[], name: string) => tests.some((test) => test.test(name));

/** Arguments by the table of programs; undefined where they cannot be told. An unquoted pattern stays an option's value. */
function argumentsOf({ name = "", args }: SimpleCommand): Arguments | undefined {
  const words = args.map((word) => (/^--[a-z-]+=/.test(word.source) ? { ...word, glob: false, brace: false } : word));
  const given = readArguments(words, programOf(baseName(name))?.options ?? "");
  return given.doubts.length > 0 || given.optionPatterns.length > 0 ? undefined : given;
}

const valuesOf = ({ options }: Arguments, ...names: string[]): string[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value?.value !== undefined ? [value.value] : []));

const has = ({ options }: Arguments, pattern: RegExp) => options.filter(({ name }) => pattern.test(name)).length;

/** `--include`, `--exclude` and `--exclude-dir` of grep; `--exclude` of diff, which means folders too. */
export function leftOutByGrep(command: SimpleCommand): LeftOut {
  const given = argumentsOf(command);
  if (!given) return nothingLeftOut;
  const included = valuesOf(given, "--include").map(perhaps);
  const excluded = valuesOf(given, "--exclude").map(surely);
  const folders = valuesOf(given, "--exclude-dir").map(surely);
  // A name of which neither speaks goes by the one that stands first.
  const isNarrowed = given.options.find(({ name }) => /^--(?:in|ex)clude$/.test(name))?.name === "--include";
  return (place) => {
    const names = place.path.split("/").slice(0, place.isFolder ? undefined : -1);
    if (names.some((name) => some(folders, name))) return true;
    const name = nameOf(place);
    return !place.isFolder && !some(included, name) && (isNarrowed || some(excluded, name));
  };
}

/** See {@link leftOutByGrep}. */
export function leftOutByDiff(command: SimpleCommand): LeftOut {
  const given = argumentsOf(command);
  if (!given) return nothingLeftOut;
  if (has(given, /^(?:-q|--brief)$/)) return () => true;
  const excluded = valuesOf(given, "-x", "--exclude").map(surely);
  const isDeep = has(given, /^(?:-r|--recursive)$/) > 0;
  return ({ path }) => path.split("/").some((name) => some(excluded, name)) || (!isDeep && path.includes("/"));
}

/** What ripgrep leaves out, and whether it heeds ignore files. */
export interface RipgrepWalk {
  readonly leavesOut: LeftOut;
  readonly heedsIgnoreFiles: boolean;
}

/** A pattern that names what is searched takes it out of what is hidden or ignored. */
export function leftOutByRipgrep(command: SimpleCommand): RipgrepWalk {
  const given = argumentsOf(command);
  if (!given) return { leavesOut: nothingLeftOut, heedsIgnoreFiles: false };
  const patterns = valuesOf(given, "-g", "--glob", "--iglob");
  const searched = patterns.filter((pattern) => !pattern.startsWith("!")).map(perhaps);
  if (searched.length > 0)
    return { leavesOut: (place) => !place.isFolder && !some(searched, nameOf(place)), heedsIgnoreFiles: false };
  const excluded = patterns.map((pattern) => surely(pattern.slice(1).replace(/^\*\*\/|\/(?:\*\*)?$/g, "")));
  const unrestricted = has(given, /^(?:-u|--unrestricted)$/);
  const showsHidden = unrestricted > 1 || has(given, /^(?:-\.|--hidden)$/) > 0;
  return {
    leavesOut: (place) =>
      (!showsHidden && isHidden(place)) || place.path.split("/").some((name) => some(excluded, name)),
    heedsIgnoreFiles: unrestricted === 0 && has(given, /^--no-ignore/) === 0,
  };
}

const wordsOf = (args: readonly Word[]) => args.map(({ value = "?" }) => value);

/** What `find` is told to look for, by names that stand alone or as a list of choices, and what to leave out. */
export function leftOutByFind({ args }: SimpleCommand): LeftOut {
  const words = wordsOf(args);
  const isNot = (at: number) => /^(?:-not|!)$/.test(words[at] ?? "");
  const isName = (at: number) => /^-i?name$/.test(words[at] ?? "");
  const choices = words.flatMap((word, at) => (/^(?:-o|-or|,)$/.test(word) ? [at] : []));
  const isTwisted = words.some((word, at) => isNot(at - 1) && (word === "(" || isNot(at)));
  const printsBefore = words.slice(0, -1).some((word) => /^-print0?$/.test(word));
  // Between others a choice may be one of anything.
  const isOfNames = choices.every((at) => isName(at - 2) && !isNot(at - 3) && isName(at + 1));
  if (isTwisted || printsBefore || !isOfNames) return nothingLeftOut;
  const values = (test: (at: number) => boolean) => words.filter((_, at) => test(at));
  const searched = values((at) => isName(at - 1) && !isNot(at - 2)).map(perhaps);
  const isPlainNot = choices.length === 0 && !words.includes("(");
  const excluded = isPlainNot ? values((at) => words[at - 1] === "-name" && isNot(at - 2)).map(surely) : [];
  const hidesDots =
    isPlainNot && words.some((word, at) => /^\*\/\\?\.\*$/.test(word) && words[at - 1] === "-path" && isNot(at - 2));
  return (place) =>
    (hidesDots && isHidden(place)) ||
    (!place.isFolder && ((searched.length > 0 && !some(searched, nameOf(place))) || some(excluded, nameOf(place))));
}

/** What `ls` does not list. */
export function leftOutByListing({ args }: SimpleCommand): LeftOut {
  const has = (letters: RegExp) => wordsOf(args).some((word) => /^-[A-Za-z]/.test(word) && letters.test(word));
  const [showsHidden, isDeep] = [has(/[aAf]/), has(/R/)];
  return (place) => (!showsHidden && isHidden(place)) || (!isDeep && place.path.includes("/"));
}
