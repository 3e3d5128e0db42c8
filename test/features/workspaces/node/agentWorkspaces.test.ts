import assert from "node:assert/strict";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ToolError } from "../../../../src/core/vocabulary/toolError";
import { AgentWorkspaces } from "../../../../src/features/workspaces/node/agentWorkspaces";
import { projectOf } from "../../../../src/node/state/project";
import { snapshot, tempFolder } from "../../../support/tempFolder";

const workspacesIn = (folder: string, roots: readonly string[] = ["/w/Shop one"]) =>
  new AgentWorkspaces(
    () => folder,
    () => projectOf(roots),
  );
/** Of alice in the project of these tests. */
const id = `alice+shop-one-${projectOf(["/w/Shop one"]).digest}`;
const aliceIn = (workspaces: AgentWorkspaces) => workspaces.of("alice") ?? assert.fail("there is none");

describe("agents' workspaces on the disk (EX-3)", () => {
  it("are made with their folders, for their owner alone, and once", async () => {
    const base = join(tempFolder(), "new", "base");
    const workspaces = workspacesIn(base);
    const alice = aliceIn(workspaces);
    assert.deepEqual(alice, { id, folder: join(base, id) });
    assert.deepEqual(workspaces.roots(), []);
    assert.equal(await workspaces.create(alice), true);
    assert.deepEqual(snapshot(base), {
      ".projects/": "",
      [`.projects/${id}.json`]: '{"roots":["/w/Shop one"]}',
      [`${id}/`]: "",
      [`${id}/integrations/`]: "",
      [`${id}/scratch/`]: "",
      [`${id}/skills/`]: "",
    });
    assert.deepEqual(await workspaces.projectOf(id), ["/w/Shop one"]);
    assert.equal(statSync(alice.folder).mode & 0o777, 0o700);
    assert.equal(await workspaces.create(alice), false);
    assert.deepEqual(workspaces.roots(), [{ path: alice.folder, real: alice.folder, name: id, apart: true }]);
  });

  it("are each project's own: the set of real folders counts, not its order, and no folder of old is taken over", () => {
    const base = tempFolder({ "alice/scratch/old": "" });
    const of = (...roots: string[]) => aliceIn(workspacesIn(base, roots)).id;
    assert.equal(of("/w/b", "/w/a"), of("/w/a", "/w/b", "/w/a"));
    const all = [of("/w/a"), of("/w/b"), of("/w/a", "/w/b"), of("/w/a,/w/b"), of("/w/a/b"), of(), "alice"];
    assert.equal(new Set(all).size, all.length);
    const workspaces = workspacesIn(base, ["/w/a"]);
    assert.deepEqual(
      [of("/w/a"), "alice", of("/w/b")].map((one) => workspaces.isElsewhere(one)),
      [false, false, true],
    );
  });

  it("stay their agents' where a person opens one as a folder", () => {
    const base = tempFolder();
    const opened = workspacesIn(base, [join(base, id, "scratch")]);
    assert.equal(opened.of("alice")?.id, id);
    assert.equal(opened.of("bob")?.id.startsWith("bob+"), true);
    assert.equal(workspacesIn(base, [join(base, "alice")]).of("alice")?.id, "alice");
    assert.equal(workspacesIn(base, [base]).of("alice")?.id.startsWith("alice+toolcrib-test-"), true);
  });

  it("are below the home by ~, and where a link leads that a person made", () => {
    assert.equal(workspacesIn("~/nowhere/there").base, join(homedir(), "nowhere/there"));
    const top = tempFolder({ "real/a": "", base: { link: "real" } });
    assert.equal(workspacesIn(join(top, "base")).base, join(top, "real"));
  });

  it("are no links to another agent's (EX-4)", async () => {
    const base = tempFolder({ "bob/scratch/secret": "s" });
    symlinkSync("bob", join(base, id));
    const workspaces = workspacesIn(base);
    const alice = aliceIn(workspaces);
    await assert.rejects(
      workspaces.create(alice),
      (error) =>
        error instanceof ToolError &&
        error.message.startsWith(`The workspace ${alice.folder} cannot be created (it leads to ${base}/bob): `),
    );
    assert.deepEqual(workspaces.roots(), []);
  });

  it("go on where the agent has put something else in the place of its folders, and make nothing there", async () => {
    const outside = tempFolder();
    const base = tempFolder({ [`${id}/scratch`]: { link: join(outside, "new") }, [`${id}/skills`]: "a file" });
    const workspaces = workspacesIn(base);
    await workspaces.create(aliceIn(workspaces));
    assert.deepEqual(snapshot(outside), {});
    assert.deepEqual(Object.keys(snapshot(join(base, id))), ["integrations/", "scratch", "skills"]);
  });

  it("say what is in the way, and what the person can do", async () => {
    const base = tempFolder();
    writeFileSync(join(base, id), "");
    const workspaces = workspacesIn(base);
    await assert.rejects(
      workspaces.create(aliceIn(workspaces)),
      /^ToolError: The workspace .*alice\+\S+ cannot be created \(EEXIST: /,
    );
  });
});
