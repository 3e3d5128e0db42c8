/** Programs that read the files of whole folders, by themselves or when they are told to. */
import type { SimpleCommand } from "../../lib/shell/words/types";

const always = new Set(["rg", "ag", "ack", "ugrep", "rgrep"]);

/** What tells the others to. */
const sometimes: Readonly<Record<string, RegExp>> = {
  grep: /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?recursive$)/,
  egrep: /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?recursive$)/,
  fgrep: /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?recursive$)/,
  diff: /^(?:-[A-Za-z]*r|--recursive$)/,
  git: /^--(?:no-index|untracked)$/,
};

/** True for a command that goes through folders and reads what it finds. */
export const goesThroughFolders = ({ name = "", args, prefixes }: SimpleCommand): boolean =>
  always.has(name) ||
  prefixes.includes("xargs") ||
  args.some(({ value = "" }) => sometimes[name]?.test(value) ?? false);
