/** The subcommands of git that only look, and with which options (D-13). */
import { clause } from "../../../../core/text/clauses/clause";
import { readArguments } from "../../words/options";
import type { Word } from "../../words/types";
import { sliceWord } from "../../words/words";
import { afterPattern, asking, type ProgramCall, type Usage } from "../program";
import { mayPrintContents } from "./gitContents";
import { driversOf, isPickaxe, printsContents } from "./gitDrivers";
import {
  contentPaths,
  type GitPath,
  looking,
  operandsOf,
  pathsOrRevisions,
  reading,
  searchedPaths,
  wholeRepository,
  withWhole,
} from "./gitPaths";

/** The words behind a subcommand, and what they are. */
type GitCall = Pick<ProgramCall, "words" | "operands" | "options" | "has" | "values">;

/** One subcommand. */
interface Subcommand {
  readonly names: readonly string[];
  readonly options: string;
  /** It may print what files held, so that it prints everything where its words are not understood. */
  readonly prints?: true;
  /** What its operands are: paths whose names alone it is after, text, or its own reading of the call. */
  readonly operands: "look" | "text" | "none" | ((call: GitCall) => Partial<Usage>);
}

const diffOptions =
  "-a -b -B? -C? -D? -G: -l: -M? -p -R -s -S: -u -U? -w -W -z --abbrev? --binary --cached --check --color? --color-words? --compact-summary --cumulative --diff-algorithm: --diff-filter: --dirstat? --dst-prefix: --exit-code --find-copies? --find-renames? --full-index --function-context --histogram --ignore-all-space --ignore-blank-lines --ignore-space-at-eol --ignore-space-change --ignore-submodules? --inter-hunk-context: --merge-base --minimal --name-only --name-status --no-color --no-ext-diff --no-patch --no-prefix --no-renames --no-textconv --numstat --patch --patch-with-raw --patch-with-stat --patience --pickaxe-all --pickaxe-regex --quiet --raw --relative? --shortstat --src-prefix: --staged --stat? --submodule? --summary --text --unified? --word-diff? --word-diff-regex:";
const logOptions =
  "-# -c -E -F -i -L: -m -n: -P --abbrev-commit --after: --all --all-match --author: --author-date-order --before: --boundary --branches? --cc --cherry --cherry-mark --cherry-pick --children --committer: --count --date: --date-order --decorate? --decorate-refs: --extended-regexp --first-parent --fixed-strings --follow --format: --full-history --graph --grep: --invert-grep --left-right --max-count: --merges --min-parents: --max-parents: --no-abbrev-commit --no-decorate --no-merges --no-notes --no-walk? --oneline --parents --perl-regexp --pretty? --reflog --regexp-ignore-case --relative-date --remotes? --reverse --simplify-by-decoration --since: --skip: --source --tags? --topo-order --until: --walk-reflogs -g";

/** Names that stand for the caller's own choice of commits; listing needs one of them to take an operand. */
const listingOptions = ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];
const listOnly = ({ operands, has }: GitCall): Partial<Usage> =>
  operands.length === 0 || has(...listingOptions) ? {} : asking(clause`it may create or change something`);

/** The file in `-L 1,5:file` and `-L :function:file`. */
const fileOfLines = (range: Word): Word[] => {
  const value = range.value ?? "";
  return value.includes(":") ? [sliceWord(range, value.lastIndexOf(":") + 1)] : [];
};

/** Everything that commits changed, one object, or paths of them. */
const contentsUsage = (call: GitCall): Partial<Usage> => reading(contentPaths(operandsOf(call)));

/** One object, which no path narrows. */
const objectUsage = ({ operands, has }: GitCall): Partial<Usage> =>
  has("-e", "-s", "-t") ? looking(pathsOrRevisions(operands)) : reading(contentPaths({ before: operands, behind: [] }));

function diffUsage(call: GitCall): Partial<Usage> {
  const { operands, has } = call;
  if (has("--no-index")) return { reads: operands };
  return printsContents(call, true) || isPickaxe(call) ? contentsUsage(call) : looking(pathsOrRevisions(operands));
}

/** A file that is followed had other names before. */
const changedPaths = (call: GitCall): GitPath[] =>
  call.has("--follow", "-L")
    ? [...pathsOrRevisions(call.operands), wholeRepository]
    : contentPaths(operandsOf(call), "commits");

function logUsage(call: GitCall): Partial<Usage> {
  const { operands, values } = call;
  const ofLines = values("-L").flatMap(fileOfLines);
  if (!printsContents(call, false)) return (isPickaxe(call) ? reading : looking)(pathsOrRevisions(operands));
  const { reads = [], ...usage } = reading(changedPaths(call));
  return { ...usage, reads: [...reads, ...ofLines] };
}

/** `git stash list` and `git stash show`; anything else, also a word in another place, may change something. */
function stashUsage(call: GitCall): Partial<Usage> {
  const [verb] = call.words;
  const rest = { ...call, operands: call.operands.slice(1) };
  if (verb?.value === "list") return logUsage(rest);
  return verb?.value === "show"
    ? reading([...pathsOrRevisions(rest.operands), wholeRepository])
    : asking(clause`it may change the stash or files`);
}

/** It goes through everything that is tracked in its folder unless paths narrow it, and an operand may be a revision. */
function grepUsage(call: GitCall): Partial<Usage> {
  const operands = call.has("-e") ? call.operands : afterPattern(call.operands);
  return reading(searchedPaths(operandsOf({ ...call, operands })));
}

/** `git submodule status`, which starts git in each of them and looks at no file there. */
function submoduleUsage({ words, operands }: GitCall): Partial<Usage> {
  const [verb] = words;
  if (!verb || verb.value === "status") return looking(pathsOrRevisions(operands.slice(1)));
  return asking(clause`${`git submodule ${verb.source}`} is not recognised as read-only`);
}

const isVerb = (pattern: RegExp, word: Word | undefined) => word?.value !== undefined && pattern.test(word.value);

/** All of them. */
export const subcommands: readonly Subcommand[] = [
  {
    names: ["status"],
    prints: true,
    options:
      "-b -s -u? -v -z --ahead-behind --branch --column? --find-renames? --ignore-submodules? --ignored? --long --no-ahead-behind --no-column --no-renames --porcelain? --renames --short --show-stash --untracked-files? --verbose",
    // Differences are those of all files, whatever paths are given.
    operands: ({ operands, has }) =>
      has("-v", "--verbose")
        ? reading([...pathsOrRevisions(operands), wholeRepository])
        : looking(pathsOrRevisions(operands)),
  },
  { names: ["diff"], prints: true, options: `${diffOptions} -r --no-index --root`, operands: diffUsage },
  {
    names: ["diff-tree", "diff-index", "diff-files"],
    prints: true,
    options: `${diffOptions} -r --root`,
    operands: contentsUsage,
  },
  { names: ["log"], prints: true, options: `${diffOptions} ${logOptions}`, operands: logUsage },
  { names: ["show", "whatchanged"], prints: true, options: `${diffOptions} ${logOptions}`, operands: contentsUsage },
  { names: ["rev-list"], options: `${logOptions} --objects --no-object-names --timestamp`, operands: "text" },
  {
    names: ["shortlog"],
    options: "-c -e -n -s --all --author: --email --group: --no-merges --numbered --since: --summary --until:",
    operands: "text",
  },
  {
    names: ["branch"],
    options:
      "-a -i -l -r -v -vv --all --color? --column? --contains --format: --ignore-case --list --merged --no-color --no-column --no-contains --no-merged --points-at: --remotes --show-current --sort: --verbose",
    operands: listOnly,
  },
  {
    names: ["tag"],
    options:
      "-i -l -n? --color? --column? --contains --format: --ignore-case --list --merged --no-column --no-contains --no-merged --points-at: --sort:",
    operands: listOnly,
  },
  {
    names: ["remote"],
    options: "-v --verbose",
    operands: ({ operands }) =>
      operands.length === 0 || (operands.length === 2 && operands[0]?.value === "get-url")
        ? {}
        : asking(clause`it may change or contact a remote`),
  },
  {
    names: ["worktree"],
    options: "-v --verbose --porcelain -z",
    operands: ({ operands }) =>
      operands.length === 1 && isVerb(/^list$/, operands[0])
        ? {}
        : asking(clause`only its list command is recognised as read-only`),
  },
  { names: ["stash"], prints: true, options: `${diffOptions} ${logOptions} --include-untracked`, operands: stashUsage },
  {
    names: ["reflog"],
    prints: true,
    options: `${diffOptions} ${logOptions}`,
    operands: (call) =>
      call.words.some((word) => isVerb(/^(?:delete|drop|expire|write)$/, word))
        ? asking(clause`it may change the reflog`)
        : logUsage({ ...call, operands: call.operands.slice(isVerb(/^show$/, call.words[0]) ? 1 : 0) }),
  },
  {
    names: ["notes"],
    options: "",
    operands: ({ words }) =>
      words.length === 0 || isVerb(/^(?:list|show)$/, words[0]) ? {} : asking(clause`it may change notes`),
  },
  {
    names: ["symbolic-ref"],
    options: "-q --quiet --short",
    // A pattern may become two names, of which the second is where the first is to lead.
    operands: ({ operands: [name, ...more] }) =>
      name && !name.glob && more.length === 0 ? {} : asking(clause`it may change what a symbolic ref points to`),
  },
  {
    names: ["rev-parse"],
    options:
      "-q --abbrev-ref? --absolute-git-dir --all --branches? --disambiguate: --git-common-dir --git-dir --is-bare-repository --is-inside-git-dir --is-inside-work-tree --is-shallow-repository --quiet --remotes? --short? --show-cdup --show-prefix --show-superproject-working-tree --show-toplevel --symbolic --symbolic-full-name --tags? --verify",
    operands: "text",
  },
  {
    names: ["ls-files"],
    options:
      "-c -d -f -i -k -m -o -s -t -u -v -x: -z --abbrev? --cached --deduplicate --deleted --directory --eol --error-unmatch --exclude: --exclude-standard --full-name --ignored --killed --modified --no-empty-directory --others --stage --unmerged --with-tree:",
    operands: "look",
  },
  {
    names: ["ls-tree"],
    options:
      "-d -l -r -t -z --abbrev? --format: --full-name --full-tree --long --name-only --name-status --object-only",
    operands: "text",
  },
  {
    names: ["blame", "annotate"],
    prints: true,
    options:
      "-b -c -C? -e -f -l -L: -M? -n -p -s -t -w --abbrev? --color-by-age --color-lines --date: --first-parent --line-porcelain --no-textconv --porcelain --root --show-email --show-name --show-number --since:",
    operands: ({ operands }) => reading(pathsOrRevisions(operands)),
  },
  {
    names: ["grep"],
    prints: true,
    options:
      "-# -A: -B: -c -C: -e: -E -F -G -h -H -i -I -l -L -n -o -p -P -q -r -v -w -W -z --after-context: --all-match --and --basic-regexp --before-context: --break --cached --color? --column --context: --count --extended-regexp --files-with-matches --files-without-match --fixed-strings --function-context --heading --ignore-case --invert-match --line-number --max-depth: --no-color --no-index-exclude --not --null --only-matching --or --perl-regexp --quiet --recursive --show-function --text --threads: --untracked --word-regexp",
    operands: grepUsage,
  },
  {
    names: ["describe", "name-rev"],
    options:
      "--abbrev? --all --always --candidates: --contains --dirty? --exact-match --exclude: --first-parent --long --match: --name-only --refs: --tags",
    operands: "text",
  },
  { names: ["cat-file"], prints: true, options: "-e -p -s -t", operands: objectUsage },
  {
    names: ["merge-base", "cherry"],
    options: "-a -v --all --fork-point --independent --is-ancestor --octopus",
    operands: "text",
  },
  {
    names: ["for-each-ref", "show-ref", "show-branch"],
    options:
      "-d -s -q --all --count: --format: --heads --tags --sort: --points-at: --verify --quiet --dereference --hash? --abbrev? --merged --contains --ignore-case",
    operands: "text",
  },
  { names: ["count-objects"], options: "-v -H --verbose --human-readable", operands: "none" },
  {
    names: ["check-ignore", "check-attr"],
    options: "-a -n -q -v -z --all --cached --no-index --non-matching --quiet --verbose",
    operands: "look",
  },
  {
    names: ["config"],
    options: "--get: --get-all: --global --local --show-origin --show-scope --system --type:",
    // Values may be credentials; a name alone is shown, and with a value behind it set.
    operands: ({ operands, values }) => {
      const [name, ...more] = [...values("--get", "--get-all"), ...operands];
      const plain =
        isVerb(/^[a-z][\w-]*\.(?:[^\s=]+\.)?[a-z][\w-]*$/i, name) &&
        !isVerb(/token|pass|secret|header|helper|credential|proxy|url/i, name);
      return plain && !name?.glob && more.length === 0 ? {} : asking(clause`it may show or change settings`);
    },
  },
  { names: ["submodule"], options: "-q --cached --quiet --recursive", operands: submoduleUsage },
  ...["clone", "fetch", "ls-remote", "pull", "push"].map((name) => ({
    names: [name],
    options: "",
    operands: () => asking(clause`it contacts another repository`),
  })),
  { names: ["version", "--version"], options: "--build-options", operands: "none" },
];
function operandUsage(rule: Subcommand["operands"], call: GitCall): Partial<Usage> {
  switch (rule) {
    case "look":
      return looking(pathsOrRevisions(call.operands));
    case "text":
      return {};
    case "none":
      return call.operands.length > 0 ? asking(clause`it takes no arguments`) : {};
    default:
      return rule(call);
  }
}

const byName = new Map(
  subcommands.flatMap((subcommand) => subcommand.names.map((name) => [name, subcommand] as const)),
);

/** What a subcommand with these words touches; undefined when it is not known. */
export function subcommandUsage(name: Word | undefined, words: readonly Word[]): Partial<Usage> | undefined {
  const subcommand = byName.get(name?.value ?? "");
  if (!subcommand) return undefined;
  const given = readArguments(words, subcommand.options);
  const has = (...names: string[]) => given.options.some((option) => names.includes(option.name));
  const values = (...names: string[]) =>
    given.options.flatMap((option) => (names.includes(option.name) && option.value ? [option.value] : []));
  // %G runs gpg, and a signature field does too.
  const signed = given.options.some((option) => /%[-+ ]?G|signature/.test(option.value?.value ?? ""));
  // It starts git in every submodule, with what that has configured.
  const inSubmodules = values("--submodule").some(({ value }) => value !== "log" && value !== "short");
  const doubt = given.doubts[0] ?? (given.optionPatterns[0] ? clause`a glob may expand to an option` : undefined);
  const isUnclear = doubt !== undefined || words.some(({ value }) => value === undefined);
  const call = { words, operands: given.operands, options: given.options, has, values };
  const used = operandUsage(subcommand.operands, call);
  const asks =
    used.asks ??
    doubt ??
    (signed ? clause`its format string runs another program` : undefined) ??
    (inSubmodules ? clause`it runs git inside submodules` : undefined);
  const isWhole = used.asks === undefined ? subcommand.prints && isUnclear : mayPrintContents(name, words);
  // A reference may name a file, whose content a format shows.
  const isRaw = given.options.some(({ value }) => /%\(\*?raw/.test(value?.value ?? ""));
  const own = { ...(isWhole || isRaw ? withWhole(used) : used), gitPrograms: driversOf(name?.value ?? "", call) };
  return asks === undefined ? own : { ...own, asks };
}
