/** Hearing of the end of an agent's work, for schedules that wait for it (EX-9). */
import assert from "node:assert/strict";
import { ScheduleEndings } from "../../../src/features/schedules/scheduleEndings";
import { realCrib } from "../../support/realCrib";

describe("the end of an agent's work (EX-9)", () => {
  it("is told once for each task and background command, and not for what had ended before", async () => {
    const { call, crib } = await realCrib();
    const create = async (title: string) => ((await call("task_create", { title })).data as { id: string }).id;
    const end = (task: string, status: string) => call("task_update", { id: task, status });
    await end(await create("earlier"), "done");
    const heard: string[] = [];
    const endings = new ScheduleEndings(crib, (agent, kind) => heard.push(`${agent} ${kind}`));
    const [first, second] = [await create("one"), await create("two")];
    assert.deepEqual(heard, []);
    await end(first, "done");
    await end(second, "failed");
    assert.deepEqual(heard, ["tester task", "tester task"]);
    const { data } = await call("run_command", { command: "true", background: true });
    const job = crib.jobs.of("tester").find((data as { job: string }).job);
    assert.ok(job);
    await job.ended;
    await call("run_command", { command: "true" });
    assert.deepEqual(heard, ["tester task", "tester task", "tester command"]);
    endings.dispose();
    await end(await create("later"), "done");
    assert.equal(heard.length, 3);
  });
});
