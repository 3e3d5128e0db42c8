/** Git that Toolcrib starts itself, outside of the sandbox, starts nothing that a repository names. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { gitFacts } from "../../../../src/node/ignore/gitFacts";
import { families, hostileWorld, mark, wasRun } from "../../../support/hostileRepositories";
import { never, worktreesIn } from "../../../support/repository";
import { plant, tempFolder } from "../../../support/tempFolder";

/** Everything that is done with worktrees, as far as the repository lets it be done; returns how far that was. */
async function work(root: string, state: string): Promise<number> {
  const { worktrees } = worktreesIn(state);
  let done = 0;
  try {
    const made = await worktrees.create({ root, description: "work", agent: "chat/agent_1" }, never);
    done++;
    plant(made.folder, { "a.txt": "theirs\n", "new.txt": "new\n" });
    await worktrees.finish(made, "work");
    done++;
    for (const { path, before, after } of await worktrees.changes(made))
      for (const image of [before, after]) if (image) await worktrees.read(made, path, image);
    done++;
    await worktrees.list([root]);
    await worktrees.remove(made, { branch: "delete" });
    done++;
  } catch {
    // A repository that lacks something is refused.
  }
  return done;
}

describe("git of our own in a hostile repository", function () {
  this.timeout(30_000);
  let whole = 0;

  for (const family of families)
    it(`${family.name}: starts nothing of it`, async () => {
      const { root, outside } = hostileWorld(family);
      const state = tempFolder();
      await gitFacts(join(root, family.folder ?? ""), true);
      if ((await work(join(root, family.folder ?? ""), state)) === 4) whole++;
      assert.equal(wasRun(root, outside, state), false, mark);
    });

  it("does its work in most of them", () => assert.ok(whole > families.length / 2, `${whole}`));
});
