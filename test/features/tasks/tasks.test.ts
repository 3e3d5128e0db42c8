import assert from "node:assert/strict";
import { executeCall } from "../../../src/core/calls/executeCall";
import { Session } from "../../../src/core/session/session";
import type { TaskListData } from "../../../src/features/tasks/taskList";
import { maxTasks, thePerson } from "../../../src/features/tasks/tasks";
import { type RealCrib, realCrib } from "../../support/realCrib";
import { registeredAgents } from "../../support/registeredAgents";

/** On a machine that is very busy the time between the two signals can pass before the first is heeded. */
const untimed = (text: string) =>
  text.replace(/(, |for )\d+(\.\d)? m?s/g, "$1TIME").replace("by SIGKILL", "by SIGTERM");

describe("tasks (TK-1 to TK-4)", () => {
  let room: RealCrib;
  beforeEach(async () => {
    room = await realCrib();
  });
  afterEach(() => room.crib.jobs.stopAll());

  const says = async (tool: string, input: object = {}) => {
    const { text, isError } = await room.call(tool, input);
    return (isError ? "ERROR " : "") + untimed(text);
  };
  const as = async (session: Session, tool: string, input: object = {}) =>
    executeCall(room.crib, session, { tool, input, signal: new AbortController().signal }, async () => ({
      approved: true,
      by: "person",
    }));

  it("are created, listed and updated, and nobody is asked (TK-1, TK-2)", async () => {
    assert.equal(await says("task_list"), "There are no tasks: add one with task_create.");
    assert.equal(await says("task_create", { title: "Find the fault" }), "Created task_1 (pending): Find the fault");
    assert.equal(
      await says("task_create", { title: "Mend it", description: "In one place.\nWith a test.\n" }),
      "Created task_2 (pending): Mend it",
    );
    assert.equal(
      await says("task_update", { id: "task_1", status: "in_progress" }),
      "task_1 is in_progress now: Find the fault",
    );
    assert.equal(await says("task_update", { id: "task_1", status: "done" }), "task_1 is done now: Find the fault");
    const { text, data } = await room.call("task_list", {});
    assert.equal(text, "task_1 [done] Find the fault\ntask_2 [pending] Mend it\n  In one place.\n  With a test.");
    assert.deepEqual((data as TaskListData).tasks[1], {
      id: "task_2",
      kind: "task",
      title: "Mend it",
      description: "In one place.\nWith a test.",
      status: "pending",
      agent: "tester",
    });
    assert.equal(room.asked.length, 0);
  });

  it("go on only, and stay ended (TK-2)", async () => {
    await says("task_create", { title: "One" });
    assert.equal(await says("task_update", { id: "task_1", status: "in_progress" }), "task_1 is in_progress now: One");
    assert.equal(
      await says("task_update", { id: "task_1", status: "in_progress" }),
      "task_1 was in_progress already: One",
    );
    assert.equal(
      await says("task_update", { id: "task_1", status: "pending" }),
      "ERROR task_1 is in_progress, so it cannot become pending: set it to done, failed or cancelled.",
    );
    await says("task_update", { id: "task_1", status: "failed" });
    assert.equal(
      await says("task_update", { id: "task_1", status: "done" }),
      "ERROR task_1 is failed, which is final, so it cannot become done: add a new task with task_create instead.",
    );
    assert.equal(
      await says("task_update", { id: "task_1", status: "finished" }),
      'ERROR task_update parameter "status" is wrong: Invalid option: expected one of "pending"|"in_progress"|"done"|"failed"|"cancelled", but got "finished".',
    );
  });

  it("what is small may be done without having been begun", async () => {
    await says("task_create", { title: "One" });
    assert.equal(await says("task_update", { id: "task_1", status: "done" }), "task_1 is done now: One");
  });

  it("have a title of one line that keeps its reading direction", async () => {
    assert.equal(await says("task_create", { title: " a\n\tb\u202e\u0007c " }), "Created task_1 (pending): a b c");
    assert.equal(
      await says("task_create", { title: " \n\u202e" }),
      'ERROR The title is empty: describe the task in "title".',
    );
    assert.match(
      await says("task_create", { title: "x".repeat(201) }),
      /^ERROR task_create parameter "title" is wrong/,
    );
    assert.match(
      await says("task_create", { title: "x", description: "x".repeat(1001) }),
      /^ERROR task_create parameter "description" is wrong/,
    );
    assert.equal(await says("task_create", { title: "two", description: " \n" }), "Created task_2 (pending): two");
    assert.equal(await says("task_list"), "task_1 [pending] a b c\ntask_2 [pending] two");
  });

  it("are meant by a number alone, where nothing else has it", async () => {
    await says("task_create", { title: "One" });
    assert.equal(await says("task_update", { id: 1, status: "in_progress" }), "task_1 is in_progress now: One");
    assert.equal(await says("task_update", { taskId: "1", status: "done" }), "task_1 is done now: One");
    assert.match(
      await says("task_update", { id: "2", status: "done" }),
      /^ERROR There is no task "2": use one of task_1/,
    );
  });

  it("that there are not are told with those that there are", async () => {
    assert.equal(
      await says("task_update", { id: "task_7", status: "done" }),
      'ERROR There is no task "task_7": there are none yet, add one with task_create.',
    );
    for (let count = 0; count < 21; count++) await says("task_create", { title: "t" });
    const ids = Array.from({ length: 20 }, (_, at) => `task_${at + 2}`).join(", ");
    assert.equal(
      await says("task_update", { id: "x", status: "done" }),
      `ERROR There is no task "x": use one of ${ids}, and earlier ones.`,
    );
  });

  it("of every agent are in one list, and each hears when somebody else changed its own", async () => {
    await says("task_create", { title: "One" });
    await says("task_create", { title: "Two" });
    const other = new Session("tester/agent_1");
    assert.equal(
      (await as(other, "task_list")).text,
      "task_1 [pending] One (of tester)\ntask_2 [pending] Two (of tester)",
    );
    await as(other, "task_update", { id: "task_1", status: "in_progress" });
    room.crib.tasks.update("task_2", "cancelled", thePerson);
    assert.equal(
      await says("task_create", { title: "Three" }),
      "Created task_3 (pending): Three\n\n[task_1 was set to in_progress by tester/agent_1: One]\n\n[task_2 was set to cancelled by the person: Two]",
    );
    assert.equal(await says("task_update", { id: "task_3", status: "done" }), "task_3 is done now: Three");
  });

  it("hand on what their agent had read to whoever lists or changes them, and to nobody else (PO-6)", async () => {
    const secretive = new Session("secretive");
    secretive.taint.add({
      time: 1,
      call: "c",
      level: "CONFIDENTIAL",
      source: "salaries.csv",
      reason: "it is named so",
    });
    await as(secretive, "task_create", { title: "Tell Ann that Bob earns more" });
    assert.equal(room.session.taint.level, "PUBLIC");
    const changing = new Session("changing");
    await as(changing, "task_update", { id: "task_1", status: "pending" });
    assert.equal(changing.taint.raisedBy?.source, "salaries.csv");
    await says("task_list");
    assert.equal(room.session.taint.level, "CONFIDENTIAL");
    assert.equal(room.session.taint.raisedBy?.source, "salaries.csv");
    secretive.taint.reset();
    await as(secretive, "task_list");
    assert.equal(secretive.taint.level, "PUBLIC");
  });

  it("are at most so many: the oldest that ended goes, and with none ended no more can be noted down", async () => {
    for (let count = 0; count < maxTasks; count++) await says("task_create", { title: "t" });
    assert.equal(
      await says("task_create", { title: "t" }),
      "ERROR There are 500 open tasks, the maximum: close finished ones with task_update first.",
    );
    await says("task_update", { id: "task_9", status: "done" });
    assert.equal(await says("task_create", { title: "t" }), "Created task_501 (pending): t");
    assert.match(await says("task_update", { id: "task_9", status: "done" }), /^ERROR There is no task "task_9"/);
  });

  it("in a long list are told without what has ended and without descriptions", async () => {
    for (let count = 0; count < 60; count++) await says("task_create", { title: "t", description: "x".repeat(900) });
    await says("task_update", { id: "task_1", status: "done" });
    const lines = (await says("task_list")).split("\n");
    assert.equal(lines.length, 60);
    assert.equal(lines[0], "task_2 [pending] t");
    assert.equal(lines[59], "[the list is long: descriptions and 1 ended tasks are left out]");
  });

  it("stand beside the agent's own background commands, which cancelled stops (SH-8, TK-4)", async () => {
    await says("run_command", { command: "echo first; sleep 100\necho last", background: true });
    await says("run_command", { command: "exit 3", background: true });
    await room.crib.jobs.of("tester").find("bg_task_2")?.ended;
    await says("task_create", { title: "One" });
    assert.equal(
      await says("task_list"),
      "bg_task_1 [in_progress] echo first; sleep 100 (running for TIME)\nbg_task_2 [failed] exit 3 (exit code: 3, TIME)\ntask_1 [pending] One",
    );
    assert.equal((await as(new Session("other"), "task_list")).text, "task_1 [pending] One (of tester)");
    const foreign = await as(new Session("other"), "task_update", { id: "bg_task_1", status: "cancelled" });
    assert.equal(foreign.text, 'There is no task "bg_task_1": use one of task_1.');
    assert.equal(
      await says("task_update", { id: "bg_task_1", status: "done" }),
      "ERROR bg_task_1 is a command, whose status depends on what it does, so it cannot be set to done: only cancelled can be set, which stops it.",
    );
    assert.equal(room.crib.jobs.of("tester").find("bg_task_1")?.hasEnded, false);
    assert.equal(
      await says("task_update", { id: "bg_task_1", status: "cancelled" }),
      "Stopped bg_task_1 (ended by SIGTERM, TIME, stopped).",
    );
    assert.match(
      await says("task_list"),
      /^bg_task_1 \[cancelled\] echo first; sleep 100 \(ended by SIGTERM, TIME, stopped\)\n/,
    );
    assert.equal(
      await says("task_update", { id: "bg_task_2", status: "cancelled" }),
      "bg_task_2 had already ended (exit code: 3, TIME).",
    );
  });

  it("stand beside the agent's own sub-agents in the background, which cancelled stops (AG-2, TK-4)", async () => {
    const agents = registeredAgents();
    const own = agents.add({ id: "agent_1" });
    agents.add({ id: "agent_2", parent: "somebody" });
    agents.add({ id: "agent_3", mode: "sync" });
    room = await realCrib({}, { agents: agents.executor });
    assert.equal(await says("task_list"), "agent_1 [in_progress] Write the docs. (running for TIME)");
    assert.equal(
      await says("task_update", { id: "agent_1", status: "failed" }),
      "ERROR agent_1 is a sub-agent, whose status depends on what it does, so it cannot be set to failed: only cancelled can be set, which stops it.",
    );
    assert.equal(own.state, "running");
    assert.equal(
      await says("task_update", { id: "agent_1", status: "cancelled" }),
      "Stopped agent_1 (cancelled).\n\n[Sub-agent agent_1 has ended: cancelled]\nThe sub-agent agent_1 was cancelled: It was told to stop.",
    );
    assert.equal(
      await says("task_update", { id: "agent_1", status: "cancelled" }),
      "agent_1 had already ended (cancelled).",
    );
    assert.equal(
      await says("task_update", { id: "agent_2", status: "cancelled" }),
      'ERROR There is no task "agent_2": use one of agent_1.',
    );
  });
});
