import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Worktree } from "../../../src/features/worktrees/worktrees";
import { git, never, repositoryWith, worktreesIn } from "../../support/repository";
import { snapshot } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

describe("an agent's commands in its worktree, in the sandbox (AG-2, D-15)", function () {
  this.timeout(30_000);
  let world: World;
  let made: Worktree;
  let inTree: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World();
    repositoryWith({ "a.txt": "a\n", "sub/b.txt": "b\n" }, world.root);
    const trees = worktreesIn(world.path("trees")).worktrees;
    made = await trees.create({ root: world.root, description: "work", agent: "a" }, never);
    inTree = new World();
    Object.assign(inTree, { root: made.folder });
  });
  after(() => {
    world?.remove();
    inTree?.remove();
  });
  const run = (command: string) => inTree.run(command, { isolated: true });

  it("git can say what is there, and what was done", async () => {
    const { stdout, stderr, exitCode } = await run(
      "echo x >> a.txt; echo n > new.txt; git status --short && git diff --stat && git log --format=%s && git show HEAD:a.txt && git blame -s sub/b.txt | cut -c10- && git stash list; rm new.txt; git diff | patch -R -p1 >/dev/null",
    );
    assert.deepEqual(
      [exitCode, stderr, stdout],
      [0, "", " M a.txt\n?? new.txt\n a.txt | 1 +\n 1 file changed, 1 insertion(+)\nfirst\na\n1) b\n"],
    );
  });

  it("the working folder is the worktree's", async () => {
    assert.equal((await run("pwd; git rev-parse --show-toplevel")).stdout, `${made.folder}\n${made.folder}\n`);
  });

  const attempts = [
    "git add -A",
    "git commit --allow-empty -m x",
    "git branch evil",
    "git update-ref refs/heads/main HEAD",
    "git config core.hooksPath /tmp",
    "git worktree prune",
    "git gc",
    'g=$(git rev-parse --git-common-dir); echo x > "$g/hooks/post-checkout"',
    'g=$(git rev-parse --git-common-dir); rm -rf "$g/objects"',
    'g=$(git rev-parse --git-dir); echo /tmp > "$g/commondir"; rm -f "$g/index"',
    "echo gitdir: /tmp > .git",
    "rm -f .git; mv .git away",
    'r=$(git rev-parse --git-common-dir)/..; echo x > "$r/a.txt"; rm "$r/a.txt"; touch "$r/new"; ln -s / "$r/l"',
    'ln -s "$(git rev-parse --git-common-dir)/.." out; echo x > out/a.txt; rm out',
    'GIT_DIR=$(git rev-parse --git-common-dir) git --work-tree="$(git rev-parse --git-common-dir)/.." checkout -f HEAD~0',
  ];
  for (const command of attempts)
    it(`the repository and the person's folder stay as they are: ${command}`, async () => {
      const before = snapshot(world.root);
      const link = readFileSync(join(made.folder, ".git"), "utf8");
      await run(`export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a; ${command}`);
      assert.deepEqual(snapshot(world.root), before);
      assert.equal(readFileSync(join(made.folder, ".git"), "utf8"), link);
    });

  it("what it leaves is committed afterwards, from outside", async () => {
    const trees = worktreesIn(world.path("trees")).worktrees;
    await run("echo done > done.txt; mkdir -p nested && git init -q nested; echo gitdir: /x > sub/.git");
    const { files, commit = "" } = await trees.finish(made, "work");
    assert.deepEqual(
      files.map(({ path }) => path),
      ["done.txt"],
    );
    assert.equal(git(world.root, "show", `${commit}:done.txt`), "done");
  });
});
