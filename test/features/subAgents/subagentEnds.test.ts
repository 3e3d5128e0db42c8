import assert from "node:assert/strict";
import { executeCall } from "../../../src/core/calls/executeCall";
import type { AgentEvent } from "../../../src/core/tools/delegation";
import { never } from "../../support/repository";
import { agentCrib, calls, deferred, says } from "./support/agentCrib";

describe("a sub-agent in the background (AG-2, TK-4)", () => {
  it("is named at once, and its end is told with the parent's next result, once", async () => {
    const gate = deferred();
    const { agent, agents, call, crib, session } = await agentCrib(
      { wait: [[calls("read_file", { path: ".env" })], () => gate.promise.then(() => says("It is ready."))] },
      { ".env": "A=1\n", "b.txt": "b\n" },
    );
    const started = await agent("wait", { mode: "background", description: "a long job" });
    assert.deepEqual(
      { text: started.text, data: started.data },
      {
        text: "Started agent_1 in the background. It is listed among the tasks, where its status can be set to cancelled; a later result reports its end.",
        data: { agent: "agent_1", mode: "background", state: "running" },
      },
    );
    assert.doesNotMatch((await call("read_file", { path: "b.txt" })).text, /agent_1/);
    assert.equal(session.taint.level, "INTERNAL");
    gate.keep();
    await agents.find("agent_1")?.ended;
    const beside = { tool: "read_file", input: { path: "b.txt" }, unordered: true, signal: never };
    const { text } = await executeCall(crib, session, beside, () => assert.fail("nothing is asked"));
    assert.doesNotMatch(text, /agent_1/, "no model may read what comes of a call beside the order");
    const told = await call("read_file", { path: "b.txt" });
    assert.ok(told.text.endsWith("\n\n[Sub-agent agent_1 has ended (a long job): done]\nIt is ready."), told.text);
    assert.equal(session.taint.level, "RESTRICTED", "its words carry what it read");
    assert.doesNotMatch((await call("read_file", { path: "b.txt" })).text, /agent_1/);
  });

  it("that another sub-agent started ends before that one does, and tells it", async () => {
    const gate = deferred();
    const { agent, session, events } = await agentCrib(
      {
        outer: [[calls("run_agent", { prompt: "inner", mode: "background" })], says("I am done.")],
        inner: [[calls("read_file", { path: ".env" })], () => gate.promise.then(() => says("inner words"))],
      },
      { ".env": "A=1\n" },
    );
    const waiting = agent("outer");
    let hasEnded = false;
    void waiting.then(() => {
      hasEnded = true;
    });
    const hasSpoken = (event: AgentEvent) => event.type === "subagent_event" && event.event.kind === "text";
    while (!events.some(hasSpoken)) await new Promise(setImmediate);
    assert.equal(hasEnded, false);
    gate.keep();
    assert.equal((await waiting).text, "I am done.\n\n[Sub-agent agent_2 has ended (inner): done]\ninner words");
    assert.equal(session.taint.level, "RESTRICTED", "what the innermost read has come up to it");
  });
});

describe("cancelling a sub-agent (AG-7)", () => {
  const waits = { wait: [() => new Promise<never>(() => {})] };

  it("by its parent's call, while its model thinks", async () => {
    const { call, agents, events } = await agentCrib(waits);
    const stop = new AbortController();
    const waiting = call("run_agent", { prompt: "wait" }, { signal: stop.signal });
    while (events.length === 0) await new Promise(setImmediate);
    stop.abort();
    const { text, isError } = await waiting;
    assert.equal(isError, true);
    assert.equal(text, "The sub-agent agent_1 was cancelled: it was stopped. It made 0 calls.");
    assert.equal(agents.find("agent_1")?.state, "cancelled");
  });

  it("while a command of it runs, which is stopped", async () => {
    const { call, agents, crib } = await agentCrib(
      { run: [[calls("run_command", { command: "echo begun; sleep 60" })], says("never")] },
      {},
    );
    const stop = new AbortController();
    const waiting = call("run_agent", { prompt: "run" }, { signal: stop.signal });
    while (crib.jobs.all().length === 0) await new Promise(setImmediate);
    stop.abort();
    await waiting;
    assert.deepEqual(
      crib.jobs.all().map(({ hasEnded, outcome }) => [hasEnded, outcome?.endedBy]),
      [[true, "cancellation"]],
    );
    assert.equal(agents.find("agent_1")?.state, "cancelled");
  });

  it("while a person is asked for it: the question counts no more, and the next one is put", async () => {
    const asked = deferred();
    const { agent, agents, questions, events } = await agentCrib(
      {
        one: [[calls("write_file", { path: "1.txt", content: "1" })], says("one")],
        two: [[calls("write_file", { path: "2.txt", content: "2" })], ({ results }) => says(results[0] ?? "")],
      },
      {},
      {
        ask: (_crib, { plan }) => {
          if (!plan.title.includes("1.txt")) return Promise.resolve({ approved: true, by: "person" });
          asked.keep();
          return new Promise(() => {});
        },
      },
    );
    await agent("one", { mode: "background" });
    await asked.promise;
    const two = agent("two");
    const asks = (event: AgentEvent) => event.subagent_id === "agent_2" && event.type === "subagent_event";
    while (!events.some(asks)) await new Promise(setImmediate);
    assert.deepEqual(questions, ["agent_1 (one): Create 1.txt"], "one question at a time");
    agents.find("agent_1")?.cancel();
    assert.match((await two).text, /2\.txt/);
    assert.deepEqual(questions, ["agent_1 (one): Create 1.txt", "agent_2 (two): Create 2.txt"]);
  });

  it("leaves alone what a person keeps running", async () => {
    const background = (command: string) => calls("run_command", { command, background: true });
    const { agent, agents, crib } = await agentCrib({
      outer: [[background("sleep 60"), background("sleep 61")], () => new Promise<never>(() => {})],
    });
    await agent("outer", { mode: "background" });
    while (crib.jobs.all().length < 2) await new Promise(setImmediate);
    let changes = 0;
    crib.jobs.onChange(() => changes++);
    const [kept] = crib.jobs.all();
    assert.ok(kept);
    crib.jobs.keep(kept);
    assert.equal(changes, 1);
    agents.find("agent_1")?.cancel();
    await agents.find("agent_1")?.ended;
    const running = () => crib.jobs.all().map(({ hasEnded }) => !hasEnded);
    assert.deepEqual(running(), [true, false]);
    await crib.jobs.stopAll();
    assert.deepEqual(running(), [false, false], "nothing outlives the host");
  });

  it("reaches everything below it, and its background jobs", async () => {
    const { agent, agents, crib } = await agentCrib({
      outer: [
        [
          calls("run_agent", { prompt: "inner", mode: "background" }),
          calls("run_command", { command: "sleep 60", background: true }),
        ],
        () => new Promise<never>(() => {}),
      ],
      inner: [() => new Promise<never>(() => {})],
    });
    await agent("outer", { mode: "background" });
    while (agents.all().length < 2 || crib.jobs.all().length < 1) await new Promise(setImmediate);
    agents.find("agent_1")?.cancel();
    await agents.find("agent_1")?.ended;
    assert.deepEqual(
      agents.all().map(({ state }) => state),
      ["cancelled", "cancelled"],
    );
    assert.deepEqual(
      crib.jobs.all().map(({ hasEnded }) => hasEnded),
      [true],
    );
  });

  it("all at once, as when the window closes", async () => {
    const { agent, agents } = await agentCrib(waits);
    await agent("wait", { mode: "background" });
    await agents.stopAll();
    assert.deepEqual(
      agents.all().map(({ state }) => state),
      ["cancelled"],
    );
  });
});

describe("the registry", () => {
  it("remembers the last hundred that ended", async () => {
    const { agent, agents } = await agentCrib({ quick: [says("ok")] });
    for (let i = 0; i < 102; i++) await agent("quick");
    const ids = agents.all().map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [100, "agent_3", "agent_102"]);
    assert.equal(agents.find("agent_2"), undefined);
  });
});
