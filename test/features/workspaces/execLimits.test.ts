/** A run that eats memory, processor time, disk and processes is stopped by each limit in turn (HB-6, EN-3). */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsBubblewrap } from "../../node/sandbox/support/world";
import { type CribOptions, realCrib } from "../../support/realCrib";
import { plant, type Tree } from "../../support/tempFolder";

interface Ended {
  readonly endedBy: string;
  readonly limits?: readonly unknown[];
}

async function workplace(settings: Readonly<Record<string, unknown>>, files: Tree = {}, options: CribOptions = {}) {
  const world = await realCrib({}, { ...options, settings });
  const workspace = world.own;
  plant(workspace, files);
  const run = async (command: string, more: object = {}) => {
    const result = await world.call("exec_run", { command, timeout_ms: 60_000, ...more });
    return { ...result, data: (result.data ?? {}) as Ended };
  };
  const write = (path: string, content: string) => world.call("exec_write", { path, content });
  return { ...world, workspace, run, write };
}

const quota = (megabytes: number) => ({ limits: { workspaceMegabytes: megabytes } });
const grew =
  "[It was stopped because the files of the agent's workspace grew beyond 4 MiB (toolcrib.limits.workspaceMegabytes). Delete files that are not needed, or ask the person to raise the limit.]";

for (const sandbox of ["auto", "off"] as const)
  describe(`a run that eats, sandbox ${sandbox} (HB-6)`, function () {
    this.timeout(120_000);
    before(async function () {
      if (sandbox === "auto") await needsBubblewrap(this);
    });

    const eaters: readonly [what: string, limits: object, command: string, note: string][] = [
      [
        "memory",
        { limits: { runMemoryMegabytes: 300 } },
        `for i in 1 2 3 4; do perl -e 'my $x; $x .= "y" x 1e6 for 1..120; sleep 60' & done; wait`,
        "[It was stopped because its processes held more than 300 MiB of memory together (toolcrib.limits.runMemoryMegabytes). Do less at once, or ask the person to raise the limit.]",
      ],
      [
        "processor time",
        { limits: { runCpuSeconds: 2 } },
        "for i in 1 2; do while :; do :; done & done; wait",
        "[It was stopped because its processes used more than 2 s of processor time together (toolcrib.limits.runCpuSeconds). Do less at once, or ask the person to raise the limit.]",
      ],
      [
        "processes",
        { limits: { processes: 32 } },
        "for i in $(seq 1 60); do sleep 60 & done; wait",
        "[It was stopped because it ran more than 32 processes and threads at once (toolcrib.limits.processes). Do less at once, or ask the person to raise the limit.]",
      ],
      ["the disk with one file", quota(4), "head -c 9000000 /dev/zero > scratch/big; sleep 60", grew],
      ["the disk with many files", quota(4), "for i in $(seq 1 1500); do echo x > scratch/$i; done; sleep 60", grew],
      [
        "the disk with a file that it deleted and holds open",
        quota(4),
        "exec 7> scratch/hidden; rm scratch/hidden; head -c 9000000 /dev/zero >&7; sleep 60",
        grew,
      ],
    ];
    for (const [what, limits, command, note] of eaters)
      it(`${what} is stopped, and told why`, async () => {
        const { run } = await workplace({ sandbox, ...limits });
        const { text, isError, data } = await run(command);
        assert.ok(text.includes(note), text);
        assert.equal(isError, true);
        assert.equal(data.endedBy, "limit");
      });

    it("one process or file that is too large is kept from it by the system", async () => {
      const { run } = await workplace({ sandbox, limits: { cpuSeconds: 1, fileMegabytes: 1 } });
      const { text } = await run("while :; do :; done");
      assert.match(text, /used more than 1 s of processor time \(toolcrib\.limits\.cpuSeconds\)/);
      const file = await run("head -c 3000000 /dev/zero > scratch/big");
      assert.match(file.text, /prevented from writing more than 1 MiB to one file \(toolcrib\.limits\.fileMegabytes\)/);
      assert.deepEqual(file.data.limits, [{ name: "fileMegabytes", most: 1, effect: "refused" }]);
    });

    it("in the background it is stopped as well, and its end is told", async () => {
      const { run, call, crib, session } = await workplace({ sandbox, limits: { processes: 32 } });
      await run("for i in $(seq 1 60); do sleep 60 & done; wait", { background: true });
      const job = crib.jobs.all().findLast(({ facts }) => facts.agent === session.agent);
      await job?.ended;
      const { text } = await call("job_output", { id: job?.id });
      assert.match(text, /\[It was stopped because it ran more than 32 processes and threads at once/);
      assert.match(text, /stopped at a limit/);
    });
  });

describe("the quota of a workspace (HB-6, EN-3)", function () {
  this.timeout(60_000);
  before(function () {
    return needsBubblewrap(this);
  });

  const full = { "scratch/app/a.bin": "x".repeat(5_000_000) };

  it("a run that begins over it is refused with the sizes and what is largest, and one of rm alone is not", async () => {
    const { run, workspace } = await workplace(quota(4), full);
    const { text, isError } = await run("touch scratch/new");
    assert.equal(
      text,
      "The command was not run: the files of the agent's workspace use 4.8 MiB, more than the allowed 4 MiB (toolcrib.limits.workspaceMegabytes; largest: scratch/app 4.8 MiB): delete what is not needed, with delete_file or a command that runs only rm, or ask the person to raise the limit.",
    );
    assert.equal(isError, true);
    assert.ok(!existsSync(join(workspace, "scratch/new")));
    const removed = await run("rm -r scratch/app");
    assert.equal(removed.isError, false, removed.text);
    assert.equal((await run("touch scratch/new")).isError, false);
  });

  it("a write for which there is no room is refused before anything is written, the journal included", async () => {
    const { write, workspace, state } = await workplace(quota(4));
    await write("scratch/a.txt", "x".repeat(3_000_000));
    const before = readdirSync(join(state, "journal"));
    const { text, isError } = await write("scratch/b.txt", "y".repeat(2_000_000));
    assert.equal(
      text,
      "Nothing was written: it needs 1.9 MiB more, and the files of the agent's workspace use 2.9 MiB of the allowed 4 MiB (toolcrib.limits.workspaceMegabytes; largest: scratch/a.txt 2.9 MiB): delete what is not needed, or ask the person to raise the limit.",
    );
    assert.equal(isError, true);
    assert.ok(!existsSync(join(workspace, "scratch/b.txt")));
    assert.deepEqual(readdirSync(join(state, "journal")), before);
  });

  it("a write that makes a file smaller is let do, however full it is", async () => {
    const { write, call, workspace } = await workplace(quota(4), { "scratch/a.txt": "x".repeat(5_000_000) });
    await call("exec_read", { path: "scratch/a.txt", limit: 1 });
    const { text, isError } = await write("scratch/a.txt", "small");
    assert.equal(isError, false, text);
    assert.equal(readFileSync(join(workspace, "scratch/a.txt"), "utf8"), "small");
  });

  it("what the person deletes makes room at once", async () => {
    const { write, workspace } = await workplace(quota(4));
    await write("scratch/a.txt", "x".repeat(3_000_000));
    writeFileSync(join(workspace, "scratch/a.txt"), "");
    const { isError } = await write("scratch/b.txt", "y".repeat(3_000_000));
    assert.equal(isError, false);
  });

  it("plain tools that reach the workspace by its absolute path are held to it too", async () => {
    const { call, write, workspace } = await workplace(quota(4));
    await write("scratch/a.txt", "a");
    const { text } = await call("write_file", {
      path: join(workspace, "scratch/b.txt"),
      content: "y".repeat(5_000_000),
    });
    assert.match(text, /^Nothing was written: it needs 4\.8 MiB more/);
    assert.ok(!existsSync(join(workspace, "scratch/b.txt")));
  });

  it("a run that passed it and ended is told of", async () => {
    const { run } = await workplace(quota(4));
    // In one write, so that it has ended before anybody could stop it half done.
    const { text, data } = await run("dd if=/dev/zero of=scratch/big bs=5000000 count=1 2>/dev/null");
    assert.ok(
      text.includes(
        "[The files of the agent's workspace now use 4.8 MiB, more than the allowed 4 MiB (toolcrib.limits.workspaceMegabytes; largest: scratch/big 4.8 MiB). Until some are deleted, nothing can be written or run there.]",
      ),
      text,
    );
    assert.deepEqual(data.limits?.at(-1), { name: "workspaceMegabytes", most: 4, effect: "passed" });
  });

  it("holes in files do not count, and several names of one file count once", async () => {
    const { run } = await workplace(quota(4));
    const { isError, data } = await run(
      "truncate -s 1G scratch/sparse && head -c 3000000 /dev/zero > scratch/one && ln scratch/one scratch/two && ln scratch/one scratch/three && sleep 2",
    );
    assert.deepEqual([isError, data.endedBy, data.limits], [false, "itself", undefined]);
  });

  it("the managed policy's is held where it is lower, for everybody and for one agent", async () => {
    const managed = JSON.stringify({
      exec: { limits: { default: { workspaceMegabytes: 100 }, agents: { tester: { workspaceMegabytes: 4 } } } },
    });
    const { run } = await workplace(quota(50), full, { managed });
    assert.match((await run("true")).text, /more than the allowed 4 MiB/);
  });
});
