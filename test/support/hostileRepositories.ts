/** Git repositories that try to have programs started, or files elsewhere read, by git commands that only look. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { git, repositoryWith } from "./repository";
import { plant, sharedFolder, tempFolder } from "./tempFolder";

/** What is made on the disk for one of them. */
export interface HostileWorld {
  /** The workspace folder, which holds the repository. */
  readonly root: string;
  /** Beside it: holds the repository `private`, in which is {@link secret}. */
  readonly outside: string;
  /** What the repository wants to be run; it leaves {@link mark} beside itself or in TMPDIR, and prints what it is given. */
  readonly program: string;
}

/** One way of being hostile. */
export interface Family {
  readonly name: string;
  /** Makes the repository in `root` hostile. */
  plant(world: HostileWorld): void;
  /** Where git is run, below the root. */
  readonly folder?: string;
  /**
   * A command that, run by a person with all of git's configuration in force, starts the program or shows the secret; none
   * where this git has a defence of its own.
   */
  readonly provokedBy?: string;
  /** Commands that have to be asked about. */
  readonly asked?: readonly string[];
}

/** Name of the file that a program leaves. */
export const mark = "left-by-a-program";
/** What is in a file outside and its name, and is not to be seen. */
export const secret = "held-back-outside";

const config = (folder: string, ...settings: (readonly [key: string, value: string])[]) => {
  for (const [key, value] of settings) git(folder, "config", "--add", key, value);
};

const partial = (repository: string, program: string, url = repository) =>
  config(
    repository,
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", url],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", `${program} </dev/null; false`],
  );

const withoutObject = (repository: string, revision: string) => {
  const name = git(repository, "rev-parse", revision);
  rmSync(join(repository, ".git/objects", name.slice(0, 2), name.slice(2)), { force: true });
};

/** A commit with a signature that only a program could judge. */
const signed = (repository: string, kind: "PGP SIGNATURE" | "SSH SIGNATURE" | "SIGNED MESSAGE") => {
  const commit = git(repository, "cat-file", "commit", "HEAD");
  const signature = `gpgsig -----BEGIN ${kind}-----\n AAAA\n -----END ${kind}-----\n`;
  const text = `${commit.replace("\n\n", `\n${signature}\n`)}\n`;
  const options = { cwd: repository, input: text, encoding: "utf8" } as const;
  const name = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], options).trim();
  git(repository, "update-ref", "HEAD", name);
};

/** A repository within the root that its index names, with a changed file. */
function withSubmodule({ root }: HostileWorld, name = "sub"): string {
  const folder = repositoryWith({ "s.txt": "one\n", ".gitattributes": "* diff=x filter=x\n" }, join(root, name));
  git(root, "add", name);
  git(root, "commit", "-qm", name);
  writeFileSync(join(folder, "s.txt"), "two\n");
  return folder;
}

/** The settings of the drivers of which {@link asked} tells. */
const external = (program: string) => ["diff.external", program] as const;
const clean = (program: string) => ["filter.x.clean", program] as const;

const plainly = (name: string, settings: (program: string) => readonly (readonly [string, string])[]) => ({
  name,
  plant: ({ root, program }: HostileWorld) => config(root, ...settings(program)),
});

const elsewhere = ["git status", "git log --oneline", "git show HEAD", "git ls-files -o", "git config --get user.name"];

/** All that are known. */
export const families: readonly Family[] = [
  {
    ...plainly("diff.external", (program) => [external(program)]),
    provokedBy: "git diff",
    asked: ["git diff", "git diff HEAD~1 HEAD", "git diff --no-index a.txt b.txt"],
  },
  {
    ...plainly("diff.X.command", (program) => [["diff.x.command", program]]),
    provokedBy: "git diff",
    asked: ["git diff", "git diff --cached"],
  },
  {
    ...plainly("diff.X.textconv", (program) => [["diff.x.textconv", program]]),
    provokedBy: "git log -p",
    asked: [
      "git diff",
      "git log -p",
      "git log -S main",
      "git show",
      "git blame a.txt",
      "git stash list -p",
      "git status -v",
    ],
  },
  {
    ...plainly("filter.X.clean", (program) => [clean(program)]),
    provokedBy: "git status",
    asked: ["git status", "git diff --stat", "git ls-files -m", "git describe --always --dirty", "git blame a.txt"],
  },
  {
    ...plainly("filter.X.smudge", (program) => [["filter.x.smudge", program]]),
    provokedBy: "git checkout HEAD -- a.txt",
  },
  {
    ...plainly("filter.X.process", (program) => [["filter.x.process", program]]),
    provokedBy: "git status",
    asked: ["git status", "git diff-index HEAD", "git diff-files"],
  },
  {
    ...plainly("a filter with the name of Git LFS", (program) => [["filter.lfs.clean", program]]),
    asked: ["git status"],
  },
  {
    ...plainly("an extension of Git LFS", (program) => [["lfs.extension.x.clean", program]]),
    asked: ["git status"],
  },
  {
    ...plainly("merge.X.driver, by showing merges anew", (program) => [
      ["merge.x.driver", program],
      ["log.diffMerges", "remerge"],
    ]),
    provokedBy: "git show -m HEAD",
  },
  {
    name: "a partial clone without a file",
    plant({ root, program }) {
      partial(root, program);
      withoutObject(root, "HEAD:a.txt");
    },
    provokedBy: "git cat-file -p HEAD:a.txt",
  },
  {
    name: "a partial clone without a folder, and a sparse index",
    plant({ root, program }) {
      plant(root, { "deep/c.txt": "c\n", "kept/d.txt": "d\n" });
      git(root, "add", "deep", "kept");
      git(root, "commit", "-qm", "deep");
      git(root, "reset", "-q", "--hard");
      git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "kept");
      partial(root, program);
      withoutObject(root, "HEAD:deep");
    },
    provokedBy: "git show HEAD",
  },
  {
    name: "a partial clone over ssh, git and a helper of its own",
    plant({ root, program }) {
      partial(root, program, "ssh://nowhere.invalid/x");
      config(
        root,
        ["core.sshCommand", `${program} </dev/null`],
        ["core.gitProxy", `${program} </dev/null`],
        ["core.askPass", program],
        ["credential.helper", `!${program}`],
        ["protocol.ext.allow", "always"],
        [`url.ext::${program} %S .insteadOf`, "git://"],
      );
      withoutObject(root, "HEAD:a.txt");
    },
    provokedBy: "git cat-file -p HEAD:a.txt",
  },
  {
    ...plainly("core.fsmonitor", (program) => [["core.fsmonitor", `${program}; false`]]),
    provokedBy: "git status",
  },
  {
    name: "core.hooksPath",
    plant({ root, program }) {
      const hooks = ["post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman"];
      for (const hook of hooks) {
        mkdirSync(join(root, "hooks"), { recursive: true });
        writeFileSync(join(root, "hooks", hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
      }
      config(root, ["core.hooksPath", join(root, "hooks")]);
    },
    provokedBy: "git add a.txt",
  },
  plainly("hooks of the configuration", (program) => [
    ["hook.x.command", program],
    ["hook.x.event", "post-index-change"],
  ]),
  plainly("pagers and editors", (program) => [
    ...["core.pager", "core.editor", "sequence.editor", "web.browser", "interactive.diffFilter"].map(
      (key) => [key, program] as const,
    ),
    ...["status", "diff", "log", "show", "branch", "blame", "grep"].map((name) => [`pager.${name}`, program] as const),
    ["column.ui", "always"],
  ]),
  {
    ...plainly("aliases", (program) => [
      ...["status", "diff", "whatchanged", "annotate", "evil"].map((name) => [`alias.${name}`, `!${program}`] as const),
      ["help.autocorrect", "immediate"],
    ]),
    provokedBy: "git evil",
  },
  ...(["gpg", "gpg.ssh", "gpg.x509"] as const).map(
    (section, at): Family => ({
      name: `${section}.program`,
      plant({ root, program }) {
        signed(root, (["PGP SIGNATURE", "SSH SIGNATURE", "SIGNED MESSAGE"] as const)[at] ?? "PGP SIGNATURE");
        writeFileSync(join(root, "mark.exe"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
        config(
          root,
          [`${section}.program`, join(root, "mark.exe")],
          ["gpg.ssh.allowedSignersFile", join(root, "a.txt")],
          ["log.showSignature", "true"],
          ["format.pretty", "%H %G?"],
        );
      },
      provokedBy: "git log",
    }),
  ),
  plainly("trailers", (program) => [
    ["trailer.x.command", program],
    ["trailer.x.cmd", program],
    ["format.pretty", "%(trailers)"],
  ]),
  {
    name: "core.alternateRefsCommand",
    plant({ root, outside, program }) {
      writeFileSync(join(root, ".git/objects/info/alternates"), `${join(outside, "private/.git/objects")}\n`);
      config(root, ["core.alternateRefsCommand", program]);
    },
  },
  ...(["core.worktree", "extensions.worktreeConfig"] as const).map(
    (name): Family => ({
      name: `a work tree outside by ${name}`,
      plant({ root, outside }) {
        if (name === "extensions.worktreeConfig") config(root, ["extensions.worktreeConfig", "true"]);
        const args = name === "core.worktree" ? [] : ["--worktree"];
        git(root, "config", ...args, "core.worktree", join("..", relative(root, outside)));
      },
      provokedBy: "git ls-files -o",
      asked: elsewhere,
    }),
  ),
  {
    name: "a .git file that leads outside",
    plant({ root, outside }) {
      rmSync(join(root, ".git"), { recursive: true });
      writeFileSync(join(root, ".git"), `gitdir: ${join(outside, "private/.git")}\n`);
    },
    provokedBy: "git show HEAD",
    asked: elsewhere,
  },
  {
    name: "a link to a .git outside",
    plant({ root, outside }) {
      rmSync(join(root, ".git"), { recursive: true });
      symlinkSync(join(outside, "private/.git"), join(root, ".git"));
    },
    provokedBy: "git show HEAD",
    asked: elsewhere,
  },
  {
    name: "a commondir outside",
    plant({ root, outside }) {
      rmSync(join(root, ".git/refs"), { recursive: true });
      writeFileSync(join(root, ".git/commondir"), join(outside, "private/.git"));
    },
    provokedBy: "git show HEAD",
    asked: elsewhere,
  },
  {
    name: "a worktree's folder inside that shares one outside",
    plant({ root, outside }) {
      rmSync(join(root, ".git"), { recursive: true });
      plant(root, {
        ".git": "gitdir: own/worktrees/x\n",
        "own/worktrees/x/HEAD": "ref: refs/heads/main\n",
        "own/worktrees/x/gitdir": join(root, ".git\n"),
        "own/worktrees/x/commondir": `${join(outside, "private/.git")}\n`,
      });
    },
    provokedBy: "git show HEAD",
    asked: elsewhere,
  },
  {
    name: "a .git file that leads to a hostile folder inside",
    plant({ root, program }) {
      config(root, external(program));
      renameSync(join(root, ".git"), join(root, "plain"));
      writeFileSync(join(root, ".git"), "gitdir: plain\n");
    },
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "include.path",
    plant({ root, program }) {
      plant(root, { "one.inc": "[include]\n\tpath = deep/two.inc\n" });
      plant(root, { "deep/two.inc": `[diff]external="${program}"` });
      config(root, ["include.path", "../one.inc"]);
    },
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "includeIf",
    plant({ root, program }) {
      plant(root, { "one.inc": `[filter "x"] clean = ${program}\n` });
      config(root, ["includeIf.onbranch:main.path", "../one.inc"]);
    },
    provokedBy: "git status",
    asked: ["git status"],
  },
  {
    name: "the configuration of a worktree",
    plant({ root, program }) {
      config(root, ["extensions.worktreeConfig", "true"]);
      git(root, "config", "--worktree", ...external(program));
    },
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "a worktree of the repository",
    plant({ root, program }) {
      git(root, "worktree", "add", "-q", "--detach", "tree");
      appendFileSync(join(root, "tree/a.txt"), "changed\n");
      config(root, external(program));
    },
    folder: "tree",
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "a repository within the workspace",
    plant({ root, program }) {
      const nested = repositoryWith({ "a.txt": "one\n" }, join(root, "nested"));
      writeFileSync(join(nested, "a.txt"), "two\n");
      config(nested, external(program));
    },
    folder: "nested",
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "a folder of plain files that is a repository",
    plant({ root, program }) {
      const planted = join(root, "planted");
      git(root, "init", "-q", "--bare", planted);
      for (const [key, value] of [["core.bare", "false"], ["core.worktree", planted], external(program)] as const)
        git(root, "config", "--file", join(planted, "config"), key, value);
      git(planted, "--git-dir", planted, "add", "description");
      writeFileSync(join(planted, "description"), "changed\n");
    },
    folder: "planted",
    provokedBy: "git diff",
    asked: ["git diff"],
  },
  {
    name: "a submodule's filter",
    plant: (world) => config(withSubmodule(world), clean(world.program)),
    provokedBy: "git status",
    asked: ["git status", "git diff --stat", "git describe --always --dirty"],
  },
  ...(["4", "split"] as const).map(
    (kind): Family => ({
      name: `a submodule's filter, named by an index of the kind ${kind}`,
      plant(world) {
        config(withSubmodule(world, "some-longer-name"), clean(world.program));
        git(world.root, "update-index", ...(kind === "4" ? ["--index-version", "4"] : ["--split-index"]));
      },
      provokedBy: "git status",
      asked: ["git status"],
    }),
  ),
  {
    name: "the filter of a submodule's submodule",
    plant(world) {
      const sub = withSubmodule(world);
      config(withSubmodule({ ...world, root: sub }, "below"), clean(world.program));
    },
    provokedBy: "git status",
    asked: ["git status"],
  },
  {
    name: "a submodule's programs for differences",
    plant(world) {
      config(withSubmodule(world), external(world.program), ["diff.x.textconv", world.program]);
      config(world.root, ["diff.submodule", "diff"], ["status.submoduleSummary", "true"]);
    },
    provokedBy: "git diff",
    asked: ["git diff --submodule=diff", "git log -p --submodule=diff"],
  },
  {
    name: "a submodule's monitor and hooks",
    plant(world) {
      config(withSubmodule(world), ["core.fsmonitor", `${world.program}; false`], ["core.hooksPath", world.root]);
    },
    provokedBy: "git status",
  },
];

let base: string | undefined;
/** Nobody's business. */
let kept: string | undefined;

/** With a merge, a stash, and changes in the work tree and in the index. */
function baseRepository(): string {
  const tree = {
    ".gitattributes": "* diff=x filter=x merge=x\n",
    "a.txt": "one\ntwo\nthree\nfour\n",
    "b.txt": "b\n",
  };
  const root = repositoryWith(tree, join(sharedFolder(), "repo"));
  config(root, ["user.name", "t"], ["user.email", "t@t"]);
  const change = (branch: string) => {
    git(root, "checkout", "-q", "-B", branch);
    writeFileSync(join(root, "a.txt"), `${branch}\ntwo\nthree\nfour\n`);
    git(root, "commit", "-qam", branch);
  };
  git(root, "branch", "start");
  change("side");
  git(root, "checkout", "-q", "start");
  change("main");
  git(root, "merge", "-q", "-s", "ours", "-m", "merged", "side");
  git(root, "tag", "-am", "v1", "v1");
  appendFileSync(join(root, "a.txt"), "stashed\n");
  git(root, "stash", "-q");
  appendFileSync(join(root, "a.txt"), "changed\n");
  appendFileSync(join(root, "b.txt"), "changed\n");
  git(root, "add", "b.txt");
  return root;
}

/** Makes one of them. @param root the workspace folder, which is empty or not there. */
export function hostileRepository({ plant: make }: Family, root: string, outside: string): HostileWorld {
  base ??= baseRepository();
  mkdirSync(dirname(root), { recursive: true });
  // Copied, so that git takes no file of the index for unchanged before it has looked.
  cpSync(base, root, { recursive: true });
  kept ??= repositoryWith({ [`${secret}.txt`]: `${secret}\n` }, join(sharedFolder(), "repo"));
  cpSync(kept, join(outside, "private"), { recursive: true });
  writeFileSync(join(outside, secret), "");
  const script = join(root, ".git-program");
  writeFileSync(
    script,
    `touch "${join(root, mark)}" 2>/dev/null\ntouch "\${TMPDIR:-/nowhere}/${mark}" 2>/dev/null\ncat "$@" 2>/dev/null\n`,
  );
  const world = { root, outside, program: `sh ${script}` };
  make(world);
  return world;
}

/** Whether a program of the repository ran: it left its mark in one of these folders. */
export const wasRun = (...folders: readonly string[]): boolean =>
  folders.some((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).some(({ name }) => name === mark),
  );

/** Takes away what a program left in the root, or in a folder of the repository. */
export const clearMarks = (folder: string): void => rmSync(join(folder, mark), { force: true });

/** Runs a command with git as a person runs it. @returns what was printed. */
export function runPlainly(family: Family, { root }: HostileWorld, command: string): string {
  const options = { cwd: join(root, family.folder ?? ""), encoding: "utf8", timeout: 10_000 } as const;
  return execFileSync("sh", ["-c", `{ ${command}; } 2>&1 </dev/null || true`], options);
}

/** A folder for one of them. */
export function hostileWorld(family: Family): HostileWorld {
  const top = tempFolder();
  return hostileRepository(family, join(top, "ws"), join(top, "outside"));
}
