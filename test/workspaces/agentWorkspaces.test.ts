import assert from "node:assert/strict";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ToolError } from "../../src/core/toolError";
import { AgentWorkspaces } from "../../src/workspaces/agentWorkspaces";
import { snapshot, tempFolder } from "../support/tempFolder";

const workspacesIn = (folder: string) => new AgentWorkspaces(() => folder);
const aliceIn = (workspaces: AgentWorkspaces) => workspaces.of("alice") ?? assert.fail("there is none");

describe("agents' workspaces on the disk (EX-3)", () => {
  it("are made with their folders, for their owner alone, and once", async () => {
    const base = join(tempFolder(), "new", "base");
    const workspaces = workspacesIn(base);
    const alice = aliceIn(workspaces);
    assert.deepEqual(alice, { id: "alice", folder: join(base, "alice") });
    assert.deepEqual(workspaces.roots(), []);
    assert.equal(await workspaces.create(alice), true);
    assert.deepEqual(snapshot(base), {
      "alice/": "",
      "alice/integrations/": "",
      "alice/scratch/": "",
      "alice/skills/": "",
    });
    assert.equal(statSync(alice.folder).mode & 0o777, 0o700);
    assert.equal(await workspaces.create(alice), false);
    assert.deepEqual(workspaces.roots(), [{ path: alice.folder, real: alice.folder, name: "alice", apart: true }]);
  });

  it("are below the home by ~, and where a link leads that a person made", () => {
    assert.equal(workspacesIn("~/nowhere/there").base, join(homedir(), "nowhere/there"));
    const top = tempFolder({ "real/a": "", base: { link: "real" } });
    assert.equal(workspacesIn(join(top, "base")).base, join(top, "real"));
  });

  it("are no links to another agent's (EX-4)", async () => {
    const base = tempFolder({ "bob/scratch/secret": "s" });
    symlinkSync("bob", join(base, "alice"));
    const workspaces = workspacesIn(base);
    const alice = aliceIn(workspaces);
    await assert.rejects(
      workspaces.create(alice),
      (error) =>
        error instanceof ToolError &&
        error.message.startsWith(`The workspace ${alice.folder} cannot be made (it leads to ${base}/bob): `),
    );
    assert.deepEqual(workspaces.roots(), []);
  });

  it("go on where the agent has put something else in the place of its folders, and make nothing there", async () => {
    const outside = tempFolder();
    const base = tempFolder({ "alice/scratch": { link: join(outside, "new") }, "alice/skills": "a file" });
    const workspaces = workspacesIn(base);
    await workspaces.create(aliceIn(workspaces));
    assert.deepEqual(snapshot(outside), {});
    assert.deepEqual(Object.keys(snapshot(base)), ["alice/", "alice/integrations/", "alice/scratch", "alice/skills"]);
  });

  it("say what is in the way, and what the person can do", async () => {
    const base = tempFolder();
    writeFileSync(join(base, "alice"), "");
    const workspaces = workspacesIn(base);
    await assert.rejects(
      workspaces.create(aliceIn(workspaces)),
      /^ToolError: The workspace .*alice cannot be made \(EEXIST: /,
    );
  });
});
