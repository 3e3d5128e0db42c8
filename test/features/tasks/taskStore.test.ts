import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolError } from "../../../src/core/vocabulary/toolError";
import { isEnded, maxTasks, type Task, type TaskState, TaskStore, taskStates } from "../../../src/features/tasks/tasks";

/** The states in their order; the last three are one step. */
const step: Readonly<Record<TaskState, number>> = { pending: 0, in_progress: 1, done: 2, failed: 2, cancelled: 2 };

const anyAgent = fc.constantFrom("ann", "bob");
const act = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), agent: anyAgent, title: fc.string() }),
  fc.record({
    kind: fc.constant("update" as const),
    at: fc.nat(12),
    state: fc.constantFrom(...taskStates),
    by: anyAgent,
  }),
  fc.record({ kind: fc.constant("news" as const), agent: anyAgent }),
);

describe("the task store (TK-1 to TK-3)", () => {
  it("whatever is done to it, states only go on, and each agent hears once of what others did to its tasks", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let clock = 0;
        let heard = 0;
        const store = new TaskStore(() => ++clock);
        store.onChange(() => heard++);
        const expected: { state: TaskState; agent: string; title: string; untold: string | undefined }[] = [];
        let changes = 0;
        for (const one of acts) {
          if (one.kind === "create") {
            const { id } = store.create({ agent: one.agent, title: one.title, lineage: [] });
            expected.push({ state: "pending", agent: one.agent, title: one.title, untold: undefined });
            changes++;
            assert.equal(id, `task_${expected.length}`);
          } else if (one.kind === "update") {
            const model = expected[one.at];
            const update = () => store.update(`task_${one.at + 1}`, one.state, one.by);
            const mayFollow = model && (model.state === one.state || step[one.state] > step[model.state]);
            if (!mayFollow) {
              assert.throws(update, (error) => error instanceof ToolError && /^\S.*[^.]\.$/.test(error.message));
              continue;
            }
            update();
            if (model.state === one.state) continue;
            model.state = one.state;
            if (one.by !== model.agent) model.untold = one.by;
            changes++;
          } else {
            const told = expected.filter(({ agent, untold }) => agent === one.agent && untold);
            const lines = told.map((model) => {
              const id = `task_${expected.indexOf(model) + 1}`;
              return `[${id} was set to ${model.state} by ${model.untold}: ${model.title}]`;
            });
            assert.deepEqual(store.news(one.agent).sort(), lines.sort());
            for (const model of told) model.untold = undefined;
          }
        }
        assert.deepEqual(
          store.all().map(({ state, agent, title }) => ({ state, agent, title })),
          expected.map(({ state, agent, title }) => ({ state, agent, title })),
        );
        assert.equal(heard, changes);
      }),
    );
  });

  it("keeps the latest, and everything that has not ended", () => {
    const store = new TaskStore(() => 0);
    const add = () => store.create({ agent: "a", title: "t", lineage: [] });
    // Nearly full, so that it grows and overflows in however few cases.
    for (let count = 0; count < maxTasks - 20; count++) add();
    fc.assert(
      fc.property(fc.array(fc.nat(maxTasks * 2), { maxLength: 20 }), (ends) => {
        const open = () => store.all().filter(({ state }) => !isEnded(state));
        for (const at of ends) {
          const task = store.find(`task_${at}`) as Task | undefined;
          if (task && !isEnded(task.state)) store.update(task.id, "done", "a");
        }
        const before = open().map(({ id }) => id);
        if (store.all().length === maxTasks && before.length === maxTasks) assert.throws(add, ToolError);
        else {
          const { id } = add();
          assert.deepEqual(
            open().map((task) => task.id),
            [...before, id],
          );
        }
        assert.ok(store.all().length <= maxTasks);
      }),
      { numRuns: 1500 },
    );
    assert.equal(store.all().length, maxTasks);
  });

  it("tells times, and stops telling whoever no longer listens", () => {
    let clock = 100;
    const store = new TaskStore(() => clock++);
    let heard = 0;
    const stop = store.onChange(() => heard++);
    assert.deepEqual(store.create({ agent: "a", title: "t", description: "d", lineage: [] }), {
      ...{ id: "task_1", title: "t", description: "d", state: "pending", agent: "a", lineage: [] },
      ...{ createdAt: 100, changedAt: 100 },
    });
    stop();
    const { createdAt, changedAt } = store.update("task_1", "done", "a");
    assert.deepEqual([createdAt, changedAt, heard], [100, 101, 1]);
  });
});
