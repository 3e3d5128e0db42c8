/** git: its subcommands that are known to only look run unasked; everything else, and every `-c key=value`, asks (D-13). */

import { clause } from "../../../../core/text/clauses/clause";
import type { Word } from "../../words/types";
import { asking, type KnownProgram, type ProgramCall, type Usage } from "../program";
import { mayPrintContents } from "./gitContents";
import { anyRepository, globalValues, reading, wholeRepository } from "./gitPaths";
import { subcommandUsage } from "./gitSubcommands";

const globalOptions = new Set([
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  "--no-replace-objects",
  "--no-advice",
]);

/** What stands before a subcommand. */
interface Globals {
  /** Where the subcommand is. */
  readonly at: number;
  readonly folder?: Word | undefined;
  /** The first word that is not recognised. */
  readonly strange?: Word | undefined;
  /** Git may work in another repository, or take paths for other ones, than those that it is run in and told. */
  readonly isElsewhere: boolean;
}

/** True for words that change neither the repository nor what paths mean. */
const staysHere = (option: string, value = ""): boolean =>
  option === "-c" ? !/^core\.(?:bare|worktree)\b/i.test(value) : /^(?:-p|-P|--paginate|--exec-path=.*)$/.test(option);

function globalsOf(words: readonly Word[]): Globals {
  let at = 0;
  let folder: Word | undefined;
  for (;;) {
    const value = words[at]?.value ?? "";
    if (globalOptions.has(value)) at++;
    else if (value === "-C" && !folder && words[at + 1]) {
      folder = words[at + 1];
      at += 2;
    } else break;
  }
  // `--version` is a subcommand.
  const optionAt = (place: number) => /^-(?!-version$)/.test(words[place]?.value ?? "");
  const strange = optionAt(at) ? words[at] : undefined;
  let isElsewhere = false;
  while (optionAt(at)) {
    const option = words[at]?.value ?? "";
    isElsewhere ||= !globalOptions.has(option) && !staysHere(option, words[at + 1]?.value);
    at += globalValues.has(option) ? 2 : 1;
  }
  return { at, folder, strange, isElsewhere };
}

/** What it prints of files is judged as well where something before the subcommand is not recognised. */
function afterStrange({ reads = [], fromTop = [] }: Partial<Usage>, { strange, isElsewhere }: Globals): Partial<Usage> {
  const asks = clause`${`git ${strange?.source ?? ""}`} is not recognised as read-only`;
  return isElsewhere && reads.length > 0 ? { ...anyRepository({ reads, fromTop }), asks } : { asks, reads, fromTop };
}

/** The row's reading of a call of git. */
function gitUsage({ words }: ProgramCall): Partial<Usage> {
  const globals = globalsOf(words);
  const [name, ...rest] = words.slice(globals.at);
  const named = `git ${name?.source ?? ""} `.replace("  ", " ").slice(0, -1);
  const known = subcommandUsage(name, rest) ?? {
    ...asking(clause`${named} is not recognised as read-only`),
    ...(mayPrintContents(name, rest) && reading([wholeRepository])),
  };
  const usage = globals.strange ? afterStrange(known, globals) : known;
  return globals.folder ? inFolder(usage, globals.folder, words) : usage;
}

/** With `-C` all paths count from that folder; an empty one is none. */
function inFolder(usage: Partial<Usage>, folder: Word, words: readonly Word[]): Partial<Usage> {
  // A pattern is expanded where the shell is.
  const isClear = words.every((word) => !word.glob) && folder.value !== undefined && folder.value !== "";
  return {
    ...usage,
    runsIn: folder,
    ...(!isClear && asking(clause`it is unclear which folder its paths are relative to`)),
  };
}

/** See {@link KnownProgram}. */
export const gitPrograms: readonly KnownProgram[] = [
  {
    names: ["git"],
    noOptions: true,
    operands: gitUsage,
    readOnly: [
      "git status",
      "git status --short --branch",
      "git --no-pager log --oneline -5",
      "git log --grep='rm -rf'",
      "git diff --stat HEAD~1 -- src",
      "git show HEAD:src/a.ts",
      "git branch -a",
      "git branch --show-current",
      "git remote -v",
      "git rev-parse --show-toplevel",
      "git ls-files",
      "git ls-files --with-tree=HEAD -- src",
      "git check-attr -z -a -- src/a.ts",
      "git blame -L 1,5 src/a.ts",
      "git grep -n todo",
      "git stash list",
      "git stash show -p stash@{0}",
      "git show HEAD:./src/a.ts",
      "git diff HEAD -- ':(top)src'",
      "git submodule status --recursive",
      "git reflog",
      "git reflog show -5 HEAD",
      "git notes show HEAD",
      "git symbolic-ref --short HEAD",
      "git worktree list",
      "git diff --no-index file.txt src/a.ts",
      "git config user.name",
      "git config --get user.name",
      "git -C src status",
      "git --no-pager -C src --no-pager log -3",
      "git --version",
    ],
    asks: [
      "git",
      "git logout",
      "git commit -m x",
      "git push",
      "git branch new",
      "git branch -D old",
      "git -c core.fsmonitor='touch P' status",
      "git -C",
      "git -C src",
      "git -C src push",
      "git -C '' status",
      "git -C src -C sub status",
      "git -C sr* status",
      "git -C src diff *.ts",
      'git -C "$folder" status',
      "git -C src -c core.fsmonitor=x status",
      "git -Csrc status",
      "git --git-dir=x log",
      "git --config-env=core.sshCommand=X fetch",
      "git --exec-path=x status",
      "git -p log",
      "git diff --output=F",
      "git diff --ext-diff",
      "git log --textconv",
      "git diff --outpu=F",
      "git grep --open-files-in-pager='touch P' hi",
      "git grep -O'touch P' hi",
      "git log --format=%G?",
      "git log --format=%+G?",
      "git ls-remote --upload-pa=x .",
      "git ls-files --with-tree",
      "git ls-files --with-trees=HEAD",
      "git stash",
      "git stash -m list",
      "git stash drop",
      "git notes add",
      "git reflog -n 1 expire",
      "git symbolic-ref HEAD refs/heads/x",
      "git worktree add list",
      "git submodule update --init",
      "git submodule --quiet update",
      "git fetch origin",
      "git reflog expire --all",
      "git config user.name x",
      "git config --list",
      "git config list",
      "git config edit",
      "git config http.extraHeader",
      "git config --get http.extraHeader",
      "git tag v1",
      "git remote add x y",
      'git log "$range"',
      "git show-branch --format='%(signature)'",
    ],
  },
];
