/** Programs that read the files of whole folders, by themselves or when they are told to. */
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
