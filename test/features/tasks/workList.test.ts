import assert from "node:assert/strict";
import fc from "fast-check";
import { isEnded, type TaskState, TaskStore, taskStates } from "../../../src/features/tasks/tasks";
import {
  byAgent,
  elapsedText,
  isWorkRunning,
  progressText,
  type Work,
  workInOrder,
  workOfAgent,
  workOfTask,
} from "../../../src/features/tasks/workList";
import { registeredAgents } from "../../support/registeredAgents";

const taskOf = (id: number, agent: string, state: TaskState, createdAt: number): Work =>
  workOfTask({ id: `task_${id}`, title: "t", state, agent, createdAt, changedAt: createdAt, lineage: [] });

const anyWork = fc
  .array(fc.tuple(fc.constantFrom("chat", "chat/agent_1", "you"), fc.constantFrom(...taskStates), fc.nat(20)))
  .map((all) => all.map(([agent, state, createdAt], id) => taskOf(id, agent, state, createdAt)));

describe("everything that is being done, in one list", () => {
  it("tells how long in the units that people use", () =>
    assert.deepEqual([-5, 999, 59_999, 60_000, 3_599_999, 3_600_000, 90_061_000].map(elapsedText), [
      ...["0 s", "0 s", "59 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "25 h 1 min"],
    ]));

  it("has what is open first, the oldest first, then what has ended, the latest first", () =>
    fc.assert(
      fc.property(anyWork, (work) => {
        const ordered = workInOrder(work);
        assert.deepEqual(new Set(ordered), new Set(work));
        assert.equal(ordered.length, work.length);
        for (const [index, one] of ordered.slice(1).entries()) {
          const before = ordered[index] as Work;
          if (isEnded(before.state)) assert.ok(isEnded(one.state) && before.createdAt >= one.createdAt);
          else assert.ok(isEnded(one.state) || before.createdAt <= one.createdAt);
        }
      }),
    ));

  it("has one group for each agent, which stands before those that work for it", () =>
    fc.assert(
      fc.property(anyWork, (work) => {
        const groups = byAgent(work);
        const present = ["chat", "chat/agent_1", "you"].filter((name) => work.some(({ agent }) => agent === name));
        assert.deepEqual(
          groups.map(({ agent }) => agent),
          present,
        );
        for (const group of groups)
          assert.deepEqual(
            group.work,
            work.filter(({ agent }) => agent === group.agent),
          );
      }),
    ));

  it("takes a sub-agent as a task of whoever handed the work over", () => {
    const agents = registeredAgents(() => 5000);
    const record = agents.add({ id: "agent_1", parent: "chat", description: "Write docs\nand more" });
    const { kind, id, agent, title, state, createdAt, since } = workOfAgent(record);
    assert.deepEqual(
      { kind, id, agent, title, state, createdAt, since },
      {
        ...{ kind: "agent", id: "agent_1", agent: "chat", title: "Write docs", state: "in_progress" },
        ...{ createdAt: 5000, since: 5000 },
      },
    );
    assert.ok(isWorkRunning(workOfAgent(record)));
    assert.equal(progressText(workOfAgent(record), 70_000), "running for 1 min 5 s");
    agents.end(record, { state: "failed" });
    assert.equal(workOfAgent(record).state, "failed");
    assert.equal(progressText(workOfAgent(record), 70_000), "");
  });

  it("does not take a task that is in progress for something that runs", () => {
    const store = new TaskStore(() => 0);
    store.create({ agent: "chat", title: "t", lineage: [] });
    const work = workOfTask(store.update("task_1", "in_progress", "chat"));
    assert.equal(isWorkRunning(work), false);
    assert.equal(progressText(work, 1000), "");
  });
});
