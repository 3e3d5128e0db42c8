import assert from "node:assert/strict";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryOfObject } from "../../../src/features/undo/gitObjects";
import { Journal, type JournalChange } from "../../../src/features/undo/journal";
import { JournalFiles } from "../../../src/features/undo/node/journalFiles";
import { NodeFiles } from "../../../src/node/files/nodeFiles";
import { git, repositoryWith } from "../../support/repository";
import { plant, tempFolder } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

describe("git's objects when a command that committed is undone (D-17)", () => {
  const journalOf = (root: string) => {
    const files = new NodeFiles(() => [{ path: root, real: root, name: "root" }], root);
    return new Journal({ store: new JournalFiles(tempFolder()), files, now: Date.now });
  };

  function filesIn(root: string): Map<string, Buffer> {
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    const paths = names.map((name) => join(root, name)).filter((path) => lstatSync(path).isFile());
    return new Map(paths.map((path) => [path, readFileSync(path)]));
  }

  /** Records what was done as the changes of one command. */
  async function recorded(journal: Journal, root: string, work: () => void): Promise<void> {
    const before = filesIn(root);
    work();
    const after = filesIn(root);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
      const [old, fresh] = [before.get(path), after.get(path)];
      return !old || !fresh || !old.equals(fresh);
    });
    const changes = changed.sort().map((path): JournalChange => {
      const sides = { before: before.get(path), after: after.get(path) };
      return { path, real: path, shown: path.slice(root.length + 1), ...sides, createdDirectories: [] };
    });
    const id = crypto.randomUUID();
    await journal.begin({ id, agent: "a", tool: "run_command", title: "Commit" }).record(changes);
  }

  const commit = (folder: string) => {
    plant(folder, { "b.txt": "work\n" });
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "agent");
  };

  const places = {
    "a repository": () => repositoryWith({ "a.txt": "1\n" }),
    "a repository whose folder has another name": () => {
      const root = repositoryWith({ "a.txt": "1\n" });
      git(root, "init", "-q", "--separate-git-dir", join(root, "store"));
      plant(root, { ".gitignore": "store\n" });
      return root;
    },
  };
  for (const [name, made] of Object.entries(places))
    it(`stay in ${name}, because the person's branches need them, and the rest is undone and redone`, async () => {
      const root = made();
      const journal = journalOf(root);
      const first = git(root, "rev-parse", "HEAD");
      await recorded(journal, root, () => commit(root));
      const second = git(root, "rev-parse", "HEAD");
      git(root, "branch", "keep");
      const { restored } = await journal.undo();
      assert.equal(git(root, "rev-parse", "HEAD"), first);
      assert.equal(git(root, "show", "keep:b.txt"), "work");
      assert.equal(existsSync(join(root, "b.txt")), false);
      assert.deepEqual(
        restored.filter((shown) => shown.includes("objects/")),
        [],
      );
      await journal.redo();
      assert.equal(git(root, "rev-parse", "HEAD"), second);
      await journal.undo();
      assert.equal(git(root, "fsck", "--full", "--no-dangling"), "");
      assert.deepEqual(await journal.undoable(), []);
    });

  it("come back with a redo where git has removed them since, and packs of them stay", async () => {
    const root = repositoryWith({ "a.txt": "1\n" });
    const journal = journalOf(root);
    await recorded(journal, root, () => {
      commit(root);
      git(root, "gc", "-q");
    });
    git(root, "branch", "keep");
    await journal.undo();
    assert.equal(git(root, "show", "keep:b.txt"), "work");
    assert.equal(git(root, "fsck", "--full", "--no-dangling"), "");
    git(root, "branch", "-D", "keep");
    git(root, "reflog", "expire", "--expire=now", "--all");
    git(root, "gc", "-q", "--prune=now");
    const other = repositoryWith({ "a.txt": "1\n" });
    const loose = journalOf(other);
    await recorded(loose, other, () => commit(other));
    await loose.undo();
    git(other, "prune", "--expire=now");
    await loose.redo();
    assert.equal(git(other, "show", "HEAD:b.txt"), "work");
  });

  it("go with a repository that the command made, unless somebody has made branches in it since", async () => {
    const root = tempFolder({ "a.txt": "1\n" });
    const journal = journalOf(root);
    await recorded(journal, root, () => {
      git(root, "init", "-q");
      commit(root);
    });
    git(root, "branch", "keep");
    await failsWith(
      () => journal.undo(),
      "stale",
      'The repository of .git/HEAD has got branches or worktrees since "Commit", so nothing was undone: restore it by hand or undo the later change first.',
    );
    assert.equal(git(root, "show", "keep:b.txt"), "work");
    git(root, "pack-refs", "--all");
    await failsWith(() => journal.undo(), "stale", /^The repository of \.git\/HEAD has got branches/);
    rmSync(join(root, ".git/packed-refs"));
    await journal.undo();
    assert.deepEqual(
      [...filesIn(root).keys()].filter((path) => /HEAD$|objects/.test(path)),
      [],
    );
  });

  it("stay when the repository goes in an undo of its own", async () => {
    const root = tempFolder({ "a.txt": "1\n" });
    const journal = journalOf(root);
    await recorded(journal, root, () => git(root, "init", "-q"));
    await recorded(journal, root, () => commit(root));
    for (let time = 0; time < 2; time++) await journal.undo();
    assert.equal(existsSync(join(root, ".git/HEAD")), false);
    for (let time = 0; time < 2; time++) await journal.redo();
    assert.equal(git(root, "show", "HEAD:b.txt"), "work");
    rmSync(join(root, ".git"), { recursive: true });
  });

  it("are known by their names, and nothing else is", () => {
    const id = "0".repeat(38);
    for (const name of [
      `ab/${id}`,
      `pack/pack-ab${id}.idx`,
      "pack/multi-pack-index",
      "info/commit-graphs/graph-1.graph",
    ])
      assert.equal(repositoryOfObject(`/w/any.git/objects/${name}`), "/w/any.git");
    for (const name of ["ab/x.obj", "info/alternates", "pack/notes.txt", `src/${id}`])
      assert.equal(repositoryOfObject(`/w/objects/${name}`), undefined);
  });
});
