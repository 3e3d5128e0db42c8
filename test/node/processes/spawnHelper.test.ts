import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProcessGroup, startGroup } from "../../../src/node/processes/processGroup";
import { SpawnHelper } from "../../../src/node/processes/spawnHelper";
import type { HandedText } from "../../../src/node/processes/starter";
import { bundled } from "../../support/bundled";
import { tempFolder } from "../../support/tempFolder";
import { survivors } from "../support/processes";

const quick = { term: 300, kill: 300 };

describe("SpawnHelper: programs started by a small process", () => {
  let file = "";
  let helper: SpawnHelper;
  before(function () {
    if (process.platform === "win32") this.skip();
    file = bundled("src/node/processes/spawner.ts");
  });
  beforeEach(() => {
    helper = new SpawnHelper(file);
  });
  afterEach(() => helper.dispose());

  async function start(
    script: string,
    options: { input?: string; cwd?: string; program?: string; handed?: readonly HandedText[] } = {},
  ) {
    const printed = { stdout: "", stderr: "" };
    const { program = "/bin/bash", cwd = "/", input, handed } = options;
    let heard = () => {};
    const first = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const group: ProcessGroup = await startGroup(
      program,
      ["-c", script],
      { cwd, env: { PATH: process.env.PATH, MARK: "m" }, input, handed },
      (stream, chunk) => {
        printed[stream] += Buffer.from(chunk).toString("latin1");
        heard();
        return undefined;
      },
      { stopTimeouts: quick, start: helper.start },
    );
    return { group, printed, first };
  }

  it("tells output, input, environment, exit code and signal as a start from here does", async () => {
    const { group, printed } = await start('cat; echo "$MARK $ELECTRON_RUN_AS_NODE" >&2; exit 3', {
      input: "in\nlast",
    });
    assert.deepEqual(await group.ended, { exitCode: 3, signal: undefined, stoppedLeftovers: false });
    assert.deepEqual(printed, { stdout: "in\nlast", stderr: "m \n" });
    const killed = await start("kill -SEGV $$");
    assert.deepEqual(await killed.group.ended, { exitCode: undefined, signal: "SIGSEGV", stoppedLeftovers: false });
  });

  it("hands texts over at descriptors of their own, read or not", async () => {
    const given = await start("cat <&10; cat <&12", {
      handed: [
        { descriptor: 10, text: "first\n" },
        { descriptor: 12, text: "third" },
      ],
    });
    assert.equal((await given.group.ended).exitCode, 0);
    assert.equal(given.printed.stdout, "first\nthird");
    const unread = await start("exec 10<&-; echo ended", { handed: [{ descriptor: 10, text: "x".repeat(1_000_000) }] });
    assert.equal((await unread.group.ended).exitCode, 0);
  });

  it("is another process, and its programs have groups of their own and none of its sockets", async () => {
    const { group, printed } = await start("echo $PPID $$ $(ps -o pgid= -p $$); ls -l /proc/self/fd >&2");
    await group.ended;
    const [parent, pid, pgid] = (printed.stdout.match(/\d+/g) ?? []).map(Number);
    assert.deepEqual([parent, pgid], [helper.pid, pid]);
    assert.equal(printed.stderr.match(/ -> socket:/g)?.length, 2);
    assert.match(printed.stderr, / 0 -> \/dev\/null\n/);
  });

  it("loses nothing of a flood, and hands it on no faster than it is taken", async () => {
    let total = 0;
    const group = await startGroup(
      "/bin/bash",
      ["-c", "head -c 50000000 /dev/zero; printf end"],
      { cwd: "/", env: process.env },
      (_, chunk) => {
        total += chunk.length;
        return total % 5 === 0 ? new Promise((resolve) => setTimeout(resolve, 1)) : undefined;
      },
      { start: helper.start },
    );
    assert.deepEqual(await group.ended, { exitCode: 0, signal: undefined, stoppedLeftovers: false });
    assert.equal(total, 50_000_003);
  });

  it("a receiver that takes long loses nothing of what was printed last", async () => {
    const sizes: number[] = [];
    const group = await startGroup(
      "/bin/bash",
      ["-c", "head -c 300000 /dev/zero"],
      { cwd: "/", env: process.env },
      (_, chunk) => {
        sizes.push(chunk.length);
        return sizes.length === 1 ? new Promise((resolve) => setTimeout(resolve, 900)) : undefined;
      },
      { start: helper.start },
    );
    assert.equal((await group.ended).stoppedLeftovers, false);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      300_000,
    );
  });

  it("what cannot be started is an error in the system's words", async () => {
    await assert.rejects(start("", { program: "/no/such/program" }), /ENOENT/);
    await assert.rejects(start("", { cwd: "/no/such/folder" }), /ENOENT/);
    await assert.rejects(start("x".repeat(3_000_000)), /E2BIG/);
    await assert.rejects(start("a\0b"), /null bytes/);
    assert.equal((await (await start("exit 0")).group.ended).exitCode, 0);
  });

  it("50 at once each get their own output and end", async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, (_, at) => start(`echo ${at}; exit ${at}`)));
    const ends = await Promise.all(begun.map(({ group }) => group.ended));
    assert.deepEqual(
      ends.map(({ exitCode }) => exitCode),
      Array.from({ length: 50 }, (_, at) => at),
    );
    assert.deepEqual(
      begun.map(({ printed }) => printed.stdout),
      Array.from({ length: 50 }, (_, at) => `${at}\n`),
    );
  });

  it("stopping ends everything, what ignores TERM too", async () => {
    const { group, printed, first } = await start(
      "trap '' TERM; (sleep 100 & echo $!; wait) & echo $$; sleep 101; sleep 102",
    );
    await first;
    group.stop();
    assert.equal((await group.ended).signal, "SIGKILL");
    assert.deepEqual(await survivors((printed.stdout.match(/\d+/g) ?? []).map(Number)), []);
  });

  it("when the helper dies its programs are ended and said to be, and another takes its place", async () => {
    const { group, printed, first } = await start("echo $$; sleep 100");
    await first;
    const dead = helper.pid as number;
    process.kill(dead, "SIGKILL");
    assert.deepEqual(await group.ended, { exitCode: undefined, signal: "SIGHUP", stoppedLeftovers: true });
    assert.deepEqual(await survivors([Number(printed.stdout)]), []);
    const next = await start("exit 5");
    assert.equal((await next.group.ended).exitCode, 5);
    assert.notEqual(helper.pid, dead);
  });

  it("when whoever asked dies, nothing is left running", async () => {
    const folder = tempFolder();
    const source = join(folder, "host.ts");
    const helperModule = join(process.cwd(), "src/node/processes/spawnHelper");
    writeFileSync(
      source,
      `import type { HandedText } from "../../../src/node/processes/starter";
import { SpawnHelper } from ${JSON.stringify(helperModule)};
      void new SpawnHelper(${JSON.stringify(file)}).start("/bin/bash", ["-c", "echo $$; trap '' TERM; while :; do sleep 0.1; done"], { cwd: "/", env: process.env })
        .then(({ stdout }) => stdout.on("data", (chunk) => process.stdout.write(chunk)));`,
    );
    const host: ChildProcess = spawn(process.execPath, [bundled(source)], { stdio: ["ignore", "pipe", "inherit"] });
    const [pid] = (await once(host.stdout as NonNullable<typeof host.stdout>, "data")) as [Buffer];
    host.kill("SIGKILL");
    assert.deepEqual(await survivors([Number(pid.toString())], 5000), []);
  });

  it("a program that is no helper is an error, not a silence", async () => {
    const broken = join(tempFolder({ "broken.js": "process.exit(1)" }), "broken.js");
    const other = new SpawnHelper(broken);
    await assert.rejects(
      other.start("/bin/true", [], { cwd: "/", env: {} }),
      /the process that starts commands has ended/,
    );
  });
});
