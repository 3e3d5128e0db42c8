/** Programs that read the files of whole folders, or take them as they are, by themselves or when they are told to. */
import type { TakenFolders } from "../../../core/ports/confinement";
import type { SimpleCommand, Word } from "../../../lib/shell/words/types";

const always = new Set(["rg", "ag", "ack", "ugrep", "rgrep"]);

const grep = /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?recursive$|-[A-Za-z]*drecurse$|--directories=recurse$)/;

/** What tells the others to. */
const sometimes: Readonly<Record<string, RegExp>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  ggrep: grep,
  diff: /^(?:-[A-Za-z]*r|--recursive$)/,
  git: /^--(?:no-index|untracked)$/,
};

/** `grep -d recurse`, in two words. */
const isToldTo = ({ value }: Word, before: Word | undefined) =>
  value === "recurse" && /^(?:-[A-Za-z]*d|--directories)$/.test(before?.value ?? "");

/** True for a command that goes through folders and reads what it finds. */
export const goesThroughFolders = ({ name = "", args, prefixes }: SimpleCommand): boolean =>
  always.has(name) ||
  prefixes.includes("xargs") ||
  args.some(({ value = "" }) => sometimes[name]?.test(value) ?? false) ||
  (sometimes[name] === grep && args.some((word, at) => isToldTo(word, args[at - 1])));

/** Programs that copy, pack or measure folders with all that lies in them. */
const takers = new Set("tar bsdtar zip 7z 7za rsync cp mv du".split(" "));

/** What has others tell sizes, of which an empty file has none. */
const measuring: Readonly<Record<string, RegExp>> = {
  ls: /^(?:-[A-Za-z]*[lsgnoS][A-Za-z]*|--size|--format=(?:long|verbose))$/,
  find: /^-(?:size|empty|f?ls|f?printf)$/,
  tree: /^(?:-[A-Za-z]*[sh][A-Za-z]*|--du)$/,
};

/** Those that take the folder in which they work where they name none. */
const startsHere = new Set(["ls", "du", "find", "tree"]);

function takenOf({ name = "", args }: SimpleCommand): TakenFolders | undefined {
  const words = args.map(({ value = "" }) => value);
  if (!takers.has(name) && !words.some((word) => measuring[name]?.test(word) ?? false)) return undefined;
  const isDeep = name !== "ls" || words.some((word) => /^(?:-[A-Za-z]*R[A-Za-z]*|--recursive)$/.test(word));
  const places = name === "find" ? words.slice(0, 1) : words;
  return { isDeep, isHere: startsHere.has(name) && places.every((word) => word.startsWith("-")) };
}

/** What commands take of folders that they copy, pack or measure; undefined where none of them does. */
export function takenFolders(commands: readonly SimpleCommand[]): TakenFolders | undefined {
  const taken = commands.map(takenOf).filter((one) => one !== undefined);
  if (taken.length === 0) return undefined;
  return { isDeep: taken.some(({ isDeep }) => isDeep), isHere: taken.some(({ isHere }) => isHere) };
}
