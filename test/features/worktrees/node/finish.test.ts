import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Worktree, Worktrees } from "../../../../src/features/worktrees/worktrees";
import { git, never, repositoryWith, worktreesIn } from "../../../support/repository";
import { plant, snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

describe("committing what an agent left (AG-2)", function () {
  this.timeout(30_000);
  let repository: string;
  let worktrees: Worktrees;
  let made: Worktree;
  let commits: string[];
  beforeEach(async () => {
    repository = repositoryWith({
      "a.txt": "1\n2\n3\n",
      "gone.txt": "x\ny\n",
      "dir/inner.txt": "i\n",
      ".gitignore": "ignored/\n",
    });
    ({ worktrees } = worktreesIn());
    made = await worktrees.create({ root: repository, description: "work", agent: "chat/agent_1" }, never);
    commits = [];
  });
  const finish = async () => {
    const finished = await worktrees.finish(made, "What was asked\n\nand more");
    if (finished.commit !== undefined) commits.push(finished.commit);
    return finished;
  };
  const paths = async () => (await finish()).files.map(({ path }) => path);

  it("takes changed, new, deleted, binary and executable files, and not ignored ones", async () => {
    plant(made.folder, {
      "a.txt": "1\ntwo\n3\n4\n",
      "ignored/x": "x",
      "new dir/ünï\tcode\n.txt": "n",
      "b.bin": Buffer.from([0, 1, 2]),
      "run.sh": "#!/bin/sh\n",
    });
    chmodSync(join(made.folder, "run.sh"), 0o755);
    rmSync(join(made.folder, "gone.txt"));
    const { commit = "", files, notes, ...rest } = await finish();
    assert.deepEqual(
      [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: "a.txt", added: 2, removed: 1 },
        { path: "b.bin", added: 0, removed: 0, binary: true },
        { path: "gone.txt", added: 0, removed: 2 },
        { path: "new dir/ünï\tcode\n.txt", added: 1, removed: 0 },
        { path: "run.sh", added: 1, removed: 0 },
      ],
    );
    assert.deepEqual(notes, []);
    assert.deepEqual(rest, { branch: made.branch, folder: made.folder, repository, base: made.base });
    assert.equal(git(repository, "rev-parse", made.branch, `${made.branch}^`), `${commit}\n${made.base}`);
    assert.equal(git(repository, "log", "-1", "--format=%B", made.branch), "What was asked\n\nand more");
    assert.match(git(repository, "ls-tree", commit, "run.sh"), /^100755 /);
    assert.equal(git(made.folder, "status", "--porcelain"), "");
    assert.equal(git(repository, "status", "--porcelain"), "");
  });

  it("has no commit for no change, and a second for what came later", async () => {
    const first = await finish();
    assert.deepEqual([first.commit, first.files], [undefined, []]);
    plant(made.folder, { "a.txt": "1\n" });
    const second = await finish();
    assert.equal((await finish()).commit, second.commit);
    plant(made.folder, { "b.txt": "b\n" });
    assert.deepEqual(
      (await finish()).files.map(({ path }) => path),
      ["a.txt", "b.txt"],
    );
    assert.equal(git(repository, "rev-list", "--count", `${made.base}..${made.branch}`), "2");
  });

  it("is shown as it is, whatever replaces its objects", async () => {
    plant(made.folder, { "a.txt": "evil\n" });
    await finish();
    const evil = git(made.folder, "rev-parse", "HEAD:a.txt");
    plant(repository, { "good.txt": "good\n" });
    git(repository, "replace", evil, git(repository, "hash-object", "-w", "good.txt"));
    assert.equal(git(repository, "show", evil), "good");
    const after = (await worktrees.changes(made)).find(({ path }) => path === "a.txt")?.after;
    assert.ok(after);
    assert.equal(Buffer.from(await worktrees.read(made, "a.txt", after)).toString(), "evil\n");
  });

  it("is by the person, or by Toolcrib where git knows no name", async () => {
    const home = tempFolder();
    const { HOME, XDG_CONFIG_HOME } = process.env;
    Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: home });
    try {
      plant(made.folder, { "b.txt": "b" });
      await finish();
      assert.equal(git(repository, "log", "-1", "--format=%an <%ae>", made.branch), "Toolcrib <toolcrib@localhost>");
      git(repository, "config", "user.name", "Ada");
      git(repository, "config", "user.email", "ada@example.org");
      plant(made.folder, { "c.txt": "c" });
      await finish();
      assert.equal(git(repository, "log", "-1", "--format=%an <%ae> %cn", made.branch), "Ada <ada@example.org> Ada");
    } finally {
      process.env.HOME = HOME;
      if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
      else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
    }
  });

  it("keeps the agent's own commits, on whatever branch its folder stands", async () => {
    plant(made.folder, { "own.txt": "o\n" });
    git(made.folder, "add", "own.txt");
    git(made.folder, "commit", "-q", "-m", "own");
    git(made.folder, "checkout", "-q", "--detach");
    plant(made.folder, { "late.txt": "l\n" });
    assert.deepEqual(await paths(), ["late.txt", "own.txt"]);
    assert.equal(git(repository, "log", "--format=%s", `${made.base}..${made.branch}`), "What was asked\nown");
  });

  it("runs no hook and signs nothing", async () => {
    for (const name of ["pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change"]) {
      writeFileSync(join(repository, ".git/hooks", name), `#!/bin/sh\ntouch ${join(repository, "hooked")}\n`);
      chmodSync(join(repository, ".git/hooks", name), 0o755);
    }
    git(repository, "config", "commit.gpgSign", "true");
    git(repository, "config", "gpg.program", "false");
    git(repository, "config", "core.fsmonitor", `touch ${join(repository, "hooked")}`);
    plant(made.folder, { "b.txt": "b" });
    assert.deepEqual(await paths(), ["b.txt"]);
    assert.equal(existsSync(join(repository, "hooked")), false);
  });

  it("stores a link as a link, and looks behind none", async () => {
    const outside = tempFolder({ "secret.txt": "secret" });
    rmSync(join(made.folder, "dir"), { recursive: true });
    symlinkSync(outside, join(made.folder, "dir"));
    symlinkSync("/etc/passwd", join(made.folder, "passwd"));
    const { commit = "", files } = await finish();
    assert.deepEqual(
      files.map(({ path }) => path),
      ["dir", "dir/inner.txt", "passwd"],
    );
    assert.equal(git(repository, "cat-file", "blob", `${commit}:passwd`), "/etc/passwd");
    assert.match(git(repository, "ls-tree", commit, "dir"), /^120000 /);
  });

  it("leaves a repository of its own out and says so", async () => {
    repositoryWith({ "x.txt": "x" }, join(made.folder, "nested"));
    repositoryWith({ "y.txt": "y" }, join(made.folder, "deep/er"));
    plant(made.folder, { "deep/z.txt": "z" });
    const { files, notes, commit = "" } = await finish();
    assert.deepEqual(
      files.map(({ path }) => path),
      ["deep/z.txt"],
    );
    assert.deepEqual([...notes].sort(), [
      "deep/er/ is a repository of its own, so it was not committed.",
      "nested/ is a repository of its own, so it was not committed.",
    ]);
    assert.equal(git(repository, "ls-tree", "-r", commit).includes("160000"), false);
    assert.deepEqual((await worktrees.report(made)).notes, notes);
  });

  it("does not take a file's place for a repository's", async () => {
    rmSync(join(made.folder, "a.txt"));
    repositoryWith({ "x.txt": "x" }, join(made.folder, "a.txt"));
    const { files, notes } = await finish();
    assert.deepEqual(files, []);
    assert.deepEqual(notes, ["a.txt/ is a repository of its own, so it was not committed."]);
  });

  it("leaves large files out and says so, and passes over pipes and sockets", async () => {
    writeFileSync(join(made.folder, "big.bin"), "");
    truncateSync(join(made.folder, "big.bin"), 101 * 1024 * 1024);
    execFileSync("mkfifo", [join(made.folder, "pipe")]);
    plant(made.folder, { "[a]*.txt": "odd\n" });
    const { files, notes } = await finish();
    assert.deepEqual(
      files.map(({ path }) => path),
      ["[a]*.txt"],
    );
    assert.deepEqual(notes, ["big.bin is 101 MiB; the limit for a commit is 100 MiB, so it was left out."]);
  });

  it("does not mind the lock of a process that was killed while it committed", async () => {
    const gitFolder = git(made.folder, "rev-parse", "--absolute-git-dir");
    writeFileSync(join(gitFolder, "index.lock"), "");
    plant(made.folder, { "b.txt": "b" });
    assert.deepEqual(await paths(), ["b.txt"]);
    assert.equal(existsSync(join(gitFolder, "index.lock")), false);
  });

  it("does not mind mixed line endings where the person wants to be warned of them", async () => {
    git(repository, "config", "core.autocrlf", "true");
    git(repository, "config", "core.safecrlf", "true");
    plant(made.folder, { "mixed.txt": "a\r\nb\n" });
    assert.deepEqual(await paths(), ["mixed.txt"]);
  });

  const redirections: readonly (readonly [what: string, act: (folder: string) => void])[] = [
    ["a .git file that points elsewhere", (folder) => writeFileSync(join(folder, ".git"), "gitdir: /tmp\n")],
    [
      "one of which git itself says that it is elsewhere",
      (folder) => writeFileSync(join(git(folder, "rev-parse", "--absolute-git-dir"), "gitdir"), "/tmp/.git\n"),
    ],
    ["no .git file", (folder) => rmSync(join(folder, ".git"))],
    [
      "a repository in its place",
      (folder) => {
        rmSync(join(folder, ".git"));
        git(folder, "init", "-q");
      },
    ],
    [
      "a link in its place",
      (folder) => {
        renameSync(join(folder, ".git"), join(folder, "moved"));
        symlinkSync("moved", join(folder, ".git"));
      },
    ],
    [
      "a link in the place of the folder",
      (folder) => {
        renameSync(folder, `${folder}-moved`);
        symlinkSync(`${folder}-moved`, folder);
      },
    ],
    ["no folder", (folder) => rmSync(folder, { recursive: true })],
  ];
  for (const [what, act] of redirections)
    it(`refuses ${what} and commits nothing`, async () => {
      plant(made.folder, { "b.txt": "b" });
      act(made.folder);
      const before = snapshot(repository);
      await failsWith(
        finish,
        "stale",
        `The worktree ${made.folder} is no longer the worktree that was created, so nothing was committed: check its files, then discard it.`,
      );
      assert.deepEqual(snapshot(repository), before);
    });

  it("takes no notice of a core.worktree, nor of what the environment says of git", async () => {
    const elsewhere = tempFolder({ "stray.txt": "s" });
    git(repository, "config", "extensions.worktreeConfig", "true");
    git(made.folder, "config", "--worktree", "core.worktree", elsewhere);
    plant(made.folder, { "b.txt": "b" });
    const given = { GIT_DIR: elsewhere, GIT_INDEX_FILE: join(elsewhere, "index"), GIT_AUTHOR_NAME: "Mallory" };
    Object.assign(process.env, given);
    try {
      assert.deepEqual(await paths(), ["b.txt"]);
    } finally {
      for (const name of Object.keys(given)) delete process.env[name];
    }
    assert.deepEqual(snapshot(elsewhere), { "stray.txt": "s" });
    assert.notEqual(git(repository, "log", "-1", "--format=%an", made.branch), "Mallory");
  });

  it("takes no notice of configuration that an agent plants", async () => {
    mkdirSync(join(made.folder, "evil"));
    plant(made.folder, {
      ".gitattributes": "* filter=evil diff=evil\n",
      ".gitconfig": `[filter "evil"]\n\tclean = touch ${join(repository, "ran")}\n`,
    });
    git(repository, "config", "filter.evil.clean", "./evil.sh");
    git(repository, "config", "diff.evil.command", `touch ${join(repository, "ran")}; true`);
    git(repository, "config", "diff.evil.textconv", `touch ${join(repository, "ran")}; cat`);
    writeFileSync(join(made.folder, "evil.sh"), `#!/bin/sh\ntouch ${join(repository, "ran")}\ncat\n`);
    chmodSync(join(made.folder, "evil.sh"), 0o755);
    assert.deepEqual(await paths(), [".gitattributes", ".gitconfig", "evil.sh"]);
    assert.equal(existsSync(join(repository, "ran")), false);
  });

  it("starts no git in a submodule, whose configuration an agent may have written", async () => {
    const inner = repositoryWith({ ".gitattributes": "* filter=evil\n", "x.txt": "x\n" });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
    git(repository, "commit", "-q", "-m", "with a module");
    made = await worktrees.create({ root: repository, description: "work", agent: "chat/agent_1" }, never);
    git(made.folder, "clone", "-q", inner, "module");
    git(join(made.folder, "module"), "config", "filter.evil.clean", `touch ${join(repository, "ran")}; cat`);
    plant(made.folder, { "module/x.txt": "y\n", "b.txt": "b\n" });
    const { files, notes } = await finish();
    assert.equal(existsSync(join(repository, "ran")), false);
    assert.deepEqual(
      files.map(({ path }) => path),
      ["b.txt"],
    );
    assert.deepEqual(notes, ["module/ is a repository of its own, so it was not committed."]);
  });

  it("says nothing of a submodule in which nothing was left", async () => {
    const inner = repositoryWith({ "x.txt": "x\n" });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
    git(repository, "commit", "-q", "-m", "with a module");
    made = await worktrees.create({ root: repository, description: "work", agent: "chat/agent_1" }, never);
    const { commit, notes } = await finish();
    assert.deepEqual([commit, notes], [undefined, []]);
  });

  it("says of a worktree that it does not know that it is none", async () => {
    await worktrees.remove(made, { branch: "delete" });
    await failsWith(finish, "not_found", `${made.folder} is not the worktree of an agent, or was removed already.`);
  });

  it("commits exactly what is in the folder, whatever was done in it", async () => {
    const name = fc.constantFrom("a.txt", "gone.txt", "dir", "dir/inner.txt", "new", "new/x", "-n", "é", "sp ace", "*");
    const act = fc.record({ path: name, content: fc.option(fc.string({ maxLength: 20 }), { nil: undefined }) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        for (const { path, content } of acts) {
          const full = join(made.folder, path);
          try {
            rmSync(full, { recursive: true, force: true });
            if (content !== undefined) plant(made.folder, { [path]: content });
          } catch {
            // A file stands where the folder would have to be.
          }
        }
        const { commit = made.base, files } = await finish();
        const expected = Object.entries(snapshot(made.folder)).filter(([p]) => p !== ".git" && !p.endsWith("/"));
        const out = tempFolder();
        execFileSync("sh", ["-c", `git -C "$1" archive "$2" | tar -x -C "$3"`, "sh", repository, commit, out]);
        const stored = Object.entries(snapshot(out)).filter(([p]) => !p.endsWith("/"));
        assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(expected));
        const numstat = git(repository, "diff", "--numstat", "--no-renames", "-z", made.base, commit);
        const shown = files.map(({ path, added, removed, binary }) =>
          [binary ? "-" : added, binary ? "-" : removed, path].join("\t"),
        );
        assert.deepEqual(shown, numstat.split("\0").slice(0, -1));
      }),
      { numRuns: 25 },
    );
  });
});
