/** The exec tools under everything that surrounds a call: policy, plan mode, undo, other agents, odd places (EX-1, EN-1, C-44). */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { Session } from "../../../src/core/session/session";
import { type Speaking, speaking } from "../../dialects/support/speaking";
import { ownFolder } from "../../support/ownFolder";
import { plant, snapshot } from "../../support/tempFolder";
import { Neighbours } from "./support/neighbours";

const yes = async () => ({ approved: true, by: "person" }) as const;
const write = { path: "scratch/a.txt", content: "a\n" };

const ownOf = ({ root }: Pick<Speaking, "root">, agent = "tester") =>
  ownFolder(join(dirname(root), "workspaces"), agent, root);

/** A call of another agent in the same process. */
const callAs = ({ crib }: Speaking, agent: string, tool: string, input: object) =>
  executeCall(crib, new Session(agent), { tool, input, signal: new AbortController().signal }, yes);

describe("exec tools in plan mode (C-44, PM-1)", () => {
  it("write nothing, and run what only reads", async () => {
    const crib = await speaking("standard");
    crib.session.plan.enter();
    assert.match(
      await crib.fails("exec_write", write),
      /^Denied by policy: plan mode is on until a person approves a plan, and this changes a file\. "Write scratch\/a\.txt" was not done; /,
    );
    assert.match(await crib.fails("exec_run", { command: "touch x" }), /this command is not recognised as read-only/);
    assert.match(
      await crib.fails("integration_create", { name: "x", description: "d", runtime: "bash" }),
      /plan mode is on .* this changes a file/,
    );
    assert.match(await crib.says("exec_run", { command: "ls" }), /^integrations\nscratch\nskills\n/);
    assert.match(await crib.says("exec_ls", {}), /^integrations\/$/m);
    assert.equal(existsSync(join(ownOf(crib), write.path)), false);
    assert.deepEqual(crib.asked, []);
  });

  it("in triggerfish's words", async () => {
    const { session, fails } = await speaking("triggerfish");
    session.plan.enter();
    assert.equal(
      await fails("exec_write", write),
      'Tool "exec_write" is blocked in plan mode. Use submit_plan to present your plan first.',
    );
  });
});

describe("what exec_write did (D-17)", () => {
  it("is undone and redone byte for byte, and the folders it made go with it", async () => {
    const crib = await speaking("standard");
    await crib.says("exec_run", { command: "true" });
    const own = ownOf(crib);
    const before = Object.keys(snapshot(own)).filter((name) => name !== ".exec_history");
    await crib.says("exec_write", { path: "scratch/deep/er/a.txt", content: "one" });
    await crib.says("exec_write", { path: "scratch/deep/er/a.txt", content: "two" });
    const { journal } = crib.crib;
    assert.deepEqual(
      (await journal.undoable()).map(({ title, files }) => [title, files]),
      [
        // The person's folder may have one of the same name.
        ["Overwrite scratch/deep/er/a.txt", [join(own, "scratch/deep/er/a.txt")]],
        ["Create scratch/deep/er/a.txt", [join(own, "scratch/deep/er/a.txt")]],
      ],
    );
    await journal.undo();
    assert.equal(readFileSync(join(own, "scratch/deep/er/a.txt"), "utf8"), "one");
    await journal.undo();
    assert.deepEqual(
      Object.keys(snapshot(own)).filter((name) => name !== ".exec_history"),
      before,
    );
    await journal.redo();
    assert.equal(readFileSync(join(own, "scratch/deep/er/a.txt"), "utf8"), "one");
  });

  it("is not undone over what came later", async () => {
    const crib = await speaking("standard");
    await crib.says("exec_write", write);
    writeFileSync(join(ownOf(crib), write.path), "a program's");
    await assert.rejects(crib.crib.journal.undo(), /scratch\/a\.txt has changed since "Create scratch\/a\.txt"/);
  });
});

describe("exec tools, called by others", () => {
  it("through call_tool, as the tool itself (DF-4)", async () => {
    const crib = await speaking("standard");
    assert.equal(
      await crib.says("call_tool", { name: "exec_write", arguments: write }),
      "Created scratch/a.txt (2 bytes).",
    );
    assert.equal(readFileSync(join(ownOf(crib), write.path), "utf8"), "a\n");
    assert.deepEqual(
      crib.records.map(({ tool }) => tool),
      ["exec_write"],
    );
  });

  it("sub-agents work in the workspace of whoever handed the work on, and nobody else does (EX-4)", async () => {
    const crib = await speaking("standard");
    await callAs(crib, "tester/agent_1", "exec_write", write);
    assert.equal(readFileSync(join(ownOf(crib), write.path), "utf8"), "a\n");
    await callAs(crib, "other", "exec_write", { ...write, content: "other" });
    assert.equal(readFileSync(join(ownOf(crib, "other"), write.path), "utf8"), "other");
    assert.equal(readFileSync(join(ownOf(crib), write.path), "utf8"), "a\n");
    const { text, isError } = await callAs(crib, "other", "exec_read", { path: join(ownOf(crib), write.path) });
    assert.equal(isError, true);
    assert.match(text, /^Denied by policy: it belongs to another agent/);
  });

  it("agents in a worktree have theirs as well, apart from it (AG-2)", async () => {
    const crib = await speaking("standard");
    const worktree = join(crib.outside, "tree");
    mkdirSync(worktree);
    const apart = await crib.crib.boundTo(worktree);
    const session = new Session("tester/agent_1");
    const { signal } = new AbortController();
    const call = (tool: string, input: object) => executeCall(apart, session, { tool, input, signal }, yes);
    assert.equal((await call("exec_write", write)).text, "Created scratch/a.txt (2 bytes).");
    assert.equal((await call("write_file", { path: "b.txt", content: "b" })).text, "Created b.txt (1 bytes).");
    assert.deepEqual(Object.keys(snapshot(worktree)), ["b.txt"]);
    assert.match((await call("exec_run", { command: "cat scratch/a.txt" })).text, /^a\n/);
    assert.deepEqual(
      (await crib.crib.journal.undoable()).map(({ files }) => files),
      [[join(ownOf(crib), write.path)]],
    );
  });
});

describe("the managed policy's exec.disabled (EN-1)", () => {
  const managed = (disabled: unknown, more = {}) => ({ managed: JSON.stringify({ exec: { disabled }, ...more }) });
  const calls: [tool: string, input: object][] = [
    ["exec_ls", {}],
    ["exec_read", { path: "scratch/a.txt" }],
    ["exec_write", write],
    ["exec_run", { command: "ls" }],
    ["integration_create", { name: "x", description: "d", runtime: "bash" }],
    ["integration_run", { name: "x" }],
  ];
  for (const [disabled, reason, more] of [
    [true, "the managed policy does not allow commands", {}],
    [{ agents: ["tester"] }, "the managed policy does not allow the agent tester to run commands", {}],
    [
      { roles: ["interns"] },
      "the managed policy does not allow the role interns to run commands",
      { roles: { interns: ["tester"] } },
    ],
  ] as const)
    it(`${JSON.stringify(disabled)}: every exec tool is refused, and no workspace is made`, async () => {
      const crib = await speaking("standard", {}, managed(disabled, more));
      for (const [tool, input] of calls) {
        const text = await crib.fails(tool, input);
        assert.ok(
          text.startsWith(`Denied by policy: ${reason}, so the agent has no workspace of its own. `),
          `${tool}: ${text}`,
        );
      }
      assert.equal(existsSync(ownOf(crib)), false);
      assert.match(await crib.says("list_directory", {}), /is empty/);
    });

  it("closes a workspace of before to all tools", async () => {
    const crib = await speaking("standard", {}, managed(true));
    plant(ownOf(crib), { "scratch/a.txt": "a" });
    const path = join(ownOf(crib), "scratch/a.txt");
    for (const [tool, input] of [
      ["read_file", { path }],
      ["write_file", { path, content: "b" }],
      ["list_directory", { path: ownOf(crib) }],
    ] as const)
      assert.match(await crib.fails(tool, input), /^Denied by policy: it belongs to another agent or to Toolcrib/);
    assert.equal(readFileSync(path, "utf8"), "a");
  });

  it("leaves other agents alone", async () => {
    const crib = await speaking("standard", {}, managed({ agents: ["other"] }));
    await crib.says("exec_write", write);
    assert.match((await callAs(crib, "other/agent_1", "exec_write", write)).text, /^Denied by policy: .*agent other/);
  });

  it("holds for plain tools that would work in the workspace (C-42)", async () => {
    const options = { ...managed(true), settings: { "toolcrib.workspaceMode": "agent" } };
    const crib = await speaking("triggerfish", { "a.txt": "a" }, options);
    assert.match(await crib.fails("read_file", { path: "a.txt" }), /so the agent has no workspace of its own/);
    assert.equal(existsSync(ownOf(crib)), false);
  });
});

describe("exec tools in odd places", () => {
  it("an untrusted workspace: they look, and change nothing (PTH-8)", async () => {
    const crib = await speaking("standard", {}, { trusted: false });
    const refused = /^Denied by policy: the workspace is not trusted, so tools may only read/;
    assert.match(await crib.fails("exec_write", write), refused);
    assert.match(await crib.fails("exec_run", { command: "ls" }), refused);
    assert.match(await crib.says("exec_ls", {}), /^integrations\/\nscratch\/\nskills\/\n/);
  });

  it("an agent without a name has no workspace (EX-12)", async () => {
    const crib = await speaking("standard");
    for (const name of ["", "\u200b", " "]) {
      const { text, isError } = await callAs(crib, name, "exec_ls", {});
      assert.equal(isError, true);
      assert.equal(
        text,
        `The agent's name ${JSON.stringify(name)} cannot be the name of a folder, so the agent has no workspace of its own: use the other tools.`,
      );
    }
    assert.equal(existsSync(dirname(ownOf(crib))), false);
  });

  it("no access for other users of the machine", async () => {
    const crib = await speaking("standard");
    await crib.says("exec_write", write);
    for (const folder of [dirname(ownOf(crib)), ownOf(crib), join(ownOf(crib), "scratch")])
      assert.equal(statSync(folder).mode & 0o777, 0o700, folder);
  });
});

describe("the folder of all workspaces (EX-3)", () => {
  let neighbours: Neighbours;
  afterEach(() => neighbours.close());
  const written = { tool: "exec_write", input: write };

  it("is a link: what it leads to is meant", async () => {
    neighbours = new Neighbours({ "real/x": "" });
    const link = join(neighbours.top, "link");
    symlinkSync(join(neighbours.top, "real"), link);
    const { call, own } = await neighbours.agent("main", { "workspaces.folder": link });
    assert.equal(own, ownFolder(join(neighbours.top, "real"), "main", neighbours.root));
    assert.equal((await call("exec_write", write)).text, "Created scratch/a.txt (2 bytes).");
    assert.equal(readFileSync(join(own, write.path), "utf8"), "a\n");
  });

  it("cannot be written: one sentence, naming the setting", async () => {
    neighbours = new Neighbours({ "file.txt": "" });
    const { call } = await neighbours.agent("main", { "workspaces.folder": join(neighbours.top, "file.txt", "base") });
    const { text, isError } = await call(written.tool, written.input);
    assert.equal(isError, true);
    assert.match(
      text,
      /^The workspace .+\/file\.txt\/base\/main\+\S+ cannot be created \(ENOTDIR: .*\): ask the person to set toolcrib\.workspaces\.folder to a folder that can be written to\.$/,
    );
  });

  it("holds a link in place of the agent's folder: refused, and nothing is made where it leads", async () => {
    neighbours = new Neighbours({ "elsewhere/x": "" });
    const { call, own } = await neighbours.agent("main");
    symlinkSync(join(neighbours.top, "elsewhere"), own);
    const { text } = await call(written.tool, written.input);
    assert.match(text, /^The workspace .+\/main\+\S+ cannot be created \(it leads to .+\/elsewhere\): /);
    assert.deepEqual(Object.keys(snapshot(join(neighbours.top, "elsewhere"))), ["x"]);
  });

  it("lies in a folder of the person's: the exec tools work, and the other workspaces stay closed", async () => {
    neighbours = new Neighbours({ "project/base/other/scratch/b.txt": "secret\n" });
    const { call, own } = await neighbours.agent("main", { "workspaces.folder": join(neighbours.root, "base") });
    assert.equal((await call("exec_write", write)).text, "Created scratch/a.txt (2 bytes).");
    assert.match((await call("exec_run", { command: "cat scratch/a.txt" })).text, /^a\n/);
    assert.equal((await call("read_file", { path: join(own, write.path) })).text, "a\n");
    const stolen = await call("read_file", { path: "base/other/scratch/b.txt" });
    assert.match(stolen.text, /^Denied by policy: it belongs to another agent/);
  });

  it("serves two windows of one agent at once: each file is whole, and what one changed the other has to read", async () => {
    neighbours = new Neighbours();
    const [one, two] = await Promise.all([neighbours.agent("main"), neighbours.agent("main")]);
    const contents = ["1".repeat(1000), "2".repeat(1000)].map((line) => `${line}\n`.repeat(20));
    const results = await Promise.all(
      [one, two].map(({ call }, index) => call("exec_write", { path: "scratch/a.txt", content: contents[index] })),
    );
    const now = readFileSync(join(one.own, "scratch/a.txt"), "utf8");
    assert.ok(contents.includes(now));
    assert.equal(results.filter(({ isError }) => !isError).length, 1);
    const loser = results[0]?.isError ? one : two;
    assert.match((await loser.call("exec_write", { ...write, content: "x" })).text, /read it with exec_read first/);
    assert.equal((await loser.call("exec_read", { path: write.path })).text, now);
    assert.equal((await loser.call("exec_write", { ...write, content: "x" })).isError, false);
  });

  it("is all there is in a window without folders", async () => {
    neighbours = new Neighbours();
    const { call, crib, machine } = await neighbours.agent("main");
    await machine.setRoots([]);
    const own = crib.workspaces.of("main")?.folder ?? "";
    assert.equal((await call("exec_write", write)).text, "Created scratch/a.txt (2 bytes).");
    assert.match((await call("exec_run", { command: "cat scratch/a.txt" })).text, /^a\n/);
    assert.equal((await call("read_file", { path: join(own, write.path) })).text, "a\n");
  });
});
