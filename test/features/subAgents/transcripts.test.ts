import assert from "node:assert/strict";
import fc from "fast-check";
import type { AgentStep } from "../../../src/core/tools/delegation";
import { Transcripts } from "../../../src/features/subAgents/transcripts";
import { registeredAgents } from "../../support/registeredAgents";

const anyStep = fc.oneof(
  fc.nat(90_000).map((size): AgentStep => ({ kind: "text", text: "x".repeat(size) })),
  fc.constant<AgentStep>({ kind: "call", tool: "read_file", title: "Read a.txt" }),
  fc.constant<AgentStep>({ kind: "result", tool: "read_file", isError: false }),
);
const sizeOf = (step: AgentStep) =>
  step.kind === "text" ? step.text.length : step.kind === "call" ? step.title.length : 0;

describe("transcripts of agents (AG-4)", () => {
  it("keep the latest steps with their times, up to a bound, and tell how many went", () =>
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        let clock = 0;
        const agents = registeredAgents(() => clock);
        const transcripts = new Transcripts(agents.executor);
        const agent = agents.add({ id: "agent_1" });
        for (const step of steps) {
          clock++;
          agents.registry.step(agent, step);
        }
        const kept = transcripts.of("agent_1");
        assert.equal(kept.left + kept.steps.length, steps.length);
        assert.deepEqual(kept.steps, steps.map((step, index) => ({ step, time: index + 1 })).slice(kept.left));
        const size = (some: readonly AgentStep[]) => some.reduce((sum, step) => sum + sizeOf(step), 0);
        assert.ok(size(steps.slice(kept.left)) <= 200_000);
        if (kept.left > 0) assert.ok(size(steps.slice(kept.left - 1)) > 200_000);
      }),
      { numRuns: 50 },
    ));

  it("keep 1,000 steps", () => {
    const agents = registeredAgents();
    const transcripts = new Transcripts(agents.executor);
    const agent = agents.add({ id: "agent_1" });
    for (let count = 0; count < 1005; count++)
      agents.registry.step(agent, { kind: "result", tool: `tool_${count}`, isError: false });
    const { steps, left } = transcripts.of("agent_1");
    assert.deepEqual([steps.length, left], [1000, 5]);
    assert.deepEqual(steps[0]?.step, { kind: "result", tool: "tool_5", isError: false });
  });

  it("keep agents apart, know when each ended, and tell of every change until they are stopped", () => {
    let clock = 0;
    const agents = registeredAgents(() => clock);
    const transcripts = new Transcripts(agents.executor);
    const heard: string[] = [];
    const endListening = transcripts.onChange((id) => heard.push(id));
    const [one, two] = [agents.add({ id: "agent_1" }), agents.add({ id: "agent_2" })];
    agents.registry.step(one, { kind: "text", text: "one" });
    clock = 7;
    agents.end(two);
    assert.deepEqual(transcripts.of("agent_1"), { steps: [{ step: { kind: "text", text: "one" }, time: 0 }], left: 0 });
    assert.deepEqual(transcripts.of("agent_2"), { steps: [], left: 0, endedAt: 7 });
    endListening();
    transcripts.stop();
    agents.registry.step(one, { kind: "text", text: "unheard" });
    assert.equal(transcripts.of("agent_1").steps.length, 1);
    assert.deepEqual(heard, ["agent_1", "agent_2", "agent_1", "agent_2"]);
  });

  it("forget the agents that the registry has forgotten", () => {
    const agents = registeredAgents();
    const transcripts = new Transcripts(agents.executor);
    const add = (index: number) => {
      const agent = agents.add({ id: `agent_${index}`, mode: "sync" });
      agents.registry.step(agent, { kind: "text", text: "said" });
      agents.end(agent);
    };
    for (let index = 0; index < 150; index++) add(index);
    const kept = Array.from({ length: 150 }, (_, index) => transcripts.of(`agent_${index}`).steps.length);
    assert.equal(kept[0], 0);
    assert.equal(kept[149], 1);
    assert.ok(kept.filter((count) => count > 0).length <= 101);
  });
});
