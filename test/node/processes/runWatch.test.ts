/** What all processes of a command use together (HB-6). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mebibyte, type RunQuota } from "../../../src/core/ports/diskQuota";
import { DiskWatch } from "../../../src/node/processes/diskWatch";
import { tempFolder } from "../../support/tempFolder";
import { needsBubblewrap, World } from "../sandbox/support/world";

/** Perl tells to the byte what it holds, and forks. */
const holds = (megabytes: number, then: string) => `perl -e 'my $x; $x .= "y" x 1e6 for 1..${megabytes}; ${then}'`;

const work = "bash -c 'for ((n = 0; n < 150000; n += 1)); do :; done'";

for (const mode of ["auto", "off"] as const)
  describe(`what all processes of a command use together, sandbox ${mode} (HB-6)`, function () {
    this.timeout(120_000);
    let world: World;
    before(async function () {
      if (mode === "auto") await needsBubblewrap(this);
      world = new World({ "ws/a.txt": "" });
    });
    after(() => world?.remove());
    const run = (command: string, limits: Readonly<Record<string, number>>) =>
      world.run(command, {
        settings: { sandbox: mode, limits },
        timeoutMs: 100_000,
      });

    it("memory of several processes, each of which holds little enough", async () => {
      const one = holds(100, "sleep 100");
      const { endedBy, limits, notes } = await run(`${one} & ${one} & ${one} & wait`, { runMemoryMegabytes: 200 });
      assert.equal(endedBy, "limit");
      assert.deepEqual(limits, [{ name: "runMemoryMegabytes", most: 200, effect: "stopped" }]);
      assert.deepEqual(notes, [
        "[It was stopped because its processes held more than 200 MiB of memory together (toolcrib.limits.runMemoryMegabytes). Do less at once, or ask the person to raise the limit.]",
      ]);
    });

    it("memory that processes share counts once", async () => {
      const forked = holds(120, "for (1..4) { fork or do { sleep 3; exit } } 1 while wait != -1");
      const { exitCode, notes } = await run(forked, { runMemoryMegabytes: 300 });
      assert.equal(exitCode, 0);
      assert.deepEqual(notes, []);
    });

    it("0 sets no limit on memory", async () => {
      const { exitCode, notes } = await run(holds(100, "sleep 2"), { runMemoryMegabytes: 0 });
      assert.equal(exitCode, 0);
      assert.deepEqual(notes, []);
    });

    it("processor time of processes that run at once", async () => {
      const { endedBy, notes } = await run("for i in 1 2 3; do while :; do :; done & done; wait", { runCpuSeconds: 2 });
      assert.equal(endedBy, "limit");
      assert.deepEqual(notes, [
        "[It was stopped because its processes used more than 2 s of processor time together (toolcrib.limits.runCpuSeconds). Do less at once, or ask the person to raise the limit.]",
      ]);
    });

    for (const [how, one] of [
      ["one after the other", work],
      ["and were left to others", `(${work} &)`],
    ] as const)
      it(`processor time of processes that ran ${how}`, async () => {
        const command = `for i in $(seq 1 12); do ${one}; done; sleep 60`;
        const { endedBy, limits } = await run(command, { runCpuSeconds: 1 });
        assert.equal(endedBy, "limit");
        assert.deepEqual(limits, [{ name: "runCpuSeconds", most: 1, effect: "stopped" }]);
      });

    it("processes and threads, also of programs that leave the group", async () => {
      const command = "for i in $(seq 1 40); do setsid sleep 100 & done; wait";
      const { endedBy, limits, signal } = await run(command, { processes: 20 });
      assert.equal(endedBy, "limit");
      assert.equal(signal, "SIGKILL");
      assert.deepEqual(limits, [{ name: "processes", most: 20, effect: "stopped" }]);
      const left = await world.run("pgrep -cf '^sleep 100$'; true", { settings: { sandbox: "off" } });
      assert.equal(left.stdout, "0\n");
    });

    it("what is printed before is kept", async () => {
      const { stdout } = await run("echo before; for i in $(seq 1 40); do sleep 100 & done; wait", { processes: 20 });
      assert.equal(stdout, "before\n");
    });
  });

describe("what a sandbox keeps in memory (HB-6)", function () {
  this.timeout(120_000);

  it("files in its own shared memory count", async function () {
    await needsBubblewrap(this);
    const world = new World({ "ws/a.txt": "" });
    const { limits } = await world.run("head -c 150000000 /dev/zero > /dev/shm/file; sleep 100", {
      settings: { limits: { runMemoryMegabytes: 100 } },
      timeoutMs: 100_000,
    });
    assert.deepEqual(limits, [{ name: "runMemoryMegabytes", most: 100, effect: "stopped" }]);
    world.remove();
  });
});

describe("the watch over a workspace's disk (HB-6)", () => {
  const quotaOf = (folder: string, megabytes: number): RunQuota => {
    const maxBytes = megabytes * mebibyte;
    return { folder, megabytes, usedBytes: 0, maxBytes };
  };
  const { signal } = new AbortController();

  it("sees at once what fills what is left, and nothing in what does not", async () => {
    const folder = tempFolder();
    const watch = new DiskWatch(quotaOf(folder, 2));
    assert.equal(await watch.isFull([], signal), false);
    let isFull = false;
    // It goes by what is free on the disk, where others remove files meanwhile.
    for (let at = 0; !isFull && at < 10; at++) {
      writeFileSync(join(folder, `big${at}`), Buffer.alloc(3 * mebibyte, 1));
      execFileSync("sync", ["-f", folder]);
      isFull = await watch.isFull([], signal);
    }
    assert.equal(isFull, true);
  });

  it("says nothing of a folder that is gone", async () => {
    const watch = new DiskWatch(quotaOf(join(tempFolder(), "gone"), 1));
    assert.equal(await watch.isFull([], signal), false);
  });
});
