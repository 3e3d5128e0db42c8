/** git: its subcommands that are known to only look run unasked; everything else, and every `-c key=value`, asks (D-13). */

import { asking, type KnownProgram, type ProgramCall, type Usage } from "../program";
import { subcommandUsage } from "./gitSubcommands";

const globalOptions = new Set([
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  "--no-replace-objects",
  "--no-advice",
]);

/** The row's reading of a call of git. */
function gitUsage({ words }: ProgramCall): Partial<Usage> {
  let at = 0;
  while (globalOptions.has(words[at]?.value ?? "")) at++;
  const usage = subcommandUsage(words[at]?.value ?? "", words.slice(at + 1));
  return usage ?? asking(`git ${words[at]?.source ?? ""} is not recognised as read-only`.replace("  ", " "));
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
      "git blame -L 1,5 src/a.ts",
      "git grep -n todo",
      "git stash list",
      "git stash show -p stash@{0}",
      "git reflog",
      "git reflog show -5 HEAD",
      "git notes show HEAD",
      "git symbolic-ref --short HEAD",
      "git worktree list",
      "git diff --no-index file.txt src/a.ts",
      "git config user.name",
      "git config --get user.name",
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
      "git -C /elsewhere status",
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
      "git stash",
      "git stash -m list",
      "git stash drop",
      "git notes add",
      "git reflog -n 1 expire",
      "git symbolic-ref HEAD refs/heads/x",
      "git worktree add list",
      "git submodule status",
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
