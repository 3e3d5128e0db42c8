/** Commands that nobody is asked about, and that use what they may change of a git repository against the person's own git. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsLayer } from "../../node/sandbox/support/world";
import { craftedIndex } from "../../support/craftedIndex";
import { realCrib } from "../../support/realCrib";
import type { Tree } from "../../support/tempFolder";

describe("commands that attack a git repository (D-12, D-15)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsLayer(this);
  });

  /** Everything is declined: what was changed was changed unasked. */
  async function repository(tree: Tree) {
    const real = await realCrib(tree, {
      settings: { "toolcrib.commands.review": "changes" },
      confirm: async () => ({ approved: false, by: "person" }),
    });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: real.root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    return { ...real, git, run: async (command: string) => (await real.call("run_command", { command })).text };
  }

  const version = (root: string) => readFileSync(join(root, ".git", "index")).readUInt32BE(4);

  it("read no secret file by entering it into the index, or by writing that as it is not read", async () => {
    const tree = { ".gitignore": ".env\n", ".env": "PASS=1\n", "a.txt": "one\n", "leak.sh": 'cat ".e""nv"\n' };
    const { run, git, root, asked, session } = await repository(tree);
    const leak = "git --version; bash leak.sh";
    const nothingRead = async (by: string) => assert.doesNotMatch(await run(by), /PASS=1/, by);
    await nothingRead(leak);
    await run("git update-index --index-version 4");
    assert.deepEqual([version(root), asked.length], [4, 0]);
    await nothingRead(leak);
    await run("git update-index --index-version 2");
    await run(`git update-index --add --cacheinfo 100644,${git("rev-parse", ":a.txt").trim()},.env`);
    assert.deepEqual([git("ls-files", ".env"), asked.length], [".env\n", 0]);
    for (const by of ["git diff", "git grep PASS .", "git diff; cat a.txt", leak]) await nothingRead(by);
    assert.equal(session.taint.level, "INTERNAL");
  });

  it("read none of many secret files by an index that is not read, and see those that it has as they are", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`keys/${at}.pem`, `KEPT=${at}\n`]));
    const tree = { ...many, ".gitignore": ".env\n", ".env": "PASS=1\n", "leak.sh": 'cat ".e""nv" keys/7.pem\n' };
    const { run, git, root } = await repository(tree);
    git("update-index", "--index-version", "4");
    assert.match(await run("bash leak.sh"), /^KEPT=7\n/);
    assert.doesNotMatch(await run("git status --porcelain; bash leak.sh"), /PASS=1|pem/);
    writeFileSync(join(root, "keys", "7.pem"), "PASS=1\n");
    assert.doesNotMatch(await run("bash leak.sh"), /PASS=1/);
    git("update-index", "--split-index");
    assert.doesNotMatch(await run("git --version; cat a.txt; bash leak.sh"), /PASS=1/);
  });

  it("have git write nothing outside of the workspace, and no hook, by an index of their own making", async () => {
    const { run, git, root, asked } = await repository({ "a.txt": "one\n", "run.sh": "" });
    const hook = git("hash-object", "-w", "--stdin").trim();
    const evil = craftedIndex(["../OUTSIDE", ".git/hooks/post-checkout"], { mode: 0o100755, object: hook });
    for (const [way, isEvil] of [
      [`echo ${evil.toString("base64")} | base64 -d >.git/index`, true],
      [`echo ${evil.toString("base64")} | base64 -d >.git/index.lock; mv .git/index.lock .git/index`, true],
      ["echo broken >.git/index", true],
      ["echo two >b.txt; git add b.txt", false],
    ] as const) {
      const before = readFileSync(join(root, ".git", "index"));
      writeFileSync(join(root, "run.sh"), way);
      asked.length = 0;
      const text = await run("bash run.sh");
      assert.equal(readFileSync(join(root, ".git", "index")).equals(before), isEvil, way);
      assert.equal(asked.length, isEvil ? 1 : 0, text);
    }
    git("restore", ".");
    assert.deepEqual(
      [join(root, "..", "OUTSIDE"), join(root, ".git", "hooks", "post-checkout")].filter((path) => existsSync(path)),
      [],
    );
  });

  it("are not asked about for an index that is larger than other files that are looked at", async () => {
    const { run, git, root, asked } = await repository({ "a.txt": "one\n" });
    const paths = Array.from({ length: 70_000 }, (_, at) => `${"folder/".repeat(8)}${at}.txt`);
    const object = git("rev-parse", ":a.txt").trim();
    writeFileSync(join(root, ".git", "index"), craftedIndex(paths.sort(), { object }));
    assert.ok(statSync(join(root, ".git", "index")).size > 8 * 1024 * 1024);
    await run("git update-index --add a.txt");
    assert.deepEqual([git("ls-files", "a.txt"), asked.length], ["a.txt\n", 0]);
  });

  it("show the person no other content than what would be pushed", async () => {
    const { run, git, root, asked } = await repository({ "a.txt": "one\n", "run.sh": "" });
    const replace = [
      "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b",
      "base=$(git rev-parse HEAD); branch=$(git symbolic-ref HEAD)",
      "echo evil >a.txt; git commit -qam fix; bad=$(git rev-parse HEAD)",
      "git reset -q --hard $base; echo good >a.txt; git commit -qam fix; good=$(git rev-parse HEAD)",
      "git update-ref $branch $bad; git replace $bad $good",
    ];
    const shown = () => git("show", "HEAD:a.txt");
    // References that were packed with it are kept together with it.
    for (const [more, expected] of [
      ["git pack-refs --all --prune", "one\n"],
      ["", "evil\n"],
    ] as const) {
      git("checkout", ".");
      writeFileSync(join(root, "run.sh"), [...replace, more].join("\n"));
      asked.length = 0;
      const text = await run("bash run.sh");
      assert.deepEqual([shown(), asked.length], [expected, 1], text);
      assert.equal(git("replace", "--list"), "");
    }
    writeFileSync(join(root, "run.sh"), "git rev-parse HEAD >.git/shallow");
    await run("bash run.sh");
    assert.equal(existsSync(join(root, ".git", "shallow")), false);
  });
});
