/** Prefixes of programs that keep versions, and of those that talk to the places where they are kept. */
import type { PrefixRow } from "./prefixRow";

/** See {@link PrefixRow}. */
export const versionControlPrefixes: readonly PrefixRow[] = [
  {
    names: ["git"],
    verbs:
      "add am apply archive blame branch cat-file checkout cherry-pick clean clone commit describe diff fetch grep init log " +
      "ls-files ls-remote merge mv pull push range-diff reset restore rev-list rev-parse revert rm shortlog show status switch tag",
    groups: {
      bundle: "list-heads verify",
      lfs: "fetch ls-files pull push status",
      reflog: "show",
      remote: "get-url prune show",
      stash: "apply drop list pop push show",
      submodule: "status",
      worktree: "add list lock move prune remove repair unlock",
    },
    further: { credential: "approve fill reject", remote: "add rename set-url update" },
    offers: {
      "git push origin main": "git push",
      "git commit -m x": "git commit",
      "git stash pop": "git stash pop",
      "git worktree add ../x": "git worktree add",
    },
    refuses: [
      "git config x",
      "git stash",
      "git stash -u",
      "git remote -v",
      "git remote set-url origin x",
      "git credential fill",
      "git credential",
      "git submodule foreach id",
      "git rebase main",
      "git bisect run x",
      "git -C x status",
    ],
  },
  {
    names: ["hg"],
    verbs: "add branches commit diff heads identify log pull push status update",
    offers: { "hg update -r 1": "hg update" },
    refuses: ["hg", "hg debugshell", "hg extdiff -p x"],
  },
  {
    names: ["svn"],
    verbs: "add checkout commit diff info log status update",
    offers: { "svn update x": "svn update" },
    refuses: ["svn", "svn propset svn:externals x"],
  },
  {
    names: ["gh"],
    groups: {
      gist: "list view",
      issue: "close comment create edit list reopen status view",
      label: "list",
      pr: "checkout checks close comment create diff edit list merge ready reopen review status view",
      release: "download list view",
      repo: "list view",
      run: "cancel download list rerun view watch",
      search: "code commits issues prs repos",
      workflow: "list view",
    },
    further: { auth: "token setup-git", gist: "create edit", repo: "clone fork" },
    offers: { "gh pr view 1": "gh pr view", "gh run list -L 5": "gh run list" },
    refuses: [
      "gh pr",
      "gh api user",
      "gh alias set x y",
      "gh codespace ssh",
      "gh extension install x",
      "gh auth token",
    ],
  },
];
