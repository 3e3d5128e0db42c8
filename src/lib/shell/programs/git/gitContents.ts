/**
 * Which calls of git that ask for what else they may do print nothing of what files held; measured with git 2.39. The others
 * are judged like those that print everything, because a sandbox hides files of the work tree and not those of commits.
 */
import type { Word } from "../../words/types";
import { startOf } from "../../words/words";

/** True where the words of such a call have it print, or put under another name, what files held. */
type Prints = (words: readonly string[]) => boolean;

const never: Prints = () => false;
const withWord =
  (pattern: RegExp): Prints =>
  (words) =>
    words.some((word) => pattern.test(word));

const patches = withWord(/^-[A-Za-z]*p|^--patch?$/);
const adding = withWord(/^-[A-Za-z]*[pie]|^--(?:patch?|int[a-z]*|ed[a-z]*)$/);
// A tree that is merged as a part of another puts its files elsewhere.
const merging = withWord(/^(?:-[sX]|--strategy(?:-option)?=)?subtree(?:=|$)/);
const address = withWord(/^(?!file:)[a-z][a-z+]*:\/\/|^[\w.-]+@[\w.-]+:/);

const rows: readonly (readonly [names: string, prints: Prints])[] = [
  [
    "apply branch check-mailmap check-ref-format clean commit-graph config fetch gc hash-object help init interpret-trailers " +
      "ls-remote maintenance mv pack-refs patch-id prune push reflog remote repack rm sparse-checkout stripspace switch " +
      "symbolic-ref tag update-ref var verify-commit verify-pack verify-tag write-tree",
    never,
  ],
  ["add stage", adding],
  ["checkout reset restore stash", patches],
  ["commit", withWord(/^-[aenqsoiz]*[pv]|^--(?:patch?|int[a-z]*|verb[a-z]*)$/)],
  ["cherry-pick merge pull revert", merging],
  ["rebase", (words) => merging(words) || withWord(/^-[a-z]*x|^--(?:ex|sh)/)(words)],
  ["am", withWord(/^--sh/)],
  ["bisect", withWord(/^(?:run|vi)/)],
  // A copy of a repository of this machine has its files under names that no rule knows.
  ["clone", (words) => !address(words)],
  ["fsck", withWord(/^--l/)],
  ["notes", withWord(/^-[cC]|^--re/)],
  ["submodule", withWord(/^(?:foreach|summary)$/)],
  ["worktree", withWord(/^add$/)],
];

const byName = new Map(rows.flatMap(([names, prints]) => names.split(" ").map((name) => [name, prints] as const)));

/** The option before a value that is no option, whatever is in it. */
const takesText = /^(?:-[a-zA-Z]*[mFbBct]|--(?:message|file|author|date|trailer))$/;

/** True for a word that may turn out to be an option, or the verb of a subcommand. */
const mayBeOption = (word: Word, before: Word | undefined): boolean =>
  word.value === undefined && startOf(word) === "" && !takesText.test(before?.value ?? "");

/**
 * True for a call that may print what files held, or put it where other rules hold.
 * @param name of a subcommand that is not known to only look. @param words behind it.
 */
export function mayPrintContents(name: Word | undefined, words: readonly Word[]): boolean {
  if (!name) return false;
  const prints = byName.get(name.value ?? "");
  if (!prints) return true;
  if (prints === never) return false;
  const end = words.findIndex(({ value }) => value === "--");
  const given = end < 0 ? words : words.slice(0, end);
  return prints(given.map(({ value = "" }) => value)) || given.some((word, at) => mayBeOption(word, given[at - 1]));
}
