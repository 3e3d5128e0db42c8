import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolCatalog } from "../../../src/core/tools/toolCatalog";
import { addedToolOf } from "../../../src/features/extensionTools/registeredTool";
import type { RunAgentData } from "../../../src/features/subAgents/runAgent";
import type { ToolContext } from "../../../toolcrib-api";
import { realCrib } from "../../support/realCrib";
import { never } from "../../support/repository";
import { plainTool } from "../extensionTools/support/registered";
import { agentCrib, calls, deferred, says } from "./support/agentCrib";

describe("a sub-agent that is waited for (AG-1, AG-2)", () => {
  it("works with tools of its own crib and returns its last words", async () => {
    const { agent, session } = await agentCrib(
      {
        "Which colour?": [
          [calls("read_file", { path: "a.txt" })],
          ({ results }) => says(results[0]?.includes("blue") ? "It is blue." : "It was not read."),
        ],
      },
      { "a.txt": "blue\n" },
    );
    const result = await agent("Which colour?", { description: "find the colour" });
    assert.deepEqual(
      { text: result.text, isError: result.isError, data: result.data },
      {
        text: "It is blue.",
        isError: false,
        data: { agent: "agent_1", mode: "sync", state: "done", text: "It is blue." } satisfies RunAgentData,
      },
    );
    assert.deepEqual(session.seen(), [], "the parent has not read it");
  });

  it("is told nothing but its instructions and its prompt, and offered what its parent is (AG-5)", async () => {
    let told: readonly string[] = [];
    const { agent, crib, session } = await agentCrib({
      hello: [
        ({ messages, offered }) => {
          told = offered;
          assert.equal(messages.length, 2);
          return says("hello yourself");
        },
      ],
    });
    const shelf = new ToolCatalog(crib, session);
    shelf.activateTool("apply_patch");
    await agent("hello");
    assert.ok(told.includes("apply_patch") && !told.includes("move_file"), told.join());
    assert.deepEqual(
      told,
      shelf.activeTools().map(({ name }) => name),
    );
  });

  it("tells of its start, every call and its end, and counts them (AG-4, AG-6)", async () => {
    const { agent, agents, events } = await agentCrib(
      { look: [[...says("I look."), calls("read_file", { path: "a.txt" })], says("Done.")] },
      { "a.txt": "blue\n" },
    );
    await agent("look", { description: "look around" });
    assert.equal(new Set(events.map(({ call_id }) => call_id)).size, 1);
    assert.deepEqual(
      events.map(({ time, call_id, ...event }) => event),
      [
        {
          subagent_id: "agent_1",
          parent_id: "tester",
          type: "subagent_start",
          description: "look around",
          mode: "sync",
        },
        ...[
          { kind: "text", text: "I look." },
          { kind: "call", tool: "read_file", title: "Read a.txt" },
          { kind: "result", tool: "read_file", isError: false },
          { kind: "text", text: "Done." },
        ].map((event) => ({ subagent_id: "agent_1", parent_id: "tester", type: "subagent_event", event })),
        { subagent_id: "agent_1", parent_id: "tester", type: "subagent_end", state: "done", text: "Done." },
      ],
    );
    const { activity, model, state, parent } = agents.find("agent_1") ?? assert.fail();
    assert.deepEqual(
      { calls: activity.calls, last: activity.last, model, state, parent },
      {
        calls: 1,
        last: "Done.",
        model: "main",
        state: "done",
        parent: "tester",
      },
    );
    assert.ok(activity.tokens > 500, "both rounds are counted");
  });

  it("says that it failed, with what it had said", async () => {
    const { agent } = await agentCrib({
      "fail late": [
        [...says("So far so good."), calls("read_file", { path: "none" })],
        () => {
          throw new Error("no power");
        },
      ],
    });
    const { text, isError } = await agent("fail late");
    assert.equal(isError, true);
    assert.equal(
      text,
      "The sub-agent agent_1 failed: main failed: no power. It made 1 call. Its last message:\nSo far so good.",
    );
  });

  it("ends after toolcrib.limits.agentRounds", async () => {
    let looked = 0;
    const look = () => [calls("list_directory", { path: `${++looked}` })];
    const { agent } = await agentCrib(
      { "for ever": [look, look, look] },
      {},
      { settings: { limits: { agentRounds: 2 } } },
    );
    const { text } = await agent("for ever");
    assert.equal(
      text,
      "The sub-agent agent_1 failed: it had not finished after 2 rounds (toolcrib.limits.agentRounds). It made 2 calls.",
    );
  });

  it("is refused without a model, and the parent is told what there is", async () => {
    const { agent, agents } = await agentCrib({});
    const { text, isError } = await agent("x", { model: "gpt-0" });
    assert.deepEqual({ text, isError }, { text: 'There is no chat model "gpt-0".', isError: true });
    assert.deepEqual(agents.all(), []);
  });

  it("is refused where there is no model at all", async () => {
    const { call } = await realCrib();
    assert.deepEqual((({ text, isError }) => ({ text, isError }))(await call("run_agent", { prompt: "x" })), {
      text: "There is no chat model here that a sub-agent could use: do the work yourself.",
      isError: true,
    });
  });

  for (const [input, message] of [
    [{ prompt: " \n" }, 'The prompt is empty: say in "prompt" what the sub-agent should do.'],
    [
      { prompt: "x", branch_name: "b" },
      'branch_name "b" was given with mode sync, which makes no branch: use mode worktree or leave it out.',
    ],
  ] as const)
    it(`refuses ${JSON.stringify(input)}`, async () => {
      const { call, agents } = await agentCrib({});
      assert.equal((await call("run_agent", input)).text, message);
      assert.deepEqual(agents.all(), []);
    });
});

describe("limits of sub-agents (AG-7)", () => {
  const selfish = {
    again: [
      [calls("run_agent", { prompt: "again" })],
      ({ results }: { results: readonly string[] }) => says(results[0] ?? ""),
    ],
  };

  it("one that starts itself is stopped at toolcrib.limits.agentDepth", async () => {
    const { agent, agents } = await agentCrib(selfish);
    const { text } = await agent("again");
    assert.equal(
      text,
      "Sub-agents can be nested 2 levels deep (toolcrib.limits.agentDepth), and this one is at level 2: do the work yourself.",
    );
    assert.deepEqual(
      agents.all().map(({ id, agent, parent }) => ({ id, agent, parent })),
      [
        { id: "agent_1", agent: "tester/agent_1", parent: "tester" },
        { id: "agent_2", agent: "tester/agent_1/agent_2", parent: "tester/agent_1" },
      ],
    );
  });

  it("no more than toolcrib.limits.agentsAtOnce work at once, and one that has ended makes room", async () => {
    const gate = deferred();
    const { agent, agents } = await agentCrib(
      { wait: [() => gate.promise.then(() => says("waited"))] },
      {},
      { settings: { limits: { agentsAtOnce: 2 } } },
    );
    const background = { mode: "background" };
    const started = await Promise.all([1, 2, 3].map(() => agent("wait", background)));
    assert.deepEqual(
      started.map(({ isError }) => isError),
      [false, false, true],
    );
    assert.equal(
      started[2]?.text,
      "2 sub-agents are running, the maximum (toolcrib.limits.agentsAtOnce): wait until one has ended, or do the work yourself.",
    );
    gate.keep();
    await Promise.all(agents.all().map(({ ended }) => ended));
    assert.equal((await agent("wait")).isError, false);
  });

  it("each counts once, whenever the next is started", async () => {
    for (let steps = 0; steps < 20; steps++) {
      const { agents, crib, session } = await agentCrib(
        { wait: [says("waited")] },
        {},
        { settings: { limits: { agentsAtOnce: 2 } } },
      );
      const start = () =>
        agents.start({ prompt: "wait", mode: "sync" }, { crib, session, callId: "c", signal: never, progress() {} });
      const first = start();
      for (let step = 0; step < steps; step++) await undefined;
      await Promise.all([first, start()]);
    }
  });
});

describe("the tools of a sub-agent (AG-5)", () => {
  const attempts = {
    write: [
      [
        calls("write_file", { path: "b.txt", content: "x" }),
        calls("run_agent", { prompt: "write" }),
        calls("call_tool", { name: "write_file", arguments: { path: "b.txt", content: "x" } }),
      ],
      ({ results }: { results: readonly string[] }) => says(results.join("\n---\n")),
    ],
  };

  it("are held to those it was given, whatever it is shown, and to no more below it", async () => {
    const { agent, root } = await agentCrib(attempts);
    const refused =
      "write_file is not among the tools that this agent may call, which are run_agent: use one of those, or say in your last message what you needed it for.";
    const { text } = await agent("write", { tools: ["run_agent"] });
    const tooDeep =
      "Sub-agents can be nested 2 levels deep (toolcrib.limits.agentDepth), and this one is at level 2: do the work yourself.";
    const below = [refused, tooDeep, refused];
    assert.deepEqual(text.split("\n---\n"), [refused, ...below, refused], "its own sub-agent is held to them as well");
    assert.throws(() => readFileSync(join(root, "b.txt")));
  });

  it("may call an allowed tool by the name that another tool has for it, and no other one", async () => {
    const told: string[] = [];
    const parts = { go: [[calls("count_words", { text: "x" })], says("done")] };
    const { agents, crib, session } = await agentCrib(parts, { "a.txt": "blue\n" }, { dialect: "flyto" });
    const run = async (_: object, { callTool }: ToolContext) => {
      told.push((await callTool("read_file", { path: "a.txt" })).text);
      told.push((await callTool("write_file", { path: "b.txt", content: "x" })).text);
      return "done";
    };
    crib.added.add(addedToolOf({ extension: "acme.words", definition: { ...plainTool, run } }));
    const wish = { prompt: "go", mode: "sync", tools: ["Read", "count_words"] } as const;
    const agent = await agents.start(wish, { crib, session, callId: "c", signal: never, progress() {} });
    assert.equal((await agent.ended).state, "done");
    assert.match(told[0] ?? "", /blue/);
    assert.equal(
      told[1],
      "write_file is not among the tools that this agent may call, which are Read, count_words: use one of those, or say in your last message what you needed it for.",
    );
  });

  it("have to exist", async () => {
    const { agent, agents } = await agentCrib(attempts);
    const { text } = await agent("write", { tools: ["fly"] });
    assert.match(text, /^There is no tool "fly":/);
    assert.deepEqual(agents.all(), []);
  });

  it("never hand in a plan: that is for whoever the person talks to", async () => {
    const { agent, session } = await agentCrib({
      plan: [[calls("submit_plan", { plan: "p" })], ({ results }) => says(results[0] ?? "")],
    });
    session.plan.enter();
    const { text } = await agent("plan");
    assert.equal(
      text,
      "submit_plan is for the agent that the person talks to: say what you would do in your last message.",
    );
    assert.equal(session.plan.isOn, true);
  });
});
