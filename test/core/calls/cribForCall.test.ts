/** Where a call works, and for whom (C-41, C-42, EX-4). */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { Session } from "../../../src/core/session/session";
import { Neighbours } from "../../features/workspaces/support/neighbours";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { snapshot } from "../../support/tempFolder";

const signal = new AbortController().signal;
const nobody = async () => assert.fail("nobody is asked");

describe("the place of a call", () => {
  let world: Neighbours;
  beforeEach(() => {
    world = new Neighbours({ "project/a.txt": "the person's\n" });
  });
  afterEach(() => world.close());

  it("C-41: is the agent's own workspace for the exec tools, and the person's folder for all others", async () => {
    const alice = await world.agent("alice");
    await alice.call("exec_write", { path: "a.txt", content: "own\n" });
    assert.equal((await alice.call("exec_read", { path: "a.txt" })).text, "own\n");
    assert.equal((await alice.call("read_file", { path: "a.txt" })).text, "the person's\n");
    assert.equal((await alice.call("read_file", { path: join(alice.own, "a.txt") })).text, "own\n");
    assert.match((await alice.call("exec_read", { path: join(world.root, "a.txt") })).text, /is outside the workspace/);
  });

  it("C-42: is the workspace for the plain tools of triggerfish too, where the setting says so", async () => {
    const options = { dialect: "triggerfish" };
    const alice = await world.agent("alice", { workspaceMode: "agent" }, options);
    await alice.call("write_file", { path: "a.txt", content: "own\n" });
    assert.equal(snapshot(alice.own)["a.txt"], "own\n");
    assert.equal(snapshot(world.root)["a.txt"], "the person's\n");
    const plain = await world.agent("bob", {}, options);
    assert.match((await plain.call("read_file", { path: "a.txt" })).text, /the person's/);
  });

  it("lets an agent find what it named like a secret itself, and a person's secrets in no folder (D-13)", async () => {
    const { crib } = await world.agent("alice", { secretPaths: ["vault/**"] });
    const own = await crib.inWorkspace("alice");
    const inFolder = crib.context().hiddenGlobs();
    const inOwn = own.context().hiddenGlobs();
    assert.deepEqual([inFolder.includes("**/.env"), inOwn.includes("**/.env")], [true, false]);
    assert.deepEqual(inOwn, ["vault/**", "vault/**/**"]);
  });

  it("tells a person who is asked what holds a command there (D-15)", async function () {
    await needsBubblewrap(this);
    const alice = await world.agent("alice", { "workspaces.commands": "ask" });
    await alice.call("exec_run", { command: "node -e 1" });
    assert.deepEqual(alice.asked[0]?.plan.notes?.slice(-1), [
      "It runs in a sandbox (bubblewrap): it can change the agent's own workspace only, see none of your folders, and reach no host.",
    ]);
  });

  it("is the same workspace for an agent to which work was handed on (AG-1)", async () => {
    const alice = await world.agent("alice");
    const below = new Session("alice/agent_1/agent_2");
    const input = { path: "scratch/a", content: "from below\n" };
    const { isError } = await executeCall(alice.crib, below, { tool: "exec_write", input, signal }, nobody);
    assert.equal(isError, false);
    assert.equal((await alice.call("exec_read", { path: "scratch/a" })).text, "from below\n");
  });

  it("is the workspace for the exec tools of an agent in a worktree, which reaches it in no other way (AG-3)", async () => {
    const alice = await world.agent("alice");
    await alice.call("exec_write", { path: "scratch/a", content: "own\n" });
    const tree = join(world.top, "tree");
    mkdirSync(tree);
    const bound = await alice.crib.boundTo(tree);
    const below = new Session("alice/agent_1");
    const call = async (tool: string, input: unknown) =>
      (await executeCall(bound, below, { tool, input, signal }, nobody)).text;
    assert.equal(await call("exec_read", { path: "scratch/a" }), "own\n");
    assert.match(
      await call("read_file", { path: join(alice.own, "scratch/a") }),
      /^Denied by policy: it belongs to another agent or to Toolcrib\./,
    );
  });

  it("is none for an agent whose name cannot be seen, and nothing is made", async () => {
    const hidden = await world.agent("\u200b");
    assert.equal(
      (await hidden.call("exec_write", { path: "a", content: "a" })).text,
      'The agent\'s name "\u200b" cannot be the name of a folder, so the agent has no workspace of its own: use the other tools.',
    );
    assert.deepEqual(snapshot(world.workspaces), {});
  });

  it("gives nobody the jobs of another agent (EX-4)", async () => {
    const alice = await world.agent("alice");
    const began = await alice.call("exec_run", { command: "echo hers", background: true });
    assert.equal(began.isError, false, began.text);
    const other = new Session("bob");
    const read = { tool: "job_output", input: { id: "bg_task_1", wait_ms: 1000 }, signal };
    const { text, isError } = await executeCall(alice.crib, other, read, nobody);
    assert.equal(isError, true);
    assert.match(text, /^There is no job "bg_task_1" of this agent/);
  });
});
