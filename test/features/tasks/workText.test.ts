/** What `/tasks` answers (TK-1, TK-4, AG-6). */
import assert from "node:assert/strict";
import { workText } from "../../../src/features/tasks/workText";
import { realCrib } from "../../support/realCrib";
import { registeredAgents } from "../../support/registeredAgents";

describe("everything that is being done, in the chat", () => {
  it("is told in a sentence when there is nothing, commands that were waited for included", async () => {
    const { call, crib } = await realCrib();
    await call("run_command", { command: "echo done" });
    assert.equal(workText(crib), "There are no tasks.");
  });

  it("stands by kind, what is open first, and what a model wrote stays text", async () => {
    const { call, crib } = await realCrib();
    for (const title of ["Look around", "Mend *it* [now](command:x)"]) await call("task_create", { title });
    await call("task_update", { id: "task_1", status: "done" });
    await call("task_update", { id: "task_2", status: "in_progress" });
    await call("run_command", { command: "exit 3", background: true });
    await call("job_output", { id: "bg_task_1", wait_ms: 20_000 });
    const agents = registeredAgents(() => 0);
    agents.add({ id: "agent_1", parent: "chat", description: "Write docs\nand more" });
    assert.equal(
      workText({ tasks: crib.tasks, jobs: crib.jobs, agents: agents.executor }),
      [
        "**Tasks**\n\n- in progress: Mend \\*it\\* \\[now\\]\\(command\\:x\\) (`task_2`)\n- done: Look around (`task_1`)",
        "**Background commands**\n\n- failed: exit 3 (`bg_task_1`)",
        "**Agents**\n\n- in progress: Write docs (`agent_1`)",
      ].join("\n\n"),
    );
  });
});
