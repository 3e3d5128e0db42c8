/** What a repository sets is read from its files, without starting git. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoriesAt } from "../../../src/node/repositories/repositories";
import { git, repositoryWith } from "../../support/repository";
import { plant, tempFolder } from "../../support/tempFolder";

const settingsAt = (folder: string) =>
  repositoriesAt(folder).found.flatMap(({ settings }) => settings.map(({ key, value }) => `${key}=${value}`));
const doubtsAt = (folder: string) => repositoriesAt(folder).found.map(({ doubt }) => doubt);
const topsBelow = (folder: string) =>
  repositoriesAt(folder)
    .submodules()
    .map(({ top }) => top);

describe("the repositories of a folder", () => {
  it("is the innermost one, from any folder in it", () => {
    const outer = repositoryWith({ "a/b/c.txt": "" });
    const inner = repositoryWith({ "d/e.txt": "" }, join(outer, "inner"));
    const tops = (folder: string) => repositoriesAt(folder).found.map(({ top }) => top);
    assert.deepEqual(tops(join(outer, "a/b")), [outer]);
    assert.deepEqual(tops(join(inner, "d")), [inner]);
    assert.deepEqual(tops(join(outer, "nothing/here")), [outer]);
  });

  it("also tells what git passes over when that is not whole", () => {
    const outer = repositoryWith({ "a/b.txt": "" });
    plant(outer, { "a/.git/config": "[diff] external = x\n" });
    assert.deepEqual(
      repositoriesAt(join(outer, "a")).found.map(({ top }) => top),
      [join(outer, "a"), outer],
    );
  });

  it("sets what its files set that are included, whatever their conditions", () => {
    const repository = repositoryWith({ "a.inc": "[x]y=a\n[include]path=b.inc\n", "b.inc": "[x]y=b\n" });
    git(repository, "config", "includeIf.onbranch:never.path", "../a.inc");
    git(repository, "config", "extensions.worktreeConfig", "true");
    git(repository, "config", "--worktree", "x.y", "w");
    const set = settingsAt(repository).filter((setting) => setting.startsWith("x.y="));
    assert.deepEqual(set, ["x.y=a", "x.y=b", "x.y=w"]);
  });

  it("is in doubt where files cannot be read as git may read them", () => {
    const cases: readonly (readonly [string, (config: string) => void])[] = [
      ["is malformed", (config) => writeFileSync(config, "[x\n")],
      ["is not plain text", (config) => writeFileSync(config, "[x]y=\0\n")],
      ['includes "~root/x"', (config) => writeFileSync(config, "[include]path=~root/x\n")],
      ["is included by too many others", (config) => writeFileSync(config, "[include]path=config\n")],
      ["is not a regular file", (config) => mkdirSync(config)],
      ["is not a regular file", (config) => execFileSync("mkfifo", [config])],
    ];
    for (const [expected, spoil] of cases) {
      const repository = repositoryWith({});
      const config = join(repository, ".git/config");
      rmSync(config);
      spoil(config);
      assert.deepEqual(doubtsAt(repository), [`${config} ${expected}`]);
    }
    const pointing = tempFolder({ ".git": "nowhere\n" });
    assert.deepEqual(doubtsAt(pointing), [`${join(pointing, ".git")} does not say where its repository is`]);
  });

  it("belongs to a worktree and a submodule, and not to whoever points to it", () => {
    const repository = repositoryWith({ "a.txt": "" });
    const tree = join(tempFolder(), "tree");
    git(repository, "worktree", "add", "-q", tree);
    const acknowledged = (folder: string) =>
      repositoriesAt(folder).found.flatMap(({ reaches }) => reaches.map(({ isAcknowledged }) => isAcknowledged));
    assert.deepEqual(acknowledged(tree), [true, true]);
    const pointing = tempFolder({ ".git": `gitdir: ${repository}/.git/worktrees/tree\n` });
    assert.deepEqual(acknowledged(pointing), [false, true]);
    const linked = tempFolder();
    symlinkSync(join(repository, ".git"), join(linked, ".git"));
    assert.deepEqual(acknowledged(linked), [false]);
    git(
      repository,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      repositoryWith({ b: "" }),
      "sub",
    );
    assert.deepEqual(acknowledged(join(repository, "sub")), [true, true]);
  });

  it("holds those that its index names, however that is written", () => {
    const repository = repositoryWith({ "a.txt": "", "sub-a.txt": "" });
    const sub = repositoryWith({ "a.txt": "" }, join(repository, "sub"));
    const other = repositoryWith({ "a.txt": "" }, join(repository, "sub-with-a-longer-name"));
    assert.deepEqual(topsBelow(repository), []);
    git(repository, "add", ".");
    assert.deepEqual(topsBelow(repository).sort(), [sub, other]);
    for (const kind of [["--index-version", "4"], ["--index-version", "3"], ["--split-index"]]) {
      git(repository, "update-index", ...kind);
      assert.deepEqual(topsBelow(repository).sort(), [sub, other], kind.join(" "));
    }
    const within = repositoryWith({ "a.txt": "" }, join(sub, "within"));
    git(sub, "add", ".");
    assert.deepEqual(topsBelow(repository).sort(), [sub, other, within].sort());
  });

  it("reads an index with names of 256 bits", () => {
    const repository = join(tempFolder(), "repo");
    mkdirSync(repository);
    git(repository, "init", "-q", "--object-format=sha256");
    const sub = join(repository, "sub");
    mkdirSync(sub);
    git(sub, "init", "-q", "--object-format=sha256");
    plant(repository, { "a.txt": "", "z.txt": "" });
    git(sub, "commit", "-q", "--allow-empty", "-m", "one");
    git(repository, "add", ".");
    assert.deepEqual(topsBelow(repository), [sub]);
  });
});
