import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { snapshot } from "../../support/tempFolder";
import { needsBubblewrap, World } from "./support/world";

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

const repository = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
};

/** Everything that makes git run programs. */
const dangerous = (folder: string) =>
  Object.fromEntries(Object.entries(snapshot(folder)).filter(([path]) => /(?:^|\/)(?:hooks|config)/.test(path)));

describe("git in the sandbox (D-15, D-7)", function () {
  this.timeout(30_000);
  let world: World;
  before(async function () {
    await needsBubblewrap(this);
    world = new World({ "ws/a.txt": "a\n" });
    repository(world.root);
    repository(world.path("ws/nested/inner"));
    git(world.root, "worktree", "add", "-q", world.path("tree"));
  });
  after(() => world?.remove());

  const identity = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a; ";

  it("works: status, add, commit, branch, checkout, stash, log, diff", async () => {
    const { exitCode, stdout, stderr } = await world.run(
      `${identity} git add a.txt && git commit -qm 'a' && git checkout -q -b side && echo b >> a.txt && git stash -q && git stash pop -q && git commit -qam b && git checkout -q main && git merge -q side && git log --format=%s && git status --short && git gc -q`,
    );
    assert.deepEqual([exitCode, stderr, stdout], [0, "", "b\na\nfirst\n?? nested/\n"]);
    assert.equal(git(world.root, "log", "--format=%s"), "b\na\nfirst\n");
    assert.equal((await world.run(`${identity} cd nested/inner && git commit -q --allow-empty -m n`)).exitCode, 0);
  });

  const attempts = [
    "echo 'touch stolen' > .git/hooks/pre-commit",
    "rm -rf .git/hooks && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit",
    "mv .git/hooks .git/away",
    "mv .git away && mkdir -p .git/hooks",
    "git config core.fsmonitor 'touch stolen'",
    "git config core.hooksPath .",
    "cp .git/config /tmp/c; echo '[core]' >> /tmp/c; mv /tmp/c .git/config",
    "echo x >> .git/config",
    "ln -sf /tmp/evil .git/config; ln -sfn /tmp/evil .git/hooks",
    "echo x > nested/inner/.git/hooks/post-checkout; echo x >> nested/inner/.git/config",
    "mv nested/inner/.git nested/inner/away",
  ];
  for (const command of attempts)
    it(`cannot be made to run a program: ${command}`, async () => {
      const places = [world.path("ws/.git"), world.path("ws/nested/inner/.git")];
      const before = places.map(dangerous);
      assert.ok(Object.keys(before[0] ?? {}).length > 2);
      const { exitCode } = await world.run(command);
      assert.notEqual(exitCode, 0);
      assert.deepEqual(places.map(dangerous), before);
    });

  it("what is not pinned can be deleted, as docs/sandbox.md tells, but not what runs programs", async () => {
    const other = new World();
    repository(other.root);
    const before = dangerous(other.path("ws/.git"));
    assert.equal((await other.run("rm -rf .git")).exitCode, 1);
    assert.deepEqual(dangerous(other.path("ws/.git")), before);
    assert.equal(existsSync(other.path("ws/.git/HEAD")), false);
    other.remove();
  });

  it("nor be sent to another configuration; what would send it is taken away", async () => {
    const { notes } = await world.run("mkdir -p evil && cp -r .git/config evil/ && echo ../evil > .git/commondir");
    assert.equal(existsSync(world.path("ws/.git/commondir")), false);
    assert.deepEqual(notes, [
      `[${world.path("ws/.git/commondir")} was removed again: it points git to another configuration.]`,
    ]);
    assert.equal(git(world.root, "rev-parse", "HEAD").length, 41);
  });

  it("a worktree's repository can be committed to, its hooks and configuration not written", async () => {
    const tree = new World();
    const at = world.path("tree");
    Object.assign(tree, { root: at });
    const before = dangerous(world.path("ws/.git"));
    const { exitCode, stderr } = await tree.run(
      `${identity} git commit -q --allow-empty -m from-tree && git log -1 --format=%s`,
    );
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.equal((await tree.run(`echo x > ${world.root}/.git/hooks/x; echo x > ${world.root}/new`)).exitCode, 1);
    assert.equal((await tree.run("echo gitdir: /tmp > .git")).exitCode, 1);
    assert.deepEqual(dangerous(world.path("ws/.git")), before);
    assert.equal(existsSync(world.path("ws/new")), false);
    tree.remove();
  });

  it("a file that merely points at a repository opens nothing", async () => {
    const theirs = new World({
      "outside/.git/HEAD": "ref: x\n",
      "outside/.git/objects/x": "",
      "outside/.git/worktrees/w/gitdir": "/somewhere/else/.git\n",
    });
    for (const place of ["outside/.git", "outside/.git/worktrees/w"]) {
      const pointing = new World({ "ws/.git": `gitdir: ${theirs.path(place)}\n` });
      assert.equal((await pointing.run(`echo x > ${theirs.path("outside/.git/HEAD")}`)).exitCode, 1);
      assert.equal(readFileSync(theirs.path("outside/.git/HEAD"), "utf8"), "ref: x\n");
      pointing.remove();
    }
    theirs.remove();
  });
});
