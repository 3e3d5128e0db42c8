import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Worktree } from "../../../../src/features/worktrees/worktrees";
import { bundled } from "../../../support/bundled";
import { git, never, repositoryWith, worktreesIn } from "../../../support/repository";
import { plant, snapshot, tempFolder } from "../../../support/tempFolder";
import { failsWith } from "../../../support/toolFailure";

const wish = (root: string) => ({ root, description: "work", agent: "chat/agent_1" });
const refs = (repository: string) => git(repository, "for-each-ref", "--format=%(refname:short)").split("\n");

describe("worktrees that are done with, and those that were left behind (AG-2)", function () {
  this.timeout(30_000);

  it("removes the worktree with its branch, and says where that was", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees } = worktreesIn();
    const before = snapshot(repository);
    const made = await worktrees.create(wish(repository), never);
    plant(made.folder, { "b.txt": "b\n", "sub/.git/HEAD": "odd" });
    const { commit } = await worktrees.finish(made, "work");
    assert.deepEqual(await worktrees.remove(made, { branch: "delete" }), {
      branch: made.branch,
      commit,
      branchDeleted: true,
    });
    assert.equal(existsSync(made.folder), false);
    assert.deepEqual(refs(repository), ["main"]);
    const kept = (all: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(all).filter(([path]) => !/^\.git\/(packed-refs$|(objects|logs|refs|worktrees)\/)/.test(path)),
      );
    assert.deepEqual(kept(snapshot(repository)), kept(before));
    assert.equal(git(repository, "show", `${commit}:b.txt`), "b");
    await failsWith(
      () => worktrees.remove(made, { branch: "delete" }),
      "not_found",
      `${made.folder} is not the worktree of an agent, or was removed already.`,
    );
  });

  it("keeps the branch when asked to, or when it is checked out by the person", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees } = worktreesIn();
    const made = await worktrees.create(wish(repository), never);
    assert.equal((await worktrees.remove(made, { branch: "keep" })).branchDeleted, false);
    assert.deepEqual(refs(repository), ["main", made.branch]);
    const second = await worktrees.create(wish(repository), never);
    git(repository, "checkout", "-q", "--ignore-other-worktrees", second.branch);
    assert.equal((await worktrees.remove(second, { branch: "delete" })).branchDeleted, false);
    assert.ok(refs(repository).includes(second.branch));
  });

  const damages: readonly (readonly [what: string, act: (made: Worktree) => void])[] = [
    ["whose .git file is gone", ({ folder }) => rmSync(join(folder, ".git"))],
    ["whose .git file points elsewhere", ({ folder }) => writeFileSync(join(folder, ".git"), "gitdir: /tmp\n")],
    ["that is locked", ({ folder }) => void git(folder, "worktree", "lock", folder)],
    ["whose folder was deleted", ({ folder }) => rmSync(folder, { recursive: true })],
    [
      "whose folder was deleted and pruned",
      ({ folder, repository }) => {
        rmSync(folder, { recursive: true });
        git(repository, "worktree", "prune");
      },
    ],
  ];
  for (const [what, act] of damages)
    it(`removes one ${what}, and nothing else`, async () => {
      const repository = repositoryWith({ "a.txt": "a\n" });
      const other = join(tempFolder(), "other");
      git(repository, "worktree", "add", "-q", "-b", "other", other);
      rmSync(other, { recursive: true });
      const { worktrees } = worktreesIn();
      const made = await worktrees.create(wish(repository), never);
      act(made);
      assert.equal((await worktrees.remove(made, { branch: "delete" })).branchDeleted, true);
      assert.equal(existsSync(made.folder), false);
      assert.equal(
        git(repository, "worktree", "list", "--porcelain").match(/^worktree /gm)?.length,
        what.includes("pruned") ? 1 : 2,
      );
      assert.deepEqual(await worktrees.list([repository]), []);
    });

  it("follows no link when it removes", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const outside = tempFolder({ "kept.txt": "k" });
    const { worktrees } = worktreesIn();
    const made = await worktrees.create(wish(repository), never);
    symlinkSync(outside, join(made.folder, "link"));
    rmSync(join(made.folder, ".git"));
    await worktrees.remove(made, { branch: "delete" });
    assert.deepEqual(snapshot(outside), { "kept.txt": "k" });
  });

  it("lists those of the roots' repositories, oldest first, each as it stands", async () => {
    const repository = repositoryWith({ "sub/a.txt": "a\n" });
    const foreign = repositoryWith({});
    const { worktrees, state } = worktreesIn();
    const working = await worktrees.create(wish(repository), never);
    const finished = await worktrees.create(wish(join(repository, "sub")), never);
    const missing = await worktrees.create(wish(repository), never);
    const gone = await worktrees.create(wish(repository), never);
    await worktrees.create(wish(foreign), never);
    plant(finished.folder, { "b.txt": "b" });
    const { commit = "" } = await worktrees.finish(finished, "work");
    for (const one of [missing, gone]) await worktrees.finish(one, "work");
    for (const { folder } of [missing, gone]) rmSync(folder, { recursive: true });
    git(repository, "worktree", "prune");
    git(repository, "branch", "-D", gone.branch);
    const expected = [
      { worktree: working, state: "working" },
      { worktree: finished, state: "finished", commit },
      { worktree: missing, state: "missing" },
    ];
    assert.deepEqual(await worktrees.list([join(repository, "sub"), tempFolder()]), expected);
    assert.deepEqual(await worktrees.list([repository, repository]), expected);
    const [first, ...others] = expected;
    const afterRestart = worktreesIn(state).worktrees;
    assert.deepEqual(await afterRestart.list([repository]), [{ ...first, state: "stale" }, ...others]);
    assert.deepEqual(await worktrees.list([]), []);
  });

  it("takes no later process of the same number for the one that is gone", async function () {
    if (process.platform !== "linux") this.skip();
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees, state } = worktreesIn();
    await worktrees.create(wish(repository), never);
    const [name = ""] = readdirSync(join(state, "records"));
    const record = JSON.parse(readFileSync(join(state, "records", name), "utf8"));
    const began = readFileSync(`/proc/${process.ppid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")[19];
    const states = [];
    for (const owner of [
      { pid: process.ppid, began },
      { pid: process.ppid, began: "0" },
    ]) {
      writeFileSync(join(state, "records", name), JSON.stringify({ ...record, owner }));
      states.push(...(await worktrees.list([repository])).map((known) => known.state));
    }
    assert.deepEqual(states, ["working", "stale"]);
  });

  it("is not put off by a record that is damaged", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees, state } = worktreesIn();
    await worktrees.create(wish(repository), never);
    for (const text of ["", "{", "null", "{}", '{"worktree":{}}'])
      writeFileSync(join(state, "records", `${text.length}.json`), text);
    assert.equal((await worktrees.list([repository])).length, 1);
  });

  it("can finish and remove what another process began and left", async () => {
    const repository = repositoryWith({ "a.txt": "a\n" });
    const { worktrees, state } = worktreesIn();
    const made = await worktrees.create(wish(repository), never);
    plant(made.folder, { "a.txt": "b\n" });
    const later = worktreesIn(state).worktrees;
    assert.deepEqual((await later.finish(made, "work")).files, [{ path: "a.txt", added: 1, removed: 1 }]);
    assert.deepEqual(
      (await later.list([repository])).map(({ state }) => state),
      ["finished"],
    );
  });

  it("tells whoever listens of every change", async () => {
    const repository = repositoryWith({});
    const { worktrees } = worktreesIn();
    let heard = 0;
    const end = worktrees.onChange(() => {
      heard++;
    });
    const made = await worktrees.create(wish(repository), never);
    assert.equal(heard, 1);
    await worktrees.finish(made, "work");
    assert.equal(heard, 2);
    await worktrees.remove(made, { branch: "delete" });
    assert.equal(heard, 3);
    end();
    await worktrees.create(wish(repository), never);
    assert.equal(heard, 3);
  });

  it("loses nothing to kill -9, at whatever moment: all is listed, finished and removed afterwards", async () => {
    const repository = repositoryWith(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.txt`, "x\n"])),
    );
    const state = tempFolder();
    const program = bundled(join(__dirname, "../../../node/support/worktreesForever.ts"));
    for (const moment of [0, 40, 90, 160, 250]) {
      const child = spawn(process.execPath, [program, repository, state], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, moment));
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    const { worktrees } = worktreesIn(state);
    const left = await worktrees.list([repository]);
    assert.ok(left.length > 0);
    for (const { worktree, state } of left) {
      assert.notEqual(state, "working");
      if (state === "stale") await worktrees.finish(worktree, "late").catch(() => {});
      await worktrees.remove(worktree, { branch: "delete" });
    }
    assert.deepEqual(await worktrees.list([repository]), []);
    assert.equal(git(repository, "worktree", "list", "--porcelain").match(/^worktree /gm)?.length, 1);
    assert.equal(git(repository, "status", "--porcelain"), "");
    assert.equal(git(repository, "fsck", "--connectivity-only").includes("missing"), false);
  });
});
