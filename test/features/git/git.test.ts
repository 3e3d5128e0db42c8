/** git with a journal: what it would lose can be brought back byte for byte. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { UnstageData } from "../../../src/features/git/unstage";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { git, repositoryWith } from "../../support/repository";
import type { Tree } from "../../support/tempFolder";

async function repository(tree: Tree, options: CribOptions = {}) {
  const at = await realCrib(tree, options);
  git(at.root, "init", "-q");
  git(at.root, "config", "user.name", "t");
  git(at.root, "config", "user.email", "t@t");
  git(at.root, "add", "-A");
  git(at.root, "commit", "-q", "-m", "first");
  const path = (name: string) => join(at.root, name);
  return {
    ...at,
    path,
    text: (name: string) => readFileSync(path(name), "latin1"),
    put: (name: string, text: string) => writeFileSync(path(name), text, "latin1"),
  };
}

const writesOf = (at: Awaited<ReturnType<typeof repository>>) =>
  at.asked.flatMap(({ plan }) =>
    plan.effects.flatMap((effect) => (effect.kind === "write" ? [effect.target.shown] : [])),
  );

describe("git_restore", () => {
  it("says of a file whose deletion is staged where it can be taken from", async () => {
    const at = await repository({ "a.txt": "one\n", "b.txt": "two\n" });
    git(at.root, "rm", "-q", "a.txt");
    const { text, isError } = await at.call("git_restore", { paths: ["a.txt"] });
    assert.deepEqual(
      [text, isError],
      [
        'Nothing was restored, because the deletion of a.txt is staged: give source "HEAD" to take the last commit\'s.',
        true,
      ],
    );
    await at.call("git_restore", { paths: ["a.txt"], source: "HEAD" });
    assert.equal(at.text("a.txt"), "one\n");
  });

  it("leaves a file with merge conflicts as it is", async () => {
    const at = await repository({ "a.txt": "one\n", "b.txt": "b\n" });
    git(at.root, "checkout", "-q", "-b", "other");
    at.put("a.txt", "theirs\n");
    git(at.root, "commit", "-q", "-am", "theirs");
    git(at.root, "checkout", "-q", "-");
    at.put("a.txt", "ours\n");
    git(at.root, "commit", "-q", "-am", "ours");
    assert.throws(() => git(at.root, "merge", "other"));
    at.put("a.txt", "resolved by hand\n");
    at.put("b.txt", "mine\n");
    const { text } = await at.call("git_restore", { paths: ["a.txt", "b.txt"] });
    assert.equal(text, "Restored b.txt; undo brings back what was there.\nLeft out: a.txt has merge conflicts.");
    assert.deepEqual(["a.txt", "b.txt"].map(at.text), ["resolved by hand\n", "b\n"]);
  });

  it("writes nothing through a link that has taken the place of a folder", async () => {
    const at = await repository({ "d/x": "d\n", "e/x": "e\n", "f/x": "f\n" });
    at.put("e/x", "mine\n");
    at.put("f/x", "mine too\n");
    rmSync(at.path("d"), { recursive: true });
    symlinkSync("e", at.path("d"));
    const { text } = await at.call("git_restore", { paths: ["d", "f"] });
    assert.equal(
      text,
      "Restored f/x; undo brings back what was there.\nLeft out: d/x is behind a symbolic link, which has taken the place of its folder.",
    );
    assert.deepEqual(["e/x", "f/x"].map(at.text), ["mine\n", "f\n"]);
  });

  it("gives files what git has, and undo brings back to the byte what they had", async () => {
    const at = await repository({ "a.txt": "one\n", "b c'ü.txt": "b\n", "gone.txt": "gone\n", "other.txt": "o\n" });
    at.put("a.txt", "mine\xff\x00\n");
    at.put("b c'ü.txt", "mine too\r\n");
    at.put("other.txt", "left alone\n");
    at.put("new.txt", "untracked\n");
    rmSync(at.path("gone.txt"));
    const { text, data } = await at.call("git_restore", { paths: ["a.txt", "b c'ü.txt", "gone.txt", "new.txt"] });
    assert.equal(text, "Restored a.txt, b c'ü.txt, gone.txt; undo brings back what was there.");
    assert.deepEqual(data, { restored: ["a.txt", "b c'ü.txt", "gone.txt"], leftOut: [] });
    assert.deepEqual(["a.txt", "b c'ü.txt", "gone.txt", "other.txt", "new.txt"].map(at.text), [
      "one\n",
      "b\n",
      "gone\n",
      "left alone\n",
      "untracked\n",
    ]);
    await at.crib.journal.undo();
    assert.deepEqual(["a.txt", "b c'ü.txt"].map(at.text), ["mine\xff\x00\n", "mine too\r\n"]);
    assert.equal(existsSync(at.path("gone.txt")), false);
  });

  it("gives files the executable bit that git has, and undo the one that they had", async () => {
    const at = await repository({ "a.sh": "one\n", "b.sh": "b\n", "c.sh": "c\n" });
    const modes = () => ["a.sh", "b.sh", "c.sh"].map((name) => (statSync(at.path(name)).mode & 0o777).toString(8));
    for (const [name, mode] of [
      ["a.sh", 0o640],
      ["b.sh", 0o750],
      ["c.sh", 0o644],
    ] as const)
      chmodSync(at.path(name), mode);
    git(at.root, "add", "-A");
    git(at.root, "commit", "-q", "-m", "modes");
    chmodSync(at.path("a.sh"), 0o751);
    chmodSync(at.path("b.sh"), 0o640);
    at.put("b.sh", "mine\n");
    assert.equal(
      (await at.call("git_restore", { paths: ["."] })).text,
      "Restored a.sh, b.sh; undo brings back what was there.",
    );
    assert.deepEqual([modes(), at.text("b.sh")], [["640", "750", "644"], "b\n"]);
    await at.crib.journal.undo();
    assert.deepEqual([modes(), at.text("b.sh")], [["751", "640", "644"], "mine\n"]);
    await at.call("git_stash", {});
    assert.deepEqual([modes(), git(at.root, "diff", "--stat", "HEAD")], [["640", "750", "644"], ""]);
  });

  it("writes nothing after a no", async () => {
    const at = await repository({ "a.txt": "one\n" }, { confirm: async () => ({ approved: false, by: "person" }) });
    at.put("a.txt", "mine\n");
    const { isError } = await at.call("git_restore", { paths: ["a.txt"] });
    assert.deepEqual([isError, at.text("a.txt"), writesOf(at)], [true, "mine\n", ["a.txt"]]);
  });

  it("takes them from a revision, where a file may not have been", async () => {
    const at = await repository({ "a.txt": "one\n" });
    at.put("a.txt", "two\n");
    at.put("later.txt", "later\n");
    git(at.root, "add", "-A");
    git(at.root, "commit", "-q", "-m", "second");
    await at.call("git_restore", { paths: ["."], source: "HEAD~1" });
    assert.deepEqual([at.text("a.txt"), existsSync(at.path("later.txt"))], ["one\n", false]);
    await at.crib.journal.undo();
    assert.deepEqual(["a.txt", "later.txt"].map(at.text), ["two\n", "later\n"]);
  });

  it("writes line endings as git does, and leaves to git what only git can write", async () => {
    const at = await repository({
      ".gitattributes": "*.bat eol=crlf\n*.lfs filter=lfs\n",
      "a.bat": "x\ny\n",
      "b.lfs": "p\n",
    });
    at.put("a.bat", "mine\n");
    at.put("b.lfs", "mine\n");
    const { text } = await at.call("git_restore", { paths: ["."] });
    assert.equal(
      text,
      "Restored a.bat; undo brings back what was there.\nLeft out: b.lfs can only be written by git, because of its attribute filter.",
    );
    assert.deepEqual(["a.bat", "b.lfs"].map(at.text), ["x\r\ny\r\n", "mine\n"]);
  });

  it("leaves binary files as git has them, and knows what git takes for a line ending", async () => {
    const binary = "\x01\x02\x03\n\xc8\xc9";
    const at = await repository({ "a.txt": "x\ny\n", "b.bin": "", "c.txt": "z\n" });
    git(at.root, "config", "core.autocrlf", "false");
    at.put("b.bin", binary);
    git(at.root, "commit", "-qam", "binary");
    const restored = async (tool: string, input: object) => {
      for (const name of ["a.txt", "b.bin", "c.txt"]) at.put(name, "mine\n");
      await at.call(tool, input);
      return ["a.txt", "b.bin", "c.txt"].map(at.text);
    };
    git(at.root, "config", "core.autocrlf", "true");
    assert.deepEqual(await restored("git_restore", { paths: ["."] }), ["x\r\ny\r\n", binary, "z\r\n"]);
    const questions = at.asked.flatMap(({ plan }) => plan.effects.map(({ kind }) => kind));
    assert.deepEqual(questions, ["write", "write", "write"]);
    assert.deepEqual(await restored("git_stash", {}), ["x\r\ny\r\n", binary, "z\r\n"]);
    git(at.root, "config", "core.autocrlf", "false");
    git(at.root, "config", "core.eol", "crlf");
    at.put(".gitattributes", "* text=auto\nc.txt eol=lf\n");
    assert.deepEqual(await restored("git_restore", { paths: ["."] }), ["x\r\ny\r\n", binary, "z\n"]);
  });

  it("names a path that is neither here nor in git, and restores nothing then", async () => {
    const at = await repository({ "a.txt": "one\n", "n/gone.txt": "g\n", "n/it's.txt": "i\n" });
    const restore = async (paths: string[], source?: string) =>
      (await at.call("git_restore", { paths, ...(source && { source }) })).text;
    at.put("a.txt", "mine\n");
    const nowhere = (where: string) =>
      `src/ty*po.ts is neither here nor in ${where}, so nothing was restored: check the path.`;
    assert.equal(await restore(["src/ty*po.ts"]), nowhere("git"));
    assert.equal(await restore(["a.txt", "src/ty*po.ts"]), nowhere("git"));
    assert.equal(await restore(["src/ty*po.ts"], "HEAD"), nowhere("HEAD"));
    assert.deepEqual([at.text("a.txt"), writesOf(at)], ["mine\n", []]);
    git(at.root, "rm", "-q", "n/it's.txt");
    assert.equal(
      await restore(["n/it's.txt"]),
      `Nothing was restored, because the deletion of n/it's.txt is staged: give source "HEAD" to take the last commit's.`,
    );
    rmSync(at.path("n"), { recursive: true });
    assert.equal(await restore(["n"]), "Restored n/gone.txt; undo brings back what was there.");
    const fresh = await realCrib({ "a.txt": "x" });
    git(fresh.root, "init", "-q");
    assert.equal((await fresh.call("git_restore", { paths: ["src/ty*po.ts"] })).text, nowhere("git"));
  });

  it("asks git once for all paths where nothing is, and the person nothing, without a sandbox too", async () => {
    const at = await repository({ "a.txt": "one\n", "b.txt": "b\n" }, { settings: { "toolcrib.sandbox": "off" } });
    git(at.root, "rm", "-q", "a.txt", "b.txt");
    const restored = async (paths: string[]) => (await at.call("git_restore", { paths })).text;
    assert.equal(
      await restored(["a.txt", "b.txt", "it's.txt", "typo.txt"]),
      "it's.txt is neither here nor in git, so nothing was restored: check the path.",
    );
    assert.deepEqual([at.asked.length, at.records.filter(({ tool }) => tool === "run_command").length], [0, 1]);
    assert.match(
      await restored(["a.txt", "b.txt"]),
      /^Nothing was restored, because the deletion of a\.txt, b\.txt is staged/,
    );
    assert.equal(at.asked.length, 0);
  });

  it("says what git says, and what cannot be meant", async () => {
    const at = await repository({ "a.txt": "one\n" });
    assert.match(
      (await at.call("git_restore", { paths: ["a.txt"], source: "none" })).text,
      /^git failed: fatal: .*none/,
    );
    assert.match((await at.call("git_restore", { paths: ["a.txt"], source: "--output=x" })).text, /begins with "-"/);
    assert.equal(
      (await at.call("git_restore", { paths: ["a.txt"] })).text,
      "Nothing was restored: no tracked file in a.txt differs from what git has.",
    );
    const bare = await realCrib({ "a.txt": "x" });
    const { text, isError } = await bare.call("git_restore", { paths: ["a.txt"] });
    assert.deepEqual([isError, /not a git repository/.test(text)], [true, true]);
  });
});

describe("git_restore of what is staged", () => {
  it("leaves the files, and says how the same is staged again", async () => {
    const at = await repository({ "a.txt": "one\n", "b c'ü.txt": "b\n", "gone.txt": "gone\n", "other.txt": "o\n" });
    at.put("a.txt", "staged\n");
    at.put("other.txt", "staged too\n");
    at.put("new.txt", "new\n");
    rmSync(at.path("gone.txt"));
    git(at.root, "add", "-A");
    at.put("a.txt", "and more\n");
    const { text, data, isError } = await at.call("git_restore", {
      paths: ["a.txt", "gone.txt", "new.txt"],
      staged: true,
    });
    assert.equal(isError, false, text);
    assert.match(text, /^Unstaged a\.txt, gone\.txt, new\.txt; the files are as they were\. This stages again/);
    assert.equal(git(at.root, "diff", "--cached", "--name-only"), "other.txt");
    assert.deepEqual(
      [at.text("a.txt"), at.text("new.txt"), existsSync(at.path("gone.txt"))],
      ["and more\n", "new\n", false],
    );
    assert.equal((await at.call("run_command", { command: (data as UnstageData).again })).isError, false);
    assert.equal(git(at.root, "diff", "--cached", "--name-only"), "a.txt\ngone.txt\nnew.txt\nother.txt");
    assert.equal(git(at.root, "show", ":a.txt"), "staged");
  });

  it("tells how names with letters beyond ASCII and quotes are staged again", async () => {
    const at = await repository({ "café.txt": "one\n", 'say "b\\n".txt': "b\n" });
    for (const name of ["café.txt", 'say "b\\n".txt']) at.put(name, "staged\n");
    git(at.root, "add", "-A");
    const names = () => git(at.root, "diff", "--cached", "--name-only", "-z").split("\0").sort();
    const before = names();
    const { data } = await at.call("git_restore", { paths: ["."], staged: true });
    assert.deepEqual(names(), [""]);
    assert.equal((await at.call("run_command", { command: (data as UnstageData).again })).isError, false);
    assert.deepEqual(names(), before);
  });

  it("leaves out names that are not UTF-8", async function () {
    if (process.platform !== "linux") this.skip();
    const at = await repository({ "a.txt": "one\n" });
    const odd = Buffer.concat([Buffer.from(at.path("caf")), Buffer.from([0xe9])]);
    writeFileSync(odd, "one\n");
    git(at.root, "add", "-A");
    git(at.root, "commit", "-q", "-m", "second");
    writeFileSync(odd, "mine\n");
    const { text } = await at.call("git_restore", { paths: ["."] });
    assert.match(text, /^Nothing was restored.*\nLeft out: caf\uFFFD has a name that is not UTF-8\.$/s);
    assert.deepEqual([readFileSync(odd, "utf8"), existsSync(at.path("caf\uFFFD"))], ["mine\n", false]);
  });

  it("asks before, changes nothing after a no, and says where there is nothing to do", async () => {
    const no = { confirm: async () => ({ approved: false, by: "person" }) as const };
    const at = await repository({ "a.txt": "one\n" }, no);
    const unstage = (more: object = {}) => at.call("git_restore", { paths: ["a.txt"], staged: true, ...more });
    assert.equal((await unstage()).text, "Nothing is staged at a.txt.");
    at.put("a.txt", "two\n");
    git(at.root, "add", "a.txt");
    assert.equal((await unstage()).isError, true);
    assert.equal(git(at.root, "diff", "--cached", "--name-only"), "a.txt");
    assert.match((await unstage({ source: "HEAD" })).text, /^staged takes no source/);
    assert.match(
      (await at.call("git_restore", { paths: ["../x'; touch y"], staged: true })).text,
      /Nothing was unstaged|outside/,
    );
  });
});

describe("git_stash", () => {
  it("keeps the changes in git and in the journal, staged ones as well", async () => {
    const at = await repository({ "a.txt": "one\n", "b.txt": "b\n" });
    at.put("a.txt", "mine\n");
    at.put("added.txt", "added\n");
    at.put("untracked.txt", "u\n");
    git(at.root, "add", "a.txt", "added.txt");
    at.put("a.txt", "mine, and more\n");
    const { text, isError } = await at.call("git_stash", { message: "it's\nwork" });
    assert.equal(isError, false, text);
    assert.match(text, /^Stashed the changes as "it's work" .*\nRestored a\.txt and removed added\.txt; undo/);
    assert.deepEqual(
      [at.text("a.txt"), existsSync(at.path("added.txt")), at.text("untracked.txt")],
      ["one\n", false, "u\n"],
    );
    assert.equal(git(at.root, "stash", "list", "--format=%gs"), "it's work");
    assert.equal(git(at.root, "show", "stash@{0}:a.txt"), "mine, and more");
    assert.equal(git(at.root, "show", "stash@{0}^2:a.txt"), "mine");
    await at.crib.journal.undo();
    assert.deepEqual(["a.txt", "added.txt"].map(at.text), ["mine, and more\n", "added\n"]);
  });

  it("touches no file where the stash was not made", async () => {
    const at = await repository(
      { "a.txt": "one\n" },
      {
        confirm: async ({ plan }) =>
          plan.effects.some(({ kind }) => kind === "exec")
            ? { approved: false, by: "person" }
            : { approved: true, by: "person" },
      },
    );
    at.put("a.txt", "mine\n");
    const { text, isError } = await at.call("git_stash", {});
    assert.deepEqual([isError, at.text("a.txt"), git(at.root, "stash", "list")], [true, "mine\n", ""]);
    assert.match(text, /^The stash was not made, so no file was changed\./);
  });

  it("touches no file where the stash was made on a layer and a person wants none of it", async () => {
    const at = await repository(
      { "a.txt": "one\n" },
      {
        settings: { "commands.review": "always" },
        confirm: async ({ plan }) => ({ approved: !/^Apply \d+ changes/.test(plan.title), by: "person" }),
      },
    );
    at.put("a.txt", "mine\n");
    const { text, isError } = await at.call("git_stash", {});
    assert.deepEqual([isError, at.text("a.txt"), git(at.root, "stash", "list")], [true, "mine\n", ""], text);
    assert.match(text, /^The stash was not made, so no file was changed\./);
  });

  it("says that the stash was made where a file could not be restored after it", async () => {
    const at = await repository({ "d/x": "d\n", "f.txt": "f\n" });
    at.put("f.txt", "mine\n");
    rmSync(at.path("d"), { recursive: true });
    at.put("d", "a file\n");
    const { text, isError } = await at.call("git_stash", { message: "aside" });
    assert.deepEqual(
      [text, isError],
      [
        'd/x does not exist, because a part of its path is a file: check the path. No file was restored, but this was done before: Stashed the changes as "aside" (git stash pop --index brings back what was staged as well).',
        true,
      ],
    );
    assert.deepEqual(["d", "f.txt"].map(at.text), ["a file\n", "mine\n"]);
    assert.match(git(at.root, "stash", "list"), /^stash@\{0\}: aside\n?$/);
  });

  it("makes no stash after a no to the files", async () => {
    const at = await repository(
      { "a.txt": "one\n" },
      {
        confirm: async ({ plan }) => ({ approved: plan.effects.every(({ kind }) => kind === "exec"), by: "person" }),
      },
    );
    at.put("a.txt", "mine\n");
    const { isError } = await at.call("git_stash", {});
    assert.deepEqual([isError, at.text("a.txt"), git(at.root, "stash", "list")], [true, "mine\n", ""]);
  });

  it("says that there is nothing to put aside, also where a file was only touched", async () => {
    const at = await repository({ "a.txt": "one\n" });
    utimesSync(at.path("a.txt"), 1, 1);
    assert.equal(
      (await at.call("git_stash", {})).text,
      "Nothing was stashed: no tracked file differs from the last commit.",
    );
  });
});

describe("git_commit", () => {
  it("commits named files, new ones included, and leaves the rest as it is", async () => {
    const at = await repository({ "a.txt": "one\n", "b.txt": "b\n" });
    at.put("a.txt", "two\n");
    at.put("b.txt", "changed\n");
    at.put("it's new.txt", "n\n");
    const message = "Change 'it' & $HOME\n\nMore.";
    const { isError, text } = await at.call("git_commit", { message, paths: ["a.txt", "it's new.txt"] });
    assert.equal(isError, false, text);
    assert.equal(git(at.root, "log", "-1", "--format=%B").trim(), message);
    assert.equal(git(at.root, "show", "--name-only", "--format="), "a.txt\nit's new.txt");
    assert.equal(git(at.root, "status", "--porcelain"), " M b.txt");
    const [question] = at.asked;
    assert.equal(
      question?.plan.notes?.[0],
      `Commits these files:\n M a.txt\n?? "it's new.txt"\nwith this message:\n${message.replaceAll(/^/gm, "> ")}`,
    );
  });

  it("says that nothing was committed, and what may be staged, where git refuses", async () => {
    const at = await repository({ "a.txt": "one\n" });
    writeFileSync(at.path(".git/hooks/pre-commit"), "#!/bin/sh\necho not today >&2\nexit 1\n", { mode: 0o755 });
    at.put("new.txt", "n\n");
    const { text, isError } = await at.call("git_commit", { message: "x", paths: ["new.txt"] });
    assert.equal(isError, true);
    assert.match(text, /^Nothing was committed, but new\.txt may be staged by now: .*not today/s);
    const staged = await at.call("git_commit", { message: "x" });
    assert.match(staged.text, /^Nothing was committed\. .*not today/s);
  });

  it("commits removals, staged or not, next to new files in the same folder", async () => {
    const at = await repository({
      "n/a.txt": "a\n",
      "n/b 'ü.txt": "b\n",
      "n/c.txt": "c\n",
      "n/d.txt": "d\n",
      "e.txt": "e\n",
    });
    const commit = (...paths: string[]) => at.call("git_commit", { message: "drop", paths });
    const committed = () =>
      git(at.root, "-c", "core.quotePath=false", "show", "--name-status", "--format=").split("\n");
    git(at.root, "rm", "-q", "n/a.txt", "n/b 'ü.txt", "n/c.txt");
    const one = await commit("n/a.txt");
    assert.equal(one.isError, false, one.text);
    assert.deepEqual(committed(), ["D\tn/a.txt"]);
    rmSync(at.path("n/d.txt"));
    rmSync(at.path("e.txt"));
    assert.equal(git(at.root, "status", "--porcelain", "e.txt"), " D e.txt");
    const two = await commit("n/b 'ü.txt", "e.txt");
    assert.equal(two.isError, false, two.text);
    assert.deepEqual(committed(), ["D\te.txt", "D\tn/b 'ü.txt"]);
    mkdirSync(at.path("n"), { recursive: true });
    at.put("n/new.txt", "new\n");
    const three = await commit("n");
    assert.equal(three.isError, false, three.text);
    assert.deepEqual(committed(), ["D\tn/c.txt", "D\tn/d.txt", "A\tn/new.txt"]);
    assert.equal(git(at.root, "status", "--porcelain"), "");
  });

  it("leaves a file out of git that was only removed there, named itself or by its folder", async () => {
    const at = await repository({ "n/b.dat": "b\n", "n/kept.txt": "k\n" });
    git(at.root, "rm", "--cached", "-q", "n/b.dat");
    const refusal = "n/b.dat is staged for removal and still there: call without paths to commit what is staged.";
    for (const path of ["n/b.dat", "n", "."])
      assert.equal((await at.call("git_commit", { message: "drop", paths: [path] })).text, refusal);
    at.put("n/.gitignore", "*.dat\n");
    assert.equal((await at.call("git_commit", { message: "drop", paths: ["n"] })).text, refusal);
    assert.equal(git(at.root, "diff", "--cached", "--name-status"), "D\tn/b.dat");
    assert.equal((await at.call("git_commit", { message: "drop" })).isError, false);
    assert.equal(git(at.root, "ls-files"), "n/kept.txt");
    assert.equal(at.text("n/b.dat"), "b\n");
  });

  it("names the path that is nowhere, and stages nothing then", async () => {
    const at = await repository({ "a.txt": "one\n" });
    at.put("a.txt", "two\n");
    at.put("new.txt", "n\n");
    assert.equal(
      (await at.call("git_commit", { message: "x", paths: ["a.txt", "new.txt", "n/typo.txt"] })).text,
      "n/typo.txt is not here, and git has no removal of it to commit, so nothing was committed: check the path.",
    );
    assert.equal(git(at.root, "status", "--porcelain"), " M a.txt\n?? new.txt");
  });

  it("commits what is staged, and nothing without a yes or a reason", async () => {
    const at = await repository({ "a.txt": "one\n" });
    at.put("a.txt", "two\n");
    assert.equal(
      (await at.call("git_commit", { message: "x" })).text,
      "Nothing is staged, so nothing was committed: name the paths to commit.",
    );
    assert.match((await at.call("git_commit", { message: "x", paths: ["."] })).text, /1 file changed/);
    assert.equal(
      (await at.call("git_commit", { message: "x", paths: ["a.txt"] })).text,
      "Nothing was committed: the files at these paths do not differ from the last commit, or are ignored by git.",
    );
    assert.match((await at.call("git_commit", { message: " \n" })).text, /^The message is empty/);
    const refused = await repository(
      { "a.txt": "one\n" },
      { confirm: async () => ({ approved: false, by: "person" }) },
    );
    refused.put("a.txt", "two\n");
    git(refused.root, "add", "a.txt");
    assert.equal((await refused.call("git_commit", { message: "x" })).isError, true);
    assert.equal(git(refused.root, "log", "--format=%s"), "first");
  });
});

describe("git by way of a link", () => {
  /** A workspace folder that is a link into a repository. */
  async function linked() {
    const top = repositoryWith({ "packages/app/a.txt": "one\n", "packages/app/gone.txt": "g\n", "b.txt": "b\n" });
    const folder = join(top, "packages/app");
    git(top, "config", "user.name", "t");
    git(top, "config", "user.email", "t@t");
    const at = await realCrib({ "../ws": { link: folder } }, { settings: { "toolcrib.sandbox": "off" } });
    assert.notEqual(at.root, folder);
    const committed = () => git(folder, "show", "--name-status", "--format=").split("\n");
    const commit = (...paths: string[]) => at.call("git_commit", { message: "x", paths });
    return {
      ...at,
      folder,
      committed,
      commit,
      put: (name: string, text: string) => writeFileSync(join(folder, name), text),
    };
  }

  it("commits new, changed and removed files, by whichever of their names", async () => {
    const { folder, root, put, commit, committed } = await linked();
    put("a.txt", "two\n");
    put("new.txt", "n\n");
    rmSync(join(folder, "gone.txt"));
    const one = await commit("a.txt", join(root, "new.txt"), "gone.txt");
    assert.equal(one.isError, false, one.text);
    assert.deepEqual(committed(), ["M\tpackages/app/a.txt", "D\tpackages/app/gone.txt", "A\tpackages/app/new.txt"]);
    put("newer.txt", "n\n");
    const two = await commit(join(folder, "newer.txt"));
    assert.equal(two.isError, false, two.text);
    put("newest.txt", "n\n");
    symlinkSync("a.txt", join(folder, "link"));
    mkdirSync(join(folder, "n"));
    symlinkSync("n", join(folder, "m"));
    put("n/deep.txt", "d\n");
    assert.equal((await commit("link", "m/deep.txt")).isError, false);
    assert.deepEqual(committed(), ["A\tpackages/app/link", "A\tpackages/app/n/deep.txt"]);
    assert.equal((await commit(".")).isError, false);
    assert.deepEqual(committed(), ["A\tpackages/app/m", "A\tpackages/app/newest.txt"]);
    assert.equal(
      (await commit("typo.txt")).text,
      "typo.txt is not here, and git has no removal of it to commit, so nothing was committed: check the path.",
    );
  });

  it("unstages and restores files", async () => {
    const { call, put, folder } = await linked();
    put("a.txt", "mine\n");
    git(folder, "add", "a.txt");
    const { text } = await call("git_restore", { paths: ["a.txt"], staged: true });
    assert.match(text, /^Unstaged packages\/app\/a\.txt;/);
    const inside = await repository({ "n/a.txt": "one\n", m: { link: "n" } });
    inside.put("n/a.txt", "mine\n");
    assert.equal(
      (await inside.call("git_restore", { paths: ["m/a.txt"] })).text,
      "Restored n/a.txt; undo brings back what was there.",
    );
    assert.equal(inside.text("n/a.txt"), "one\n");
  });
});
