import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { wholeAround } from "../../../src/features/undo/changesByTurn";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { afterListing } from "../../support/afterListing";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { snapshot, withoutObjects } from "../../support/tempFolder";

/** Commands that a person was asked about run on a layer, too, and what they changed can be undone. */
describe("approved commands on a layer (D-12, D-17)", function () {
  this.timeout(60_000);
  before(async function () {
    await needsBubblewrap(this);
  });

  const outside = "touch outside; cat /etc/hosts >/dev/null; ";

  async function place(context: Mocha.Context, tree: Record<string, string> = {}): Promise<RealCrib> {
    const real = await realCrib(
      { "a.txt": "a\n", ...tree },
      { settings: { "toolcrib.commands.review": "changes" }, confirm: async () => ({ approved: true, by: "person" }) },
    );
    const confinement = real.crib.context().confinement({ command: "true" });
    if ((await real.crib.host.shell.whyNoLayer?.(confinement)) !== undefined) context.skip();
    return real;
  }

  /** Runs what is asked about because it talks to the network. */
  async function run({ call, asked }: RealCrib, command: string) {
    asked.length = 0;
    const { text, isError } = await call("run_command", { command: `${outside}${command}` });
    return {
      text: text
        .split("\n")
        .filter((line) => line.startsWith("[changed") || line.startsWith("[left") || line.startsWith("[n")),
      isError,
      asked: asked.length,
    };
  }

  const undo = async ({ crib }: RealCrib) => (await crib.journal.undo()).restored;

  /** As a package manager leaves it: many small files, programs as links, another package's folder with permissions. */
  function installed(folder: string, count: number, text: string): void {
    for (let at = 0; at < count; at++) {
      mkdirSync(join(folder, `package-${at % 40}`), { recursive: true });
      writeFileSync(join(folder, `package-${at % 40}`, `file-${at}.js`), `${text} ${at}`);
    }
    writeFileSync(join(folder, "package-0", "package.json"), '{"scripts":{"postinstall":"x"}}');
    mkdirSync(join(folder, ".bin"), { recursive: true });
    symlinkSync("../package-0/file-0.js", join(folder, ".bin", "program"));
  }

  it("are asked about once, and their changes are listed and undone", async function () {
    const real = await place(this);
    const before = snapshot(real.root);
    assert.deepEqual(await run(real, "echo more >>a.txt; mkdir -m 700 d; ln -s a.txt link"), {
      text: ["[changed 4 files: a.txt, d (new), link (new), outside (new)]"],
      isError: false,
      asked: 1,
    });
    assert.equal(readFileSync(join(real.root, "a.txt"), "utf8"), "a\nmore\n");
    assert.equal((await undo(real)).length, 4);
    assert.deepEqual(snapshot(real.root), before);
  });

  it("change what has several names, its bytes and its permissions, and undo both", async function () {
    const real = await place(this, { "read-only.txt": "r\n" });
    const [one, other] = ["a.txt", "b.txt"].map((name) => join(real.root, name)) as [string, string];
    linkSync(one, other);
    linkSync(join(real.root, "read-only.txt"), join(real.root, "again.txt"));
    chmodSync(join(real.root, "read-only.txt"), 0o444);
    const modes = () => [one, join(real.root, "again.txt")].map((path) => statSync(path).mode & 0o777);
    const before = [modes(), snapshot(real.root)];
    const { text, isError } = await run(
      real,
      "echo more >>a.txt; chmod 755 a.txt; chmod 644 read-only.txt; echo s >read-only.txt",
    );
    assert.equal(isError, false, text.join("\n"));
    assert.deepEqual(modes(), [0o755, 0o644]);
    assert.equal(readFileSync(other, "utf8"), "a\nmore\n");
    // What needed no question of its own, and what was asked about, at once.
    await undo(real);
    assert.deepEqual([modes(), snapshot(real.root)], before);
  });

  it("replace installed packages as a whole, which is undone and redone byte for byte", async function () {
    const real = await place(this);
    const modules = join(real.root, "node_modules");
    installed(modules, 1500, "old");
    const before = snapshot(real.root);
    const again = `${join(real.root, "new")}`;
    installed(again, 1800, "new");
    const wanted = snapshot(again);
    const { text, asked } = await run(real, "rm -rf node_modules; mkdir node_modules; cp -a new/. node_modules/");
    assert.equal(asked, 1);
    assert.deepEqual(text, ["[changed 2 files: node_modules (replaced: a folder with 1,844 entries), outside (new)]"]);
    assert.deepEqual(snapshot(modules), wanted);
    // A single file of it cannot be taken back: whoever tries is told what can.
    const around = async (name: string) => (await wholeAround(real.crib.journal, join(real.root, name)))?.folder;
    assert.deepEqual(
      [await around("node_modules/package-1/file-1.js"), await around("node_modules"), await around("a.txt")],
      ["node_modules", undefined, undefined],
    );
    rmSync(again, { recursive: true });
    await undo(real);
    assert.deepEqual(snapshot(real.root), before);
    await real.crib.journal.redo();
    assert.deepEqual(snapshot(modules), wanted);
    assert.equal(existsSync(join(real.root, "outside")), true);
    await undo(real);
    assert.deepEqual(snapshot(real.root), before);
  });

  it("remove a large folder and bring it back, with what tools had changed in it before", async function () {
    const real = await place(this);
    installed(join(real.root, "src"), 1200, "text");
    rmSync(join(real.root, "src", "package-0", "package.json"));
    const before = snapshot(real.root);
    await real.call("write_file", { path: "src/package-1/file-1.js", content: "edited" });
    const { text } = await run(real, "rm -rf src; mkdir src; echo x >src/new.txt");
    assert.deepEqual(text.length, 1);
    assert.equal(readdirSync(join(real.root, "src")).join(), "new.txt");
    const snapshots = await real.crib.journal.snapshots();
    const plan = await real.crib.journal.planSnapshot(snapshots.at(-1) as (typeof snapshots)[number]);
    assert.deepEqual(
      plan.files.filter(({ conflict }) => conflict),
      [],
    );
    await real.crib.journal.apply(plan);
    assert.deepEqual(snapshot(real.root), before);
  });

  it("move a folder of a thousand files", async function () {
    const real = await place(this);
    installed(join(real.root, "lib"), 1200, "text");
    rmSync(join(real.root, "lib", "package-0", "package.json"));
    const [before, moved] = [snapshot(real.root), snapshot(join(real.root, "lib"))];
    await run(real, "mv lib other");
    assert.deepEqual([snapshot(join(real.root, "other")), existsSync(join(real.root, "lib"))], [moved, false]);
    await undo(real);
    assert.deepEqual(snapshot(real.root), before);
  });

  it("write files of any size", async function () {
    const real = await place(this);
    const { text } = await run(real, "head -c 90000000 /dev/zero >big; cp big bigger; echo y >>bigger");
    assert.deepEqual(text, [
      "[changed 3 files: big (new: a file of 90,000,000 bytes), bigger (new: a file of 90,000,002 bytes), outside (new)]",
    ]);
    assert.equal(statSync(join(real.root, "bigger")).size, 90_000_002);
    await undo(real);
    assert.deepEqual(readdirSync(real.root).sort(), ["a.txt"]);
  });

  it("do not move away a large file that somebody saved in place since", async function () {
    const real = await place(this, { theirs: "x".repeat(20_000_000) });
    await run(real, "head -c 20000000 /dev/zero >made");
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(real.root, "made"), "saved");
    await assert.rejects(undo(real), /made has changed since/);
    assert.equal(readFileSync(join(real.root, "made"), "utf8"), "saved");

    afterListing(real.crib.host, () => writeFileSync(join(real.root, "theirs"), "saved", { flag: "r+" }));
    const { text } = await run(real, "rm theirs");
    assert.match(text.join("\n"), /left out: theirs was changed by another program/);
    assert.equal(readFileSync(join(real.root, "theirs"), "utf8").slice(0, 6), "savedx");
  });

  it("leave what a new folder must not bring: a hook waits for a person's yes, all else is there", async function () {
    const real = await place(this);
    real.asked.length = 0;
    installed(join(real.root, "template"), 1100, "text");
    rmSync(join(real.root, "template", "package-0", "package.json"));
    mkdirSync(join(real.root, "template", ".git", "hooks"), { recursive: true });
    writeFileSync(join(real.root, "template", ".git", "hooks", "pre-commit"), "x");
    assert.equal((await run(real, "cp -a template copy")).asked, 2);
    assert.equal(
      real.asked[1]?.plan.effects.map((effect) => effect.kind === "write" && effect.target.shown).join(),
      "copy/.git/hooks/pre-commit",
    );
    assert.equal(readFileSync(join(real.root, "copy", ".git", "hooks", "pre-commit"), "utf8"), "x");
    assert.equal(readlinkSync(join(real.root, "copy", ".bin", "program")), "../package-0/file-0.js");
  });

  it("let somebody else's change of the same folder stand, and name it", async function () {
    const real = await place(this);
    installed(join(real.root, "out"), 1100, "text");
    rmSync(join(real.root, "out", "package-0", "package.json"));
    const running = run(real, "rm -rf out; sleep 2");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    writeFileSync(join(real.root, "out", "package-3", "file-3.js"), "theirs");
    const { text } = await running;
    assert.match(text.join("\n"), /left out: out\/package-3\/file-3\.js was changed by another program/);
    assert.equal(readFileSync(join(real.root, "out", "package-3", "file-3.js"), "utf8"), "theirs");
  });

  it("let what somebody saves in a large folder stand once the changes were listed, and name it", async function () {
    const real = await place(this);
    installed(join(real.root, "out"), 1100, "text");
    rmSync(join(real.root, "out", "package-0", "package.json"));
    const saved = join(real.root, "out", "package-3", "file-3.js");
    afterListing(real.crib.host, () => writeFileSync(saved, "theirs"));
    const { text } = await run(real, "rm -rf out");
    assert.match(text.join("\n"), /left out: out\/package-3\/file-3\.js was changed by another program/);
    assert.equal(readFileSync(saved, "utf8"), "theirs");
    assert.deepEqual(readdirSync(join(real.root, "out")), ["package-3"]);
  });

  it("commit in a worktree, whose repository lies elsewhere, and plant no hook there", async function () {
    const real = await place(this);
    const repository = join(real.outside, "repository");
    const git = (folder: string, ...args: string[]) =>
      execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
    mkdirSync(repository, { recursive: true });
    git(repository, "init", "-q");
    for (const [name, value] of [
      ["user.email", "a@example.com"],
      ["user.name", "A"],
    ] as const)
      git(repository, "config", name, value);
    git(repository, "commit", "-q", "--allow-empty", "-m", "start");
    rmSync(join(repository, ".git", "hooks"), { recursive: true });
    git(repository, "worktree", "add", "-q", join(real.outside, "tree"), "-b", "work");
    writeFileSync(join(real.root, ".git"), readFileSync(join(real.outside, "tree", ".git")));
    writeFileSync(join(repository, ".git", "worktrees", "tree", "gitdir"), `${join(real.root, ".git")}\n`);
    writeFileSync(
      join(real.root, "plant.sh"),
      "d=$(git rev-parse --git-common-dir)/hooks; mkdir -p $d; echo x >$d/pre-commit",
    );
    await run(real, "git add a.txt; git commit -qm one; sh plant.sh");
    assert.match(git(repository, "log", "--oneline", "work"), /one/);
    assert.equal(existsSync(join(repository, ".git", "hooks", "pre-commit")), false);
  });

  it("make a commit, which is undone with all that git keeps but its objects", async function () {
    const real = await place(this);
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", real.root, "-c", "core.hooksPath=/dev/null", ...args]);
    git("init", "-q");
    git("config", "user.email", "a@example.com");
    git("config", "user.name", "A");
    const kept = () => withoutObjects(snapshot(real.root));
    const before = kept();
    const { text } = await run(real, "git add a.txt; git commit -qm one");
    assert.match(text.join(), /^\[changed \d+ files: outside \(new\), \.git \(\d+ files\)\]$/);
    assert.match(String(git("log", "--oneline")), /one/);
    const commit = String(git("rev-parse", "HEAD")).trim();
    await undo(real);
    assert.deepEqual(kept(), before);
    assert.equal(String(git("cat-file", "-t", commit)), "commit\n");
  });
});
