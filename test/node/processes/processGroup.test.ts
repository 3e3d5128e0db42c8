import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type StopTimeouts, startGroup } from "../../../src/node/processes/processGroup";
import { tempFolder } from "../../support/tempFolder";
import { survivors } from "../support/processes";

/** Quicker than anyone would want it in earnest. */
const quick: StopTimeouts = { term: 300, kill: 300 };

/** Runs a script and gathers what it prints; the numbers in it are taken for process ids. */
async function start(script: string, stopTimeouts = quick) {
  const printed = { stdout: "", stderr: "" };
  let heard = () => {};
  const first = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const group = await startGroup(
    "/bin/bash",
    ["-c", script],
    { cwd: "/", env: process.env },
    (stream, chunk) => {
      printed[stream] += Buffer.from(chunk).toString();
      heard();
      return undefined;
    },
    { stopTimeouts },
  );
  const pids = () => (printed.stdout.match(/\d+/g) ?? []).map(Number);
  return { group, printed, first, pids };
}

describe("processGroup (SH-9): how a process ended", () => {
  it("its exit code, its output apart", async () => {
    const { group, printed } = await start("echo out; echo err >&2; exit 3");
    assert.deepEqual(await group.ended, { exitCode: 3, signal: undefined, stoppedLeftovers: false });
    assert.deepEqual(printed, { stdout: "out\n", stderr: "err\n" });
  });

  it("its signal", async () => {
    const { group } = await start("kill -SEGV $$");
    assert.deepEqual(await group.ended, { exitCode: undefined, signal: "SIGSEGV", stoppedLeftovers: false });
  });

  it("all of its output is there when it has ended, a last line without a break too", async () => {
    const { group, printed } = await start("for i in {1..20000}; do echo line $i; done; printf end");
    await group.ended;
    assert.equal(
      printed.stdout.length,
      Array.from({ length: 20_000 }, (_, i) => `line ${i + 1}\n`).join("").length + 3,
    );
    assert.ok(printed.stdout.endsWith("line 20000\nend"));
  });

  it("reads an end at once where it wants input", async () => {
    const { group, printed } = await start('cat; read x; echo "got $?"');
    await group.ended;
    assert.equal(printed.stdout, "got 1\n");
  });

  it("has a group of its own and none of our open files", async () => {
    const ours = join(tempFolder({ ours: "" }), "ours");
    const open = openSync(ours, "r");
    try {
      const { group, printed } = await start("ps -o pgid= -p $$; echo $$; ls -l /proc/self/fd");
      await group.ended;
      const [pgid, pid] = (printed.stdout.match(/\d+/g) ?? []).map(Number);
      assert.equal(pgid, pid);
      assert.notEqual(pgid, process.pid);
      assert.match(printed.stdout, / 0 -> \/dev\/null\n/);
      assert.ok(!printed.stdout.includes(ours));
    } finally {
      closeSync(open);
    }
  });

  it("what cannot be started is an error, not a silence", async () => {
    const nothing = () => undefined;
    const options = { cwd: "/", env: process.env };
    await assert.rejects(startGroup("/no/such/program", [], options, nothing), /ENOENT/);
    await assert.rejects(startGroup("/bin/bash", [], { ...options, cwd: "/no/such/folder" }, nothing), /ENOENT/);
    await assert.rejects(startGroup("/bin/bash", ["-c", "x".repeat(3_000_000)], options, nothing), /E2BIG/);
    await assert.rejects(startGroup("/bin/bash", ["-c", "a\0b"], options, nothing), /null bytes/);
  });
});

describe("processGroup (SH-10): stopping", () => {
  it("TERM ends what does not ask for more, at once", async () => {
    const { group, pids, first } = await start("echo $$; exec sleep 100", { term: 5000, kill: 5000 });
    await first;
    const started = Date.now();
    group.stop();
    group.stop();
    assert.deepEqual(await group.ended, { exitCode: undefined, signal: "SIGTERM", stoppedLeftovers: false });
    assert.ok(Date.now() - started < 1000);
    assert.deepEqual(await survivors(pids()), []);
  });

  it("a process may tidy up on TERM, and what it prints then is kept", async () => {
    const { group, printed, first } = await start(
      "trap 'echo bye; exit 7' TERM; echo go; while :; do sleep 0.02; done",
    );
    await first;
    group.stop();
    assert.deepEqual(await group.ended, { exitCode: 7, signal: undefined, stoppedLeftovers: false });
    assert.equal(printed.stdout, "go\nbye\n");
  });

  it("a process that ignores TERM is killed after the wait", async () => {
    const { group, pids, first } = await start("trap '' TERM; echo $$; while :; do sleep 0.05; done");
    await first;
    const started = Date.now();
    group.stop();
    assert.deepEqual(await group.ended, { exitCode: undefined, signal: "SIGKILL", stoppedLeftovers: false });
    const took = Date.now() - started;
    assert.ok(took >= 290 && took < 1500, `${took} ms`);
    assert.deepEqual(await survivors(pids()), []);
  });

  it("a child that ignores TERM while its parent does not is killed too", async () => {
    const { group, pids, first } = await start("(trap '' TERM; while :; do sleep 0.05; done) & echo $$ $!; wait");
    await first;
    group.stop();
    await group.ended;
    assert.equal(pids().length, 2);
    assert.deepEqual(await survivors(pids()), []);
  });

  it("a stopped process is ended as well", async function () {
    if (process.platform !== "linux") this.skip();
    const { group, pids, first } = await start("echo $$; kill -STOP $$; sleep 100");
    await first;
    while (!/\) T/.test(readFileSync(`/proc/${pids()[0]}/stat`, "utf8")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    group.stop();
    assert.equal((await group.ended).signal, "SIGKILL");
    assert.deepEqual(await survivors(pids()), []);
  });

  it("a whole tree is ended: children, grandchildren, pipelines, subshells", async () => {
    const { group, pids, first } = await start(
      "(sleep 100 & echo $!; (sleep 101 & echo $!; sleep 102 | sleep 103 & echo $!; wait)) & sleep 0.2; echo $! $$; wait",
    );
    await first;
    while (pids().length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    group.stop();
    await group.ended;
    assert.deepEqual(await survivors(pids()), []);
  });

  it("a chain of processes that each start the next is ended", async () => {
    const { group, pids, first } = await start("f() { echo $BASHPID; sleep 0.005; f & }; f; sleep 100");
    await first;
    while (pids().length <= 5) await new Promise((resolve) => setTimeout(resolve, 5));
    group.stop();
    await group.ended;
    assert.deepEqual(await survivors(pids()), []);
  });
});

describe("processGroup: what a finished command leaves running", () => {
  it("is stopped, and said to have been", async () => {
    const { group, pids } = await start("sleep 100 & echo $!; exit 4");
    assert.deepEqual(await group.ended, { exitCode: 4, signal: undefined, stoppedLeftovers: true });
    assert.deepEqual(await survivors(pids()), []);
  });

  it("is stopped when it prints nowhere", async () => {
    const { group, pids } = await start("sleep 100 >/dev/null 2>&1 </dev/null & echo $!");
    assert.deepEqual(await group.ended, { exitCode: 0, signal: undefined, stoppedLeftovers: true });
    assert.deepEqual(await survivors(pids()), []);
  });

  it("is stopped when it was told to survive its terminal", async () => {
    const { group, pids } = await start("nohup sleep 100 >/dev/null 2>&1 & disown; echo $!");
    assert.equal((await group.ended).stoppedLeftovers, true);
    assert.deepEqual(await survivors(pids()), []);
  });

  it("is killed when it ignores TERM", async () => {
    const { group, pids } = await start("(trap '' TERM; while :; do sleep 0.05; done) & echo $!");
    assert.equal((await group.ended).stoppedLeftovers, true);
    assert.deepEqual(await survivors(pids()), []);
  });

  it("that ends by itself in a moment is no leftover", async () => {
    const { group, printed } = await start("(sleep 0.05; echo late) & exit 0");
    assert.deepEqual(await group.ended, { exitCode: 0, signal: undefined, stoppedLeftovers: false });
    assert.equal(printed.stdout, "late\n");
  });

  it("in a session of its own cannot hold the call up", async function () {
    this.timeout(5000);
    const { group, pids } = await start("setsid sleep 20 & echo $!; sleep 0.1");
    try {
      const started = Date.now();
      assert.equal((await group.ended).exitCode, 0);
      assert.ok(Date.now() - started < 2500);
    } finally {
      // It left the group, so it is beyond the group's reach: see the security notes on process groups.
      for (const pid of pids()) end(pid);
    }
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already, which is what was wanted.
  }
}
