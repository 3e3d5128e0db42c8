import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commitLeft, removeMerged } from "../../../src/features/worktrees/settleWorktree";
import type { Worktree, Worktrees } from "../../../src/features/worktrees/worktrees";
import { git, never, repositoryWith, worktreesIn } from "../../support/repository";
import { plant } from "../../support/tempFolder";
import { failsWith } from "../../support/toolFailure";

describe("a worktree in which a person worked after its agent had ended (AG-2)", function () {
  this.timeout(30_000);
  let repository: string;
  let worktrees: Worktrees;
  let made: Worktree;
  const known = async () => {
    const [only] = await worktrees.list([repository]);
    assert.ok(only);
    return only;
  };
  const show = (name: string) => git(repository, "show", `${made.branch}:${name}`);
  beforeEach(async () => {
    repository = repositoryWith({ "a.txt": "1\n", ".gitignore": "ignored/\n" });
    ({ worktrees } = worktreesIn());
    made = await worktrees.create({ root: repository, description: "work", agent: "chat/agent_1" }, never);
    plant(made.folder, { "a.txt": "agent\n" });
    await worktrees.finish(made, "work");
    plant(made.folder, { "a.txt": "mended\n", "notes.md": "mine\n" });
  });

  it("is committed before it is reviewed, merged or discarded", async () => {
    const finished = await known();
    assert.equal(finished.state, "finished");
    assert.equal(await worktrees.hasUncommitted(made), true);
    await commitLeft(worktrees, finished);
    assert.deepEqual([show("a.txt"), show("notes.md")], ["mended", "mine"]);
    assert.equal(await worktrees.hasUncommitted(made), false);
    const { commit } = await known();
    await commitLeft(worktrees, await known());
    assert.equal((await known()).commit, commit);
  });

  it("stays after a merge for what was changed meanwhile or could not be committed, and goes without it", async () => {
    await commitLeft(worktrees, await known());
    const kept = async (isAllMerged = true) => {
      const { removed, ...rest } = await removeMerged(worktrees, made, isAllMerged, "delete");
      assert.equal(removed, undefined);
      assert.ok(existsSync(made.folder));
      return rest;
    };
    assert.deepEqual(await kept(false), { notes: [], isUncommitted: false });
    plant(made.folder, { "late.txt": "late\n" });
    assert.deepEqual(await kept(), { notes: [], isUncommitted: true });
    git(made.folder, "add", "late.txt");
    assert.deepEqual(await kept(), { notes: [], isUncommitted: true });
    rmSync(join(made.folder, "late.txt"));
    assert.deepEqual(await kept(), { notes: [], isUncommitted: true });
    await commitLeft(worktrees, await known());
    plant(made.folder, { "ignored/x": "x" });
    const { commit } = await known();
    assert.deepEqual((await removeMerged(worktrees, made, true, "delete")).removed, {
      branch: made.branch,
      commit,
      branchDeleted: true,
    });
    assert.equal(existsSync(made.folder), false);
  });

  it("stays where it is no worktree any more, and what was committed can still be merged", async () => {
    rmSync(join(made.folder, ".git"));
    await commitLeft(worktrees, await known());
    assert.equal(show("a.txt"), "agent");
    await failsWith(() => removeMerged(worktrees, made, true, "delete"), "stale", /is no longer the worktree that/);
    assert.ok(existsSync(join(made.folder, "notes.md")));
    rmSync(made.folder, { recursive: true });
    assert.equal((await removeMerged(worktrees, made, true, "keep")).removed?.branchDeleted, false);
  });
});
