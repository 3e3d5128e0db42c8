import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeCall } from "../../../src/core/calls/executeCall";
import { Session } from "../../../src/core/session/session";
import type { JobOutputData } from "../../../src/tools/commands/jobOutput";
import { survivors } from "../../node/support/processes";
import { type RealCrib, realCrib } from "../../support/realCrib";

const untimed = (text: string) => text.replace(/(, |for )\d+(\.\d)? m?s/g, "$1TIME");

describe("background jobs (SH-8)", () => {
  let room: RealCrib;
  beforeEach(async () => {
    // Inside the sandbox process ids are others; these tests look for them from outside.
    room = await realCrib({ "a.txt": "one\n" }, { settings: { sandbox: "off" } });
  });
  afterEach(() => room.crib.jobs.stopAll());

  const call = async (tool: string, input: object) => {
    const { text, isError, data } = await room.call(tool, input);
    return { text: untimed(text), isError, data: data as JobOutputData };
  };
  const start = (command: string, more: object = {}) => call("run_command", { command, background: true, ...more });
  /** Reads until the job has ended. */
  const toTheEnd = async (id: string) => {
    for (;;) {
      const { data, isError, text } = await call("job_output", { id, wait_ms: 5000 });
      assert.ok(!isError, text);
      if (data.status === "ended") return;
    }
  };

  it("returns at once with an id, tells what is new, and how it ended", async () => {
    const begun = await start("echo one; until [ -e go ]; do sleep 0.02; done; echo two >&2; printf three; exit 3");
    assert.equal(
      begun.text,
      "Started bg_task_1 in the background: job_output reads its output, job_stop ends it. It will be stopped after 600000 ms.",
    );
    assert.deepEqual(begun.data, { job: "bg_task_1", timeoutMs: 600_000 });
    const first = await call("job_output", { id: "bg_task_1", wait_ms: 5000 });
    assert.equal(first.text, "one\n[bg_task_1: running for TIME; bytes 0 to 4 of 4]");
    writeFileSync(join(room.root, "go"), "");
    await room.crib.jobs.of("tester").find("bg_task_1")?.ended;
    const second = await call("job_output", { id: "bg_task_1" });
    assert.equal(second.text, "[stderr] two\nthree\n[bg_task_1: exit code: 3, TIME; bytes 4 to 13 of 13]");
    assert.deepEqual([second.data.status, second.data.exitCode], ["ended", 3]);
    const third = await call("job_output", { id: "bg_task_1" });
    assert.equal(third.text, "(no new output)\n[bg_task_1: exit code: 3, TIME; bytes 13 to 13 of 13]");
  });

  it("reads any range of either stream, in bytes, without cutting a character", async () => {
    await start("printf 'a€b\\n'; printf 'err\\n' >&2");
    await toTheEnd("bg_task_1");
    const read = async (more: object) => (await call("job_output", { id: "bg_task_1", ...more })).data;
    const range = ({ text, from, next, total }: JobOutputData) => [text, from, next, total];
    assert.deepEqual(range(await read({ stream: "stdout", offset: 0, limit: 2 })), ["a", 0, 1, 6]);
    assert.deepEqual(range(await read({ stream: "stdout", offset: 1, limit: 4 })), ["€b", 1, 5, 6]);
    assert.deepEqual(range(await read({ stream: "stdout", offset: 2, limit: 3 })), ["b", 2, 5, 6]);
    assert.deepEqual(range(await read({ stream: "stderr", offset: 0 })), ["[stderr] err\n", 0, 4, 4]);
    assert.deepEqual(range(await read({ stream: "stdout", offset: 99 })), ["", 99, 6, 6]);
  });

  it("says that an offset is past the end, unless it is the end", async () => {
    await start("echo one; until [ -e go ]; do sleep 0.02; done");
    await call("job_output", { id: "bg_task_1", wait_ms: 5000 });
    const at = async (offset: number) => (await call("job_output", { id: "bg_task_1", offset })).text;
    assert.equal(
      await at(99),
      "(offset 99 is past the end of the output, which has 4 bytes so far: use a smaller offset)\n[bg_task_1: running for TIME; bytes 4 to 4 of 4]",
    );
    assert.match(await at(4), /^\(no new output\)\n/);
    writeFileSync(join(room.root, "go"), "");
    await toTheEnd("bg_task_1");
    assert.match(await at(5), /^\(offset 5 is past the end of the output, which has 4 bytes: use a smaller offset\)\n/);
  });

  it("is stopped with everything it started", async () => {
    await start("sleep 100 & echo $!; echo $$; wait");
    const { data } = await call("job_output", { id: "bg_task_1", wait_ms: 5000 });
    const stopped = await call("job_stop", { id: "bg_task_1" });
    assert.equal(stopped.text, "Stopped bg_task_1 (ended by SIGTERM, TIME, stopped).");
    assert.deepEqual(await survivors(data.text.match(/\d+/g)?.map(Number) ?? []), []);
    assert.match(
      (await call("job_stop", { id: "bg_task_1" })).text,
      /^bg_task_1 had already ended \(ended by SIGTERM, /,
    );
  });

  it("is stopped at its time limit", async () => {
    await start("sleep 100", { timeout_ms: 200 });
    await toTheEnd("bg_task_1");
    const { text } = await call("job_output", { id: "bg_task_1" });
    assert.equal(
      text,
      "(no output)\n[bg_task_1: ended by SIGTERM, TIME, stopped at its time limit; bytes 0 to 0 of 0]",
    );
  });

  it("its end is told once, with the next result of any tool, of a failed call too", async () => {
    await start("exit 4");
    await room.crib.jobs.of("tester").find("bg_task_1")?.ended;
    const failed = await call("read_file", { path: "nowhere.txt" });
    assert.ok(failed.isError);
    assert.match(failed.text, /\n\n\[Background job bg_task_1 has ended: exit code: 4, TIME\]$/);
    assert.doesNotMatch((await call("read_file", { path: "a.txt" })).text, /bg_task_1/);
  });

  it("goes on when the call that began it is over and cancelled", async () => {
    const stop = new AbortController();
    await room.call("run_command", { command: "sleep 0.3; echo survived", background: true }, { signal: stop.signal });
    stop.abort();
    await toTheEnd("bg_task_1");
    assert.equal((await call("job_output", { id: "bg_task_1", offset: 0 })).data.text, "survived\n");
  });

  it("belongs to its agent; another is refused", async () => {
    await start("sleep 100");
    const other = new Session("somebody else");
    for (const tool of ["job_output", "job_stop"]) {
      const made = { tool, input: { id: "bg_task_1" }, signal: new AbortController().signal };
      const { text, isError } = await executeCall(room.crib, other, made, async () => ({
        approved: true,
        by: "person",
      }));
      assert.equal(text, 'There is no job "bg_task_1" of this agent: it has no background jobs.');
      assert.ok(isError);
    }
    assert.equal(room.crib.jobs.of("tester").find("bg_task_1")?.hasEnded, false);
    assert.equal(
      (await call("job_output", { id: "../../x" })).text,
      'There is no job "../../x" of this agent: its background jobs are bg_task_1.',
    );
  });

  it("50 run at once, one more is refused, and all end together", async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => start("echo $$; sleep 100")));
    assert.deepEqual(
      begun.map(({ data }) => Number(data.job.slice(8))).sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    const refused = await start("true");
    assert.equal(refused.text, "50 commands are running in the background, the maximum: end one with job_stop first.");
    const outputs = await Promise.all(begun.map(({ data }) => call("job_output", { id: data.job, wait_ms: 5000 })));
    await room.crib.jobs.stopAll();
    const pids = outputs.map(({ data }) => Number.parseInt(data.text, 10));
    assert.equal(new Set(pids).size, 50);
    assert.deepEqual(await survivors(pids), []);
  }).timeout(60_000);

  it("stopped while it starts, it ends", async () => {
    const [begun] = await Promise.all([start("sleep 100")]);
    const job = room.crib.jobs.of("tester").find(begun.data.job);
    job?.stop();
    await job?.ended;
    assert.equal(job?.outcome?.endedBy, "cancellation");
  });

  it("one that cannot be started says why", async () => {
    await start("x=".padEnd(3_000_000, "y"));
    await room.crib.jobs.of("tester").find("bg_task_1")?.ended;
    assert.match(
      (await call("job_output", { id: "bg_task_1" })).text,
      /^\(no output\)\n\[bg_task_1: The command could not be started/,
    );
  });

  it("the whole output of a command whose result was cut can be read, also by a later process", async () => {
    const { text } = await call("run_command", { command: "seq 1 400000" });
    const [, from] =
      /\n\[job_output with id command_1, stream stdout and offset (\d+) reads what was left out\]\n\[exit code: 0, TIME\]$/.exec(
        text,
      ) ?? [];
    const next = await call("job_output", { id: "command_1", stream: "stdout", offset: Number(from) });
    const shown = text.slice(0, text.indexOf("\n[…")).split("\n");
    assert.equal(next.data.text.split("\n")[0], String(shown.length + 1), "it goes on where the result was cut");
    assert.equal((await call("job_output", { id: "command_1", limit: 2 })).data.from, 0);
    const { data } = await call("job_output", { id: "command_1", offset: 1_500_000, limit: 14 });
    assert.deepEqual(
      [data.text, data.next, data.total, data.status],
      ["\n230159\n230160", 1_500_014, 2_688_895, "ended"],
    );
    assert.equal(Buffer.from(data.text).length, 14);
  });
});
