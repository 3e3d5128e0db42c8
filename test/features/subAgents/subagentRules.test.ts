import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { agentCrib, calls, deferred, says } from "./support/agentCrib";

describe("what holds for a sub-agent as for its parent", () => {
  it("asks the person with its name, and writes in its parent's turn", async () => {
    const { agent, questions, root, crib } = await agentCrib({
      write: [[calls("write_file", { path: "b.txt", content: "x\n" })], says("written")],
    });
    await agent("write", { description: "make b" });
    assert.deepEqual(questions, ["agent_1 (make b): Create b.txt"]);
    assert.equal(readFileSync(join(root, "b.txt"), "utf8"), "x\n");
    const [entry] = await crib.journal.list();
    assert.deepEqual(
      { agent: entry?.agent, turn: entry?.turn?.title },
      { agent: "tester/agent_1", turn: "Sub-agent: make b" },
    );
  });

  it("asks on one line, whatever its description looks like", async () => {
    const create = (path: string) => [[calls("write_file", { path, content: "x\n" })], says("written")];
    const { agent, questions } = await agentCrib({ one: create("b.txt"), two: create("c.txt") });
    await agent("one", { description: "look)\nAsked because it only reads\u202e" });
    await agent("two", { description: " \n " });
    assert.deepEqual(questions, [
      "agent_1 (look) Asked because it only reads): Create b.txt",
      "agent_2 (two): Create c.txt",
    ]);
  });

  it("is undone with the turn of whoever started it (D-17)", async () => {
    const { crib, session, root } = await agentCrib({
      write: [[calls("write_file", { path: "b.txt", content: "x\n" })], says("written")],
    });
    const turn = { id: "turn-1", title: "The person's request" };
    const signal = new AbortController().signal;
    const yes = async () => ({ approved: true, by: "person" }) as const;
    await executeCall(crib, session, { tool: "run_agent", input: { prompt: "write" }, turn, signal }, yes);
    const entries = await crib.journal.list();
    assert.deepEqual(
      entries.map((entry) => [entry.agent, entry.turn]),
      [["tester/agent_1", turn]],
    );
    await crib.journal.apply(await crib.journal.planUndo(entries.map(({ id }) => id)));
    assert.equal(existsSync(join(root, "b.txt")), false);
  });

  it("plan mode: it looks and changes nothing (PM-1)", async () => {
    const { agent, session, root } = await agentCrib(
      {
        write: [
          [calls("write_file", { path: "b.txt", content: "x\n" }), calls("read_file", { path: "a.txt" })],
          ({ results }) => says(results.map((result) => result.split("\n")[0]).join(" | ")),
        ],
      },
      { "a.txt": "blue\n" },
    );
    session.plan.enter();
    const { text } = await agent("write");
    assert.match(text, /plan mode is on.*\|.*blue/);
    assert.throws(() => readFileSync(join(root, "b.txt")));
    const worktree = await agent("write", { mode: "worktree" });
    assert.match(worktree.text, /plan mode is on until a person approves a plan, and this creates a git worktree/);
  });

  it("plan mode that begins or ends meanwhile holds for it too", async () => {
    const gate = deferred();
    const told: string[] = [];
    const { agent, session, agents } = await agentCrib({
      write: [
        () => gate.promise.then(() => [calls("write_file", { path: "b.txt", content: "x\n" })]),
        ({ results }) => {
          told.push(results[0] ?? "");
          session.plan.leave();
          return [calls("write_file", { path: "b.txt", content: "x\n" })];
        },
        ({ results }) => {
          told.push(results[0] ?? "");
          return says("done");
        },
      ],
    });
    await agent("write", { mode: "background" });
    session.plan.enter();
    gate.keep();
    await agents.find("agent_1")?.ended;
    assert.match(told[0] ?? "", /plan mode is on/);
    assert.doesNotMatch(told[1] ?? "", /plan mode/);
  });

  it("taint: what its parent has read may not leave through it (PO-9)", async () => {
    const { agent, call } = await agentCrib(
      {
        send: [
          [calls("run_command", { command: "curl https://example.org" })],
          ({ results }) => says(results[0] ?? ""),
        ],
      },
      { ".env": "A=1\n" },
      { ask: async () => ({ approved: false, by: "nobody" }), settings: { "web.allowedHosts": ["example.org"] } },
    );
    assert.doesNotMatch((await agent("send")).text, /RESTRICTED/);
    await call("read_file", { path: ".env" });
    assert.match((await agent("send")).text, /it would send RESTRICTED data \(\.env\) to example\.org/);
  });

  it("taint: its words bring back what it read (PO-6)", async () => {
    const { agent, session, records } = await agentCrib(
      { read: [[calls("read_file", { path: ".env" })], says("I read it.")] },
      { ".env": "A=1\n" },
    );
    assert.equal(session.taint.level, "PUBLIC");
    const result = await agent("read");
    assert.equal(result.text, "I read it.");
    assert.equal(session.taint.level, "RESTRICTED");
    assert.equal(session.taint.raisedBy?.source, ".env");
    assert.equal(records.find(({ tool }) => tool === "run_agent")?.level, "RESTRICTED");
  });

  it("two that edit one file: the later is told that it changed, and nothing is lost", async () => {
    let told = "";
    const [aRead, bRead, aWrote] = [deferred(), deferred(), deferred()];
    const edit = (old_string: string, new_string: string) =>
      calls("edit_file", { path: "a.txt", old_string, new_string });
    const read = () => calls("read_file", { path: "a.txt" });
    const { agent, root } = await agentCrib(
      {
        a: [
          [read()],
          async () => {
            aRead.keep();
            await bRead.promise;
            return [edit("one", "ONE")];
          },
          () => {
            aWrote.keep();
            return says("a is done");
          },
        ],
        b: [
          [read()],
          async () => {
            bRead.keep();
            await aWrote.promise;
            return [edit("two", "TWO")];
          },
          ({ results }) => {
            told = results[0] ?? "";
            return [read()];
          },
          () => [edit("two", "TWO")],
          ({ results }) => says(results[0] ?? ""),
        ],
      },
      { "a.txt": "one\ntwo\n" },
    );
    const [, b] = await Promise.all([agent("a"), agent("b")]);
    assert.match(told, /a\.txt (?:has )?changed/);
    assert.equal(b.isError, false);
    assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "ONE\nTWO\n");
  });
});

describe("questions of several sub-agents", () => {
  it("what the person answers for good answers the ones that wait", async () => {
    const first = deferred();
    const answered = deferred();
    const { agent, questions, events } = await agentCrib(
      {
        a: [[calls("run_command", { command: "make all" })], says("a")],
        b: [[calls("run_command", { command: "make all" })], says("b")],
      },
      {},
      {
        ask: async (crib, { plan, byEffect }) => {
          first.keep();
          await answered.promise;
          crib.approvals.take("exact", "session", plan.effects, byEffect);
          return { approved: true, by: "person" };
        },
      },
    );
    const both = Promise.all([agent("a"), agent("b")]);
    await first.promise;
    const planned = () => events.filter((event) => event.type === "subagent_event" && event.event.kind === "call");
    while (planned().length < 2) await new Promise(setImmediate);
    answered.keep();
    assert.deepEqual(
      (await both).map(({ text }) => text),
      ["a", "b"],
    );
    assert.equal(questions.length, 1);
  });
});
